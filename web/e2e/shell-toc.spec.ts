import { bootstrapOf, open, scrollTop } from "./portal";
import { expect, test } from "./variant";

const PAGE = "/best-practices";

test("the table of contents follows the reader", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await open(page, PAGE);
  const { toc } = (await bootstrapOf(page)).page;
  const current = page.getByRole("navigation", { name: "On this page" }).locator("[aria-current]");
  for (const { id } of toc.slice(0, 4)) {
    await page.evaluate((heading) => { document.getElementById(heading)?.scrollIntoView({ behavior: "instant" }); }, id);
    await expect(current).toHaveCount(1);
    await expect(current).toHaveAttribute("href", `#${id}`);
    await expect(current).toBeInViewport();
  }
  await page.evaluate(() => { window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }); });
  await expect(current).toHaveAttribute("href", `#${toc.at(-1)?.id ?? ""}`);
  await page.evaluate(() => { window.scrollTo({ top: 0, behavior: "instant" }); });
  await expect(current).toHaveCount(0);
});

test("it names headings of the levels 2 and 3 and no others", async ({ page, serveVariant }) => {
  const text = "---\ntitle: One\ndescription: Levels.\n---\n\n## Two\n\n### Three\n\n#### Four\n\n## Last\n";
  await page.setViewportSize({ width: 1440, height: 800 });
  await open(page, `${await serveVariant({ pages: { "a/one.md": text } })}/a/one`);
  await expect(page.getByRole("navigation", { name: "On this page" }).getByRole("link")).toHaveText(["Two", "Three", "Last"]);
  await expect(page.getByRole("heading", { level: 4 })).toBeVisible();
});

for (const width of [390, 800, 997]) {
  test(`it is a disclosure above the article at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, PAGE);
    const toc = page.getByRole("navigation", { name: "On this page" });
    const links = toc.getByRole("link");
    await expect(links.first()).toBeHidden();
    await toc.locator("summary").press("Enter");
    await expect(links.first()).toBeVisible();
    await links.nth(2).click();
    const { toc: entries } = (await bootstrapOf(page)).page;
    const target = page.locator(`[id="${entries[2]?.id ?? ""}"]`);
    await expect(target).toBeInViewport({ ratio: 1 });
    const top = await target.evaluate((heading) => heading.getBoundingClientRect().top);
    expect(top, "below the navbar").toBeGreaterThanOrEqual(60);
    expect(top).toBeLessThan(200);
    await toc.locator("summary").press("Enter");
    await expect(links.first()).toBeHidden();
  });
}

// Without the sidebar beside it the article has room for a column at 996 px too.
for (const width of [996, 1440]) {
  test(`at ${String(width)} px it is a column that needs no opening`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, PAGE);
    const toc = page.getByRole("navigation", { name: "On this page" });
    await expect(toc.getByRole("link").first()).toBeVisible();
    await expect(toc.locator("summary")).toBeHidden();
  });
}

test("each heading has a link to itself", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await open(page, PAGE);
  for (const heading of await page.locator("[data-content] :is(h2, h3)").all()) {
    const id = await heading.getAttribute("id");
    await expect(heading.locator("a.anchor")).toHaveAttribute("href", `#${id ?? ""}`);
  }
  const heading = page.getByRole("heading", { name: "Retry safely" });
  await heading.hover();
  const anchor = page.getByRole("link", { name: "Direct link to Retry safely" });
  await expect(anchor).toHaveCSS("opacity", "1");
  await anchor.click();
  await expect(page).toHaveURL(`${PAGE}#retry-safely`);
  const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(60);
  expect(top).toBeLessThan(200);
  await page.goBack();
  await expect(page).toHaveURL(PAGE);
  expect(await scrollTop(page)).toBeLessThan(3000);
});
