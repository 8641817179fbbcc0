import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, open, openWithoutPrefetch, test } from "./portal";

const INDEX = /\/search-index\/|\/assets\/search\//;

function dialog(page: Page) {
  return page.getByRole("dialog", { name: "Search" });
}

async function expectNoBarrier(page: Page) {
  expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
}

/** Every state of the search, each with what it says, and how the test gets there. */
const STATES: readonly [string, (page: Page) => Promise<void>][] = [
  ["nothing remembered", async (page) => {
    await expect(dialog(page)).toContainText("No recent searches");
  }],
  ["recent and favourite", async (page) => {
    const visit = (href: string, label: string) => ({ href, label, place: "" });
    await page.evaluate((history) => { localStorage.setItem("portico.search.history", history); }, JSON.stringify({
      recent: [visit("/reconciliation", "Reconciliation")],
      favorites: [visit("/webhooks/overview", "Webhooks overview")],
    }));
    await page.reload();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.keyboard.press("Control+k");
    await expect(dialog(page).getByRole("rowgroup", { name: "Recent" })).toContainText("Reconciliation");
    await expect(dialog(page).getByRole("rowgroup", { name: "Favorite" })).toContainText("Webhooks overview");
  }],
  ["under way", async (page) => {
    await page.route(INDEX, () => undefined);
    await page.keyboard.type("payment");
    await expect(dialog(page).getByRole("status")).toHaveText("Searching…");
  }],
  ["results", async (page) => {
    await page.keyboard.type("payment");
    await expect(dialog(page).getByRole("option").first()).toBeVisible();
    await expect(dialog(page).getByRole("link", { name: /^See all \d+ results$/ })).toBeVisible();
  }],
  ["nothing found, other words offered", async (page) => {
    await page.getByRole("combobox").fill("zzzzqqqq xxyyzzxx webhooks vvbbnnmm");
    await expect(dialog(page)).toContainText("No results for “zzzzqqqq xxyyzzxx webhooks vvbbnnmm”");
    await expect(dialog(page)).toContainText("Try searching for:");
    await expect(dialog(page)).toContainText("Believe this query should return results? Let us know.");
  }],
  ["failed", async (page) => {
    await page.route(INDEX, (route) => route.abort());
    await page.keyboard.type("payment");
    await expect(dialog(page).getByRole("alert")).toContainText("Unable to fetch results");
    await expect(dialog(page).getByRole("alert")).toContainText("You might want to check your network connection.");
    await expect(dialog(page).getByRole("button", { name: "Retry" })).toBeVisible();
  }],
  ["results on a phone", async (page) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.keyboard.type("payment");
    await expect(dialog(page).getByRole("option").first()).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeVisible();
  }],
];

for (const mode of ["light", "dark"] as const) {
  for (const [state, reach] of STATES) {
    test(`the search has no barrier in ${mode} mode: ${state}`, async ({ page, problems }) => {
      await page.addInitScript((value) => { localStorage.setItem("theme", value); }, mode);
      await page.emulateMedia({ reducedMotion: "reduce" });
      // What the button is pointed at for is not fetched yet, so that it can be held back.
      await open(page, "/quickstart/");
      if (state === "under way" || state === "failed") await page.route(INDEX, (route) => route.abort());
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
      await reach(page);
      await expectNoBarrier(page);
      problems.length = 0;
    });
  }

  test(`the search has no barrier in ${mode} mode: its own code would not load`, async ({ page, problems }) => {
    await page.addInitScript((value) => { localStorage.setItem("theme", value); }, mode);
    await page.route(/assets\/dialog-root-.*\.js/, (route) => route.abort());
    await openWithoutPrefetch(page, "/quickstart/");
    await page.keyboard.press("Control+k");
    await expect(dialog(page)).toContainText("Unable to fetch results");
    await expectNoBarrier(page);
    problems.length = 0;
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`what matched can be read in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    const expectReadable = async (mark: Locator) => {
      await expect(mark).toBeVisible();
      const colors = await mark.evaluate((element) => [element, document.body].map((at) => getComputedStyle(at).color));
      expect(colors[0]).toBe(colors[1]);
    };
    await open(page, "/search?q=refund");
    await expectReadable(page.locator("[data-search-results] mark").first());
    await page.keyboard.press("Control+k");
    await dialog(page).getByRole("combobox").fill("refund");
    await expectReadable(dialog(page).locator("mark").first());
  });
}
