import { expect, it } from "vitest";
import { isRouteBelow, isSameRoute, toHref } from "./routes";

it.each([
  ["/", "/api/overview", "/api/overview"],
  ["/docs/", "/api/overview", "/docs/api/overview"],
  ["/docs/", "/", "/docs/"],
  ["/docs/", "https://example.com/x", "https://example.com/x"],
  ["/docs/", "//cdn.example.com/x", "//cdn.example.com/x"],
  ["/docs/", "#part", "#part"],
])("joins %s and %s to %s", (basePath, href, expected) => {
  expect(toHref(basePath, href)).toBe(expected);
});

it("takes a slash at the end for no difference", () => {
  expect(isSameRoute("/quickstart/", "/quickstart")).toBe(true);
  expect(isSameRoute("/", "/quickstart")).toBe(false);
});

it("finds a route below another only at whole segments", () => {
  expect(isRouteBelow("/api/overview", "/api")).toBe(true);
  expect(isRouteBelow("/api", "/api/")).toBe(true);
  expect(isRouteBelow("/apis", "/api")).toBe(false);
});
