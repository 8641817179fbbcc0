import { expect, it } from "vitest";
import { navbarLink, site } from "../../tests/fixture";
import { linkState, navbarKey } from "./navbar-state";

it.each([
  ["page", navbarLink("x", "/quickstart"), { route: "/quickstart/" }],
  ["section", navbarLink("x", "/quickstart/", { sidebar: "integration" }), { route: "/webhooks/overview", sidebar: "integration" }],
  ["section", navbarLink("x", "/api/overview", { activePrefix: "/api" }), { route: "/api/payments/overview" }],
  [null, navbarLink("x", "/"), { route: "/support" }],
  [null, navbarLink("x", "/support", { isExternal: true }), { route: "/support" }],
  [null, navbarLink("x", "/quickstart/", { sidebar: null }), { route: "/support" }],
])("is %s", (expected, link, page) => {
  expect(linkState(link, page)).toBe(expected);
});

it("names the active links, those of dropdowns included", () => {
  expect(navbarKey(site.navbar, { route: "/disclaimer" })).toBe("5p");
  expect(navbarKey(site.navbar, { route: "/reconciliation", sidebar: "integration" })).toBe("1s");
  expect(navbarKey(site.navbar, { route: "/nowhere" })).toBe("");
});
