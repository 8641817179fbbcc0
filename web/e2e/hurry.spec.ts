/*
 * A reader who does not wait: presses before the page works, goes elsewhere while a page is on its way, opens things while
 * others close. What was wished last is what happens.
 */
import type { Page } from "@playwright/test";
import { expect, expectSameDocument, follow, markDocument, open, openWithoutPrefetch, scrollTop, test } from "./portal";

/** Holds back the answers to requests that match, until told to let them go. */
async function holdBack(page: Page, pattern: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const isFree = new Promise<void>((resolve) => { release = resolve; });
  await page.route(pattern, async (route) => {
    await isFree;
    await route.continue().catch(() => undefined);
  });
  return release;
}

const CLIENT = /\/assets\/client-[^/]*\.js$/;

/** Long enough for what must not happen to happen. */
async function settle(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(resolve); }); }));
}

test.describe("while a page is on its way", () => {
  test("the search can be opened: the page arrives under it, and Back closes only the search", async ({ page }) => {
    await openWithoutPrefetch(page, "/support");
    await markDocument(page);
    const release = await holdBack(page, /page-data\/disclaimer\.json$/);
    await follow(page, "/disclaimer");
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox")).toBeFocused();
    release();
    await expect(page).toHaveURL("/disclaimer");
    await expect(page.getByRole("combobox")).toBeFocused();

    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/disclaimer");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disclaimer");
    await page.goBack();
    await expect(page).toHaveURL("/support");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    await expectSameDocument(page);
  });

  test("the search can be closed: the page arrives all the same", async ({ page }) => {
    await openWithoutPrefetch(page, "/support");
    const release = await holdBack(page, /page-data\/disclaimer\.json$/);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await follow(page, "/disclaimer");
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    release();
    await expect(page).toHaveURL("/disclaimer");
    await expect(page.getByRole("main")).toBeFocused();
    expect(requests.filter((path) => path.endsWith("/disclaimer.json"))).toHaveLength(1);
  });

  test("a reader who goes to another place of this one stays", async ({ page }) => {
    await openWithoutPrefetch(page, "/best-practices");
    await markDocument(page);
    const release = await holdBack(page, /page-data\/disclaimer\.json$/);
    await follow(page, "/disclaimer");
    const entry = page.getByRole("navigation", { name: "On this page" }).getByRole("link").nth(2);
    const hash = (await entry.getAttribute("href")) ?? "";
    await entry.click();
    await expect(page).toHaveURL(`/best-practices${hash}`);
    release();
    await settle(page);
    await expect(page).toHaveURL(`/best-practices${hash}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best practices");
    await expect(page.locator("[data-progress]")).not.toHaveAttribute("data-state", "running");
  });

  test("a link to the one that Back leads to gives its entry its own place", async ({ page }) => {
    await openWithoutPrefetch(page, "/support");
    await follow(page, "/best-practices");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best practices");
    await page.reload();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.evaluate(() => { window.scrollTo(0, 300); });
    const release = await holdBack(page, /page-data\/support\.json$/);
    await page.goBack();
    await follow(page, "/support");
    release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    await page.evaluate(() => { window.scrollTo(0, 40); });
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best practices");
    await expect.poll(() => scrollTop(page)).toBe(300);
  });
});

test("two steps back from an open search lead there", async ({ page }) => {
  await open(page, "/support");
  await markDocument(page);
  await follow(page, "/disclaimer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disclaimer");
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.evaluate(() => { history.go(-2); });
  await expect(page).toHaveURL("/support");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await expectSameDocument(page);
});

test("after a reload with the search open, Back leads to the page before at once", async ({ page }) => {
  await open(page, "/support");
  await follow(page, "/disclaimer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disclaimer");
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.reload();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect.poll(() => page.evaluate(() => "overlay" in (history.state as object))).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL("/support");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
});

test("back to a page with a chosen tab leads to where the reader was", async ({ page }) => {
  await open(page, "/sdks/react-native/user-guide");
  await markDocument(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[role=tabpanel][data-value=yarn] { padding-block-end: 500px }");
    document.adoptedStyleSheets.push(sheet);
  });
  await page.getByRole("tab", { name: "Yarn" }).first().click();
  await page.evaluate(() => { window.scrollTo(0, 1500); });
  const before = await page.locator("[data-content] h2").last().evaluate((heading) => heading.getBoundingClientRect().top);
  await follow(page, "/support");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Yarn", selected: true }).first()).toBeAttached();
  await settle(page);
  const after = await page.locator("[data-content] h2").last().evaluate((heading) => heading.getBoundingClientRect().top);
  expect(Math.abs(after - before)).toBeLessThan(2);
});

test.describe("before the page works", () => {
  for (const name of ["Open menu", "Switch to dark mode", "Dismiss announcement"]) {
    test(`a press on "${name}" is heard`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      const release = await holdBack(page, CLIENT);
      await page.goto("/support", { waitUntil: "commit" });
      await page.getByRole("button", { name }).click();
      release();
      await expect(page.locator("html[data-hydrated]")).toBeAttached();
      if (name === "Open menu") await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      else if (name === "Dismiss announcement") await expect(page.getByRole("region", { name: "Announcement" })).toBeHidden();
      else await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    });
  }

  test("a press on a tab is heard", async ({ page }) => {
    const release = await holdBack(page, CLIENT);
    await page.goto("/sdks/javascript-sdk", { waitUntil: "commit" });
    const tab = page.getByRole("tab").nth(1);
    await tab.click();
    release();
    await expect(tab).toHaveAttribute("aria-selected", "true");
  });

  test("a reader who reads on after a reload is left alone", async ({ page }) => {
    await open(page, "/best-practices");
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link").nth(2).click();
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
    await page.evaluate(() => { window.scrollTo(0, 400); });
    await page.reload();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await expect.poll(() => scrollTop(page)).toBe(400);

    const release = await holdBack(page, CLIENT);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("footer").last()).toBeAttached();
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
    await page.evaluate(() => { window.scrollTo(0, 600); });
    release();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    expect(await scrollTop(page)).toBe(600);
  });
});

test.describe("while its parts are on their way", () => {
  test("the menu and the search do not come to lie one upon the other", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const release = await holdBack(page, /\/assets\/(MobileMenu|dialog-root)-[^/]*\.js$/);
    await open(page, "/support");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.keyboard.press("/");
    release();
    await expect(page.getByRole("dialog")).toBeVisible();
    await settle(page);
    await expect(page.getByRole("dialog")).toHaveCount(1);
  });

  for (const [how, turnAway] of [
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
    ["a press elsewhere", (page: Page) => page.getByRole("main").click()],
  ] as const) {
    test(`${how} gives up the search`, async ({ page }) => {
      const release = await holdBack(page, /\/assets\/dialog-root-[^/]*\.js$/);
      await open(page, "/support");
      await page.getByRole("button", { name: "Search" }).click();
      await turnAway(page);
      release();
      await settle(page);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  }

  test("the search page leaves the focus to a reader who has moved it", async ({ page }) => {
    const release = await holdBack(page, /\/assets\/page-root-[^/]*\.js$/);
    await open(page, "/search");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
    release();
    await settle(page);
    await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  });
});

test("Enter opens what was typed last, not what is still shown", async ({ page }) => {
  await open(page, "/support");
  await page.keyboard.press("/");
  await page.keyboard.type("refund");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("quickstart");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/quickstart\//);
});

test("the area that results are narrowed to is the one of the address", async ({ page }) => {
  await open(page, "/search?q=payment");
  const area = page.locator("[data-search-results] ul").first().getByRole("button").nth(1);
  await area.click();
  await expect(page).toHaveURL(/[?&]area=/);
  await expect(area).toHaveAttribute("aria-pressed", "true");
  await follow(page, "/search?q=payment");
  await expect(page).toHaveURL("/search?q=payment");
  await expect(area).toHaveAttribute("aria-pressed", "false");
});
