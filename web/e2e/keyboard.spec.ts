import { expect, open, openWithoutPrefetch, test } from "./portal";
import { operate } from "./operate";
import { beginWalk, expectFocus, holdLinks, press, tabTo } from "./walk";

test.use({ contextOptions: { reducedMotion: "reduce" }, permissions: ["clipboard-read", "clipboard-write"] });

/** Nothing is held back: what the keys do is done. */
const PLACES = [
  ["the brand", "/best-practices", "header:not(main header) > a:not([data-search-button])", "/"],
  ["the navbar", "/best-practices", "header nav a[href^='/resources']", "/resources/platforms/overview"],
  ["the announcement", "/best-practices", "[data-announcement-bar] a", "/disclaimer"],
  ["the sidebar", "/quickstart/", "nav[aria-label='Docs sidebar'] a[href='/best-practices']", "/best-practices"],
  ["the breadcrumbs", "/api/payments/make-payment", "nav[aria-label=Breadcrumbs] a", "/"],
  ["the article", "/support", "[data-content] a[href^='/']", null],
  ["the pagination", "/best-practices", "a[rel=next]", null],
  ["the footer", "/best-practices", "footer a[href='/disclaimer']", "/disclaimer"],
  ["a card", "/", ".card-title a", null],
  ["the page for unknown paths", "/no/such/page", "main li a[href='/quickstart/']", "/quickstart/"],
] as const;

test.describe("a link that is followed by keyboard puts the focus on the page", () => {
  for (const [place, path, selector, target] of PLACES) {
    test(`from ${place}`, async ({ page, problems }) => {
      await openWithoutPrefetch(page, path);
      await beginWalk(page);
      const link = page.locator(selector).locator("visible=true").first();
      const href = target ?? (await link.getAttribute("href")) ?? "";
      await tabTo(page, link);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(href);
      await expect(page.getByRole("main")).toBeFocused();
      await expectFocus(page, `following ${place}`);
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
      if (path === "/no/such/page") problems.length = 0;
    });
  }
});

for (const [what, path, selector] of [
  ["the table of contents", "/best-practices", "nav[aria-label='On this page'] a"],
  ["a heading's own link", "/best-practices", "[data-content] h2 .anchor"],
  ["the skip link", "/best-practices", "a[href='#__main']"],
  ["a row's code", "/resources/ach-reference/returns", "[data-content] a[href^='#']"],
] as const) {
  test(`${what} puts the focus on its target`, async ({ page }) => {
    await open(page, path);
    await beginWalk(page);
    const link = page.locator(selector).first();
    const id = ((await link.getAttribute("href")) ?? "").slice(1);
    await tabTo(page, link);
    for (let time = 0; time < 2; time += 1) {
      await page.keyboard.press("Enter");
      await expect(page.locator(`[id="${id}"]`)).toBeFocused();
      await expectFocus(page, `following ${what}`);
      // A second time the address is there already.
      if (time === 0 && what !== "the skip link") await tabTo(page, link, "Shift+Tab");
      else break;
    }
  });
}

