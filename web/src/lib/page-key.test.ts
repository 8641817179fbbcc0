import { expect, test } from "vitest";
import { isPagePath, pageKey, pathBelowBase } from "./page-key";

test.each([
  ["/", "index"],
  ["", "index"],
  ["/index.html", "index"],
  ["/index", "index"],
  ["/quickstart", "quickstart"],
  ["/quickstart/", "quickstart"],
  ["/quickstart.html", "quickstart"],
  ["/quickstart/index.html", "quickstart"],
  ["//api//overview//", "api//overview"],
  ["/api/overview", "api/overview"],
  ["/guides/my-index", "guides/my-index"],
  ["/guides/a.html.html", "guides/a.html"],
])("the page at %j has the key %j", (path, key) => {
  expect(pageKey(path)).toBe(key);
});

test.each([
  ["/docs/", "/docs/", "/"],
  ["/docs", "/docs/", "/"],
  ["/docs/a/b", "/docs/", "/a/b"],
  ["/docsy/a", "/docs/", null],
  ["/other", "/docs/", null],
  ["/a", "/", "/a"],
  ["/", "/", "/"],
])("%j below %j is %j", (pathname, basePath, path) => {
  expect(pathBelowBase(pathname, basePath)).toBe(path);
});

test.each([
  ["/a", true],
  ["/a/", true],
  ["/a.html", true],
  ["/api/v1.2", true],
  ["/a.pdf", false],
  ["/openapi.yaml", false],
  ["/quickstart.md", false],
])("%j may name a page: %j", (path, expected) => {
  expect(isPagePath(path)).toBe(expected);
});
