import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expectSameDocument, follow, markDocument, open } from "./portal";
import { settings, test as previewTest } from "./preview-site";
import { expect, test, type Variant } from "./variant";

const settingsOfSite = readFileSync(fileURLToPath(new URL("../../fixtures/nested-sidebar/portal.toml", import.meta.url)), "utf8");
const COMPONENTS = `
[components.Counter]
module = "components/Counter.js"
[components.Star]
module = "components/Star.js"
`;

/** As a compiler writes it for `<section><button onClick={…}>{label}: {count}</button>{children}</section>`. */
const counter = (label: string) => `import { useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
export default function Counter({ start = 0, children }) {
  const [count, setCount] = useState(start);
  return jsxs("section", { children: [
    jsxs("button", { type: "button", onClick: () => setCount(count + 1), children: ["${label}: ", count] }),
    children,
  ] });
}
`;
/** As a person writes it, with the whole of React. */
const STAR = `import React from "react";
class Star extends React.Component {
  render() { return React.createElement("strong", null, "★ ", this.props.children); }
}
export default Star;
`;
const PAGE = `---
title: Counting
---

Before it.

<Counter start={2}>

Children with a [link](/).

<Tabs>
<TabItem value="one" label="One">First panel.</TabItem>
<TabItem value="two" label="Two">Second panel.</TabItem>
</Tabs>

</Counter>

A <Star>word</Star> in a line.
`;
const variant: Variant = {
  pages: { "counting.mdx": PAGE },
  files: { "portal.toml": settingsOfSite + COMPONENTS, "components/Counter.js": counter("Clicks"), "components/Star.js": STAR },
};

test("a component of the site counts clicks and keeps its Markdown children", async ({ page, serveVariant }) => {
  const response = await open(page, `${await serveVariant(variant)}/counting`);
  const policy = response.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' ('sha256-[^']+' ?)+(;|$)/);
  await page.getByRole("button", { name: "Clicks: 2" }).click();
  await expect(page.getByRole("button", { name: "Clicks: 3" })).toBeVisible();
  await page.getByRole("tab", { name: "Two" }).click();
  await expect(page.getByText("Second panel.")).toBeVisible();
  await page.getByRole("button", { name: "Clicks: 3" }).click();
  await expect(page.getByText("Second panel.")).toBeVisible();
  await expect(page.locator("p", { hasText: "A ★ word in a line." })).toBeVisible();
});

test("it works on a page that the reader comes to by a link, with the one React of the theme", async ({ page, serveVariant }) => {
  const address = await serveVariant(variant);
  const scripts: string[] = [];
  page.on("request", (request) => { if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname); });
  await open(page, `${address}/`);
  expect(scripts.filter((path) => /component-|site-/.test(path))).toEqual([]);
  await markDocument(page);
  await follow(page, "/docs/counting");
  await page.getByRole("button", { name: "Clicks: 2" }).click();
  await expect(page.getByRole("button", { name: "Clicks: 3" })).toBeVisible();
  await expectSameDocument(page);
  expect(scripts.filter((path) => /\/react-/.test(path))).toHaveLength(1);
  expect(scripts.filter((path) => path.includes("/component-Counter-"))).toHaveLength(1);
});

test("without JavaScript it is the HTML of its first state", async ({ browser, serveVariant }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${await serveVariant(variant)}/counting`);
  await expect(page.getByRole("button", { name: "Clicks: 2" })).toBeVisible();
  await expect(page.getByText("Children with a link.")).toBeVisible();
  await context.close();
});

test("a module that does not come leaves the HTML", async ({ page, problems, serveVariant }) => {
  await page.route("**/component-Counter-*.js", (route) => route.abort());
  await open(page, `${await serveVariant(variant)}/counting`);
  await expect.poll(() => problems.length).toBeGreaterThan(0);
  problems.length = 0;
  await expect(page.getByRole("button", { name: "Clicks: 2" })).toBeVisible();
  await expect(page.getByText("Children with a link.")).toBeVisible();
});

previewTest("an edit of the module reaches the page", async ({ page, site }) => {
  site.write("components/Counter.js", counter("Clicks"));
  site.write("components/Star.js", STAR);
  site.write("content/counting.mdx", PAGE);
  site.write("portal.toml", settings(COMPONENTS));
  const address = `${site.origin}/counting`;
  await expect.poll(async () => (await page.request.get(address)).text()).toContain("data-module");
  await open(page, address);
  await page.getByRole("button", { name: "Clicks: 2" }).click();
  site.write("components/Counter.js", counter("Presses"));
  await page.getByRole("button", { name: "Presses: 2" }).click();
  await expect(page.getByRole("button", { name: "Presses: 3" })).toBeVisible();
});
