import type { Page } from "@playwright/test";
import { open, scrollTop } from "./portal";
import { expect, test } from "./variant";

const PAGE = "/best-practices";

// With the scroll bars that readers have: the page behind must not move when they go.
test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    await provide({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] });
  },
});

async function openMenu(page: Page) {
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  return menu;
}

function isFocusInMenu(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.closest("dialog") !== null);
}

test("at 997 px there is a navbar and no menu", async ({ page }) => {
  await page.setViewportSize({ width: 997, height: 800 });
  await open(page, PAGE);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Docs sidebar" })).toBeVisible();
});

for (const width of [390, 996]) {
  test.describe(`the menu at ${String(width)} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("has the page's sidebar and the navbar's links", async ({ page }) => {
      await open(page, PAGE);
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      await expect(page.getByRole("navigation", { name: "Docs sidebar" })).toBeHidden();
      const menu = await openMenu(page);
      await expect(menu.getByRole("navigation", { name: "Docs sidebar" }).locator("[aria-current='page']")).toBeInViewport();

      await menu.getByRole("button", { name: "Back to main menu" }).click();
      expect(await isFocusInMenu(page)).toBe(true);
      const main = menu.getByRole("navigation", { name: "Main" });
      await expect(main.getByRole("link")).toHaveText(["Home", "Integration", "Resources", "Support"]);
      await expect(main.locator("[aria-current]")).toHaveText(["Integration"]);
      await main.getByRole("button", { name: "Pages in this section" }).click();
      await expect(menu.getByRole("navigation", { name: "Docs sidebar" })).toBeVisible();
      expect(await isFocusInMenu(page)).toBe(true);
    });

    test("has the navbar's links alone on a page without sidebar", async ({ page }) => {
      await open(page, "/support");
      const menu = await openMenu(page);
      await expect(menu.getByRole("link", { name: "Resources" })).toBeVisible();
      await expect(menu.getByRole("button", { name: /^(Back to main menu|Pages in this section)$/ })).toHaveCount(0);
    });

    test("takes focus, keeps it and gives it back", async ({ page }) => {
      await open(page, PAGE);
      await page.getByRole("button", { name: "Open menu" }).focus();
      await page.keyboard.press("Enter");
      const menu = page.getByRole("dialog", { name: "Menu" });
      await expect(menu).toBeVisible();
      expect(await isFocusInMenu(page)).toBe(true);
      const seen = new Set<string>();
      for (let stop = 0; stop < 40; stop += 1) {
        await page.keyboard.press("Tab");
        expect(await isFocusInMenu(page)).toBe(true);
        seen.add(await page.evaluate(() => `${document.activeElement?.textContent ?? ""} ${document.activeElement?.ariaLabel ?? ""}`.trim()));
      }
      expect([...seen]).toEqual(expect.arrayContaining(["Close menu", "Back to main menu", "Quickstart", "Webhooks"]));
      await menu.getByRole("link").first().focus();
      await page.keyboard.press("Shift+Tab");
      expect(await isFocusInMenu(page)).toBe(true);
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
      await expect(page.getByRole("button", { name: "Open menu" })).toHaveAttribute("aria-expanded", "false");
    });

    test("closes by Back, by its button and by a press beside it, and the reader stays where they were", async ({ page }) => {
      await open(page, "/support");
      await open(page, PAGE);
      await page.evaluate(() => { window.scrollTo({ top: 500, behavior: "instant" }); });
      const ways = [
        () => page.goBack(),
        () => page.getByRole("button", { name: "Close menu" }).click(),
        () => page.mouse.click(width - 25, 500),
      ];
      for (const close of ways) {
        const menu = await openMenu(page);
        await close();
        await expect(menu).toHaveCount(0);
        await expect(page).toHaveURL(PAGE);
        expect(await scrollTop(page)).toBe(500);
        await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
      }
      // Nothing of the menu is left in the history.
      await page.goBack();
      await expect(page).toHaveURL("/support");
    });

    test("does not let the page behind scroll", async ({ page }) => {
      await open(page, PAGE);
      await page.evaluate(() => { window.scrollTo({ top: 500, behavior: "instant" }); });
      await openMenu(page);
      for (const x of [100, width - 25]) {
        await page.mouse.move(x, 400);
        for (let time = 0; time < 5; time += 1) await page.mouse.wheel(0, 900);
      }
      await page.waitForTimeout(200);
      expect(await scrollTop(page)).toBe(500);
    });
  });
}

test("the menu goes when the window grows to the width of the navbar", async ({ page }) => {
  await page.setViewportSize({ width: 996, height: 800 });
  await open(page, PAGE);
  const menu = await openMenu(page);
  await page.setViewportSize({ width: 997, height: 800 });
  await expect(menu).toHaveCount(0);
  await expect(page.locator("html[data-overlay]")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
});
