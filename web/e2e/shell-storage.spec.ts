import type { Page } from "@playwright/test";
import { expectSameDocument, follow, markDocument, open } from "./portal";
import { expect, test } from "./variant";

/** What a reader does whose choices would be stored. */
async function use(page: Page) {
  await open(page, "/sdks/javascript-sdk");
  await markDocument(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const bar = page.getByRole("region", { name: "Announcement" });
  await bar.getByRole("button", { name: "Dismiss announcement" }).click();
  await expect(bar).toBeHidden();
  const tab = page.getByRole("tab").nth(1);
  await tab.click();
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await follow(page, "/support");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(bar).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
  await expectSameDocument(page);
}

test("choices hold for as long as the page does where storage is blocked", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
    }
  });
  await use(page);
});

test("choices hold for as long as the page does where storage is full", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  await use(page);
});

test("what others left in the storage does no harm", async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem("test-left") !== null) return;
    sessionStorage.setItem("test-left", "");
    for (const [key, value] of Object.entries({
      "theme": "purple",
      "portico.announcement.dismiss": "{",
      "portico.announcement.id": "invented-provider",
      "docs-preferred-version-default": "[1,",
      "portico.search.history": '{"recent":7,"favorites":[null,{}]}',
      "portico.tab.": "x",
      "portico.tab.package-manager": '"]{}*{display:none}',
      "portico.tab.no such group": "x",
    })) localStorage.setItem(key, value);
    sessionStorage.setItem("portico.scroll", '[["x"],7,{"a":1}]');
    sessionStorage.setItem("portico.reloads", "[");
  });
  await use(page);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => localStorage.getItem("docs-preferred-version-default"))).toBe("current");
});
