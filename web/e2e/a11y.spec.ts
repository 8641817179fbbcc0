import { AxeBuilder } from "@axe-core/playwright";
import { expect, open, openWithoutPrefetch, test } from "./portal";

const kinds = [
  ["the home page", "/"],
  ["a page with tabs", "/sdks/javascript-sdk"],
  ["a page of the API reference", "/api/payments/make-payment"],
  ["a page with wide tables", "/resources/ach-reference/returns"],
  ["a page without sidebar", "/authentication"],
  ["the search page", "/search"],
  ["the page for unknown paths", "/no/such/page"],
] as const;

for (const [kind, path] of kinds) {
  for (const mode of ["light", "dark"] as const) {
    test(`${kind} has no barrier in ${mode} mode`, async ({ page, problems }) => {
      await page.addInitScript((value) => { localStorage.setItem("theme", value); }, mode);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(page, path);
      await expect(page.locator("html")).toHaveAttribute("data-theme", mode);
      await page.waitForLoadState("networkidle");
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${String(width)} px: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`);
        expect(found).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `nothing overflows at ${String(width)} px`).toBe(0);
      }
      if (path === "/no/such/page") problems.length = 0;
    });
  }
}

test("the menu of narrow windows and the error with Retry have no barrier", async ({ page, problems }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openWithoutPrefetch(page, "/quickstart/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.route(/page-data\/disclaimer\.json$/, (route) => route.abort());
  await page.evaluate(() => { sessionStorage.setItem("portico.reloads", JSON.stringify({ disclaimer: Date.now() })); });
  await page.getByRole("contentinfo").getByRole("link", { name: "Disclaimer" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  problems.length = 0;
});