test("dismissing the announcement puts the focus on the navbar", async ({ page }) => {
  await open(page, "/best-practices");
  await beginWalk(page);
  await tabTo(page, page.getByRole("button", { name: "Dismiss announcement" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Announcement" })).toBeHidden();
  await expect(page.getByRole("banner").getByRole("link").first()).toBeFocused();
  await expectFocus(page, "dismissing the announcement");
});

test("the way back to the top puts the focus there", async ({ page }) => {
  await open(page, "/best-practices");
  await beginWalk(page);
  await tabTo(page, page.locator("a[rel=next]"));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  await page.keyboard.press("PageUp");
  const button = page.getByRole("button", { name: "Scroll back to top" });
  await expect(button).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await expectFocus(page, "Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
  await expectFocus(page, "going to the top");
});

test("both panels of the menu are walked through, and each leads to the other", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/quickstart/");
  await tabTo(page, page.getByRole("button", { name: "Open menu" }));
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await holdLinks(page);
  for (const [panel, way] of [
    ["Docs sidebar", "Back to main menu"],
    ["Main", "Pages in this section"],
  ] as const) {
    await expect(menu.getByRole("navigation", { name: panel })).toBeVisible();
    const howMany = await beginWalk(page, "dialog");
    expect(howMany).toBeGreaterThan(5);
    await tabTo(page, menu.getByRole("button", { name: "Close menu" }));
    const seen = new Set<number>();
    for (let step = 0; step < howMany; step += 1) {
      const stop = await press(page, "Tab");
      seen.add(stop.index ?? -1);
      if (stop.kind === "link" || stop.kind === "summary") await operate(page, stop);
    }
    expect(seen, "focus stays in the menu and reaches all of it").toEqual(new Set(Array.from({ length: howMany }, (_, index) => index)));
    await tabTo(page, menu.getByRole("button", { name: way }));
    await beginWalk(page, "dialog");
    await page.keyboard.press("Enter");
    const after = await expectFocus(page, way);
    expect(after.name, "the focus is in the other panel").not.toContain(way);
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
  await expectFocus(page, "Escape");
});

test("the search is asked, read, followed and left by keyboard", async ({ page }) => {
  await open(page, "/best-practices");
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog");
  const input = dialog.locator("input");
  await expect(input).toBeFocused();
  await page.keyboard.type("returns");
  const active = dialog.locator("[role=option][aria-selected=true]");
  await expect(active).toHaveCount(1);
  await beginWalk(page, "dialog");
  const first = await active.getAttribute("id");
  await press(page, "ArrowDown");
  await expect(active).not.toHaveAttribute("id", first ?? "");
  await expect(active).toBeInViewport({ ratio: 0.9 });
  await press(page, "ArrowUp");
  await expect(active).toHaveAttribute("id", first ?? "");
  const howMany = await beginWalk(page, "dialog");
  const seen = new Set<number>();
  for (let step = 0; step < howMany; step += 1) seen.add((await press(page, "Tab")).index ?? -1);
  expect(seen, "focus stays in the search and reaches all of it").toEqual(new Set(Array.from({ length: howMany }, (_, index) => index)));
  await tabTo(page, input);
  const href = await active.getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(href ?? "");
  await expect(dialog).toHaveCount(0);
  await beginWalk(page);
  await expectFocus(page, "following a result");
});

test("the search page is asked, narrowed and followed by keyboard", async ({ page }) => {
  await openWithoutPrefetch(page, "/search");
  await page.waitForLoadState("networkidle");
  await tabTo(page, page.getByRole("searchbox"));
  await page.keyboard.type("payment");
  await page.keyboard.press("Enter");
  const results = page.locator("[data-search-results]");
  await expect(results.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await holdLinks(page);
  await beginWalk(page);
  const areas = results.locator("button[aria-pressed]");
  expect(await areas.count()).toBeGreaterThan(1);
  await tabTo(page, areas.nth(1));
  await page.keyboard.press("Space");
  await expect(areas.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expectFocus(page, "narrowing");
  const more = results.getByRole("button", { name: "Show more results" });
  await tabTo(page, areas.first(), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(areas.first()).toHaveAttribute("aria-pressed", "true");
  await tabTo(page, results.getByRole("link").first());
  await beginWalk(page);
  expect((await press(page, "Tab")).kind).toBe("link");
  if ((await more.count()) > 0) {
    await tabTo(page, more);
    await page.keyboard.press("Enter");
    await expectFocus(page, "asking for more");
  }
});

test("a page that would not load is tried again by keyboard", async ({ page, problems }) => {
  const data = /page-data\/support\.json$/;
  await page.route(data, (route) => route.abort());
  await openWithoutPrefetch(page, "/best-practices");
  await page.evaluate(() => { sessionStorage.setItem("portico.reloads", JSON.stringify({ support: Date.now() })); });
  await beginWalk(page);
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Support" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expectFocus(page, "the failure");
  await page.unroute(data);
  await tabTo(page, page.getByRole("button", { name: "Retry" }));
  await expectFocus(page, "Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await expect(page.getByRole("main")).toBeFocused();
  await expectFocus(page, "Retry");
  problems.length = 0;
});

test("a crashed page is tried again by keyboard", async ({ page, problems }) => {
  // Once only: a toc that throws where it is rendered, until it no longer does.
  await page.route(/page-data\/support\.json$/, async (route) => {
    const data = (await (await route.fetch()).json()) as { toc: unknown[] };
    await route.fulfill({ json: { ...data, toc: [null] } });
  });
  await openWithoutPrefetch(page, "/best-practices");
  await beginWalk(page);
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Support" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page crashed.");
  await expectFocus(page, "the crash");
  const again = page.getByRole("button", { name: "Try again" });
  await tabTo(page, again);
  await expectFocus(page, "Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page crashed.");
  await expectFocus(page, "Try again");
  problems.length = 0;
});
