import { expect, it } from "vitest";
import { navbarLink, site } from "../../tests/fixture";
import { linkState, navbarKey } from "./navbar-state";

it.each([
  ["page", navbarLink("x", "/quickstart"), { route: "/quickstart/", sidebar: null }],
  ["section", navbarLink("x", "/quickstart/", { sidebar: "integration" }), { route: "/webhooks/overview", sidebar: "integration" }],
  ["section", navbarLink("x", "/api/overview", { activePrefix: "/api" }), { route: "/api/payments/overview", sidebar: null }],
  [null, navbarLink("x", "/"), { route: "/support", sidebar: null }],
  [null, navbarLink("x", "/support", { isExternal: true }), { route: "/support", sidebar: null }],
  [null, navbarLink("x", "/quickstart/", { sidebar: null }), { route: "/support", sidebar: null }],
])("is %s", (expected, link, page) => {
  expect(linkState(link, page)).toBe(expected);
});

it("names the active links, those of dropdowns included", () => {
  expect(navbarKey(site.navbar, { route: "/disclaimer", sidebar: null })).toBe("5p");
  expect(navbarKey(site.navbar, { route: "/reconciliation", sidebar: "integration" })).toBe("1s");
  expect(navbarKey(site.navbar, { route: "/nowhere", sidebar: null })).toBe("");
});
