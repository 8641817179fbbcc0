import { AxeBuilder } from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expectSameDocument, follow, markDocument, open } from "./portal";
import { expect, test, type Variant } from "./variant";

const settingsOfSite = readFileSync(fileURLToPath(new URL("../../fixtures/nested-sidebar/portal.toml", import.meta.url)), "utf8");
const WIDE = Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(" + ");
const PAGE = `---
title: Fees
---

## The $f^2$ law

A fee of $f = \\frac{r}{100}$ costs more than \\$5.

$$
${WIDE}
$$

$$
\\begin{aligned} a &= \\textcolor{red}{b} \\\\ c &= d \\end{aligned}
$$

<Tabs>
<TabItem value="one" label="One">Of $x^2$.</TabItem>
<TabItem value="two" label="Two">None.</TabItem>
</Tabs>
`;
const variant: Variant = {
  pages: { "fees.md": PAGE, "before.md": "# Before\n" },
  files: { "portal.toml": `${settingsOfSite}\n[markdown]\nmath = true\n` },
};

test("formulas are shown without script or font, and wide ones scroll by themselves", async ({ page, serveVariant }) => {
  const address = await serveVariant(variant);
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, `${address}/fees`);
  const fraction = page.locator("math mfrac").first();
  const [above, below] = await fraction.evaluate((element) => Array.from(element.children, (child) => child.getBoundingClientRect().top));
  expect(above).toBeLessThan(below ?? 0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBe(0);

  const wide = page.getByRole("group", { name: "Formula 1" });
  expect(await wide.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await wide.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => wide.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);

  // What was a style attribute is a class that the style sheet of the build knows.
  const cell = page.locator("math mtd").first();
  expect(await cell.evaluate((element) => getComputedStyle(element).textAlign)).toMatch(/right/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test("formulas come along on client navigation", async ({ page, serveVariant }) => {
  const address = await serveVariant(variant);
  await open(page, `${address}/before`);
  await markDocument(page);
  await follow(page, "/docs/fees");
  await expectSameDocument(page);
  await expect(page.getByRole("heading", { level: 2 }).locator("math msup")).toBeVisible();
  const namespace = await page.locator("math msup").first().evaluate((element) => element.namespaceURI);
  expect(namespace).toBe("http://www.w3.org/1998/Math/MathML");
  await expect(page.getByRole("tabpanel").locator("math msup")).toBeVisible();
});
