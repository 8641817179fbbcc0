import type { Page } from "@playwright/test";
import { bootstrapOf, expectSameDocument, follow, markDocument, open, scrollTop } from "./portal";
import { expect, test } from "./variant";

test.use({ viewport: { width: 1440, height: 800 } });

const sidebarOf = (page: Page) => page.getByRole("navigation", { name: "Docs sidebar" });
const categoryOf = (page: Page, label: string) => sidebarOf(page).locator("details", { has: page.locator("> summary", { hasText: label }) }).last();

test("opening a category leaves the others as they are, also on the next page", async ({ page }) => {
  await open(page, "/best-practices");
  await markDocument(page);
  for (const label of ["SDKs", "Webhooks"]) {
    await expect(categoryOf(page, label)).not.toHaveAttribute("open");
    await categoryOf(page, label).locator("> summary").click();
  }
  const isOpen = async () => {
    for (const label of ["Guides", "API reference", "SDKs", "Webhooks"]) await expect(categoryOf(page, label)).toHaveAttribute("open");
  };
  await isOpen();
  await sidebarOf(page).getByRole("link", { name: "Subscribing", exact: true }).click();
  await expect(page).toHaveURL("/webhooks/subscribing");
  await isOpen();
  await expectSameDocument(page);

  await categoryOf(page, "Guides").locator("> summary").press("Enter");
  await expect(categoryOf(page, "Guides")).not.toHaveAttribute("open");
  // It cannot be hidden as a whole.
  await expect(sidebarOf(page).getByRole("button")).toHaveCount(0);
});

test("the way to the current page is open and the page in view", async ({ page }) => {
  await page.setViewportSize({ width: 997, height: 500 });
  for (const path of ["/webhooks/unsubscribing", "/sdks/react-native/reference"]) {
    await open(page, path);
    const current = sidebarOf(page).locator("[aria-current='page']");
    await expect(current).toHaveAttribute("href", path);
    await expect(current).toBeInViewport({ ratio: 1 });
    for (const around of await current.locator("xpath=ancestor::details").all()) await expect(around).toHaveAttribute("open");
    expect(await scrollTop(page), "the page itself is at its top").toBe(0);
  }
  // A page reached by another way opens its category too.
  await follow(page, "/api/customers/get-customer");
  await expect(page).toHaveURL("/api/customers/get-customer");
  await expect(sidebarOf(page).locator("[aria-current='page']")).toBeInViewport({ ratio: 1 });
});

for (const [width, height] of [[997, 500], [1280, 520], [1440, 800]] as const) {
  test(`the last entry can be scrolled into the window at ${String(width)} by ${String(height)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "/webhooks/unsubscribing");
    await expect(page.getByRole("region", { name: "Announcement" })).toBeVisible();
    await sidebarOf(page).evaluate((nav) => { nav.scrollTop = nav.scrollHeight; });
    const { entry, frame } = await sidebarOf(page).evaluate((nav) => ({
      entry: [...nav.querySelectorAll("a, summary")].findLast((element) => element.checkVisibility())?.getBoundingClientRect().bottom ?? Infinity,
      frame: nav.getBoundingClientRect().bottom,
    }));
    expect(entry).toBeLessThanOrEqual(Math.min(frame, height));
    expect(await scrollTop(page), "without scrolling the page").toBe(0);
  });
}

test("the sidebar stays where it is scrolled to when the reader goes on", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, "/api/payments/make-payment");
  await sidebarOf(page).evaluate((nav) => { nav.scrollTop = 300; });
  const before = await sidebarOf(page).evaluate((nav) => nav.scrollTop);
  expect(before).toBeGreaterThan(100);
  const entry = sidebarOf(page).locator("a[href='/api/payments/make-refund']");
  await expect(entry).toBeInViewport({ ratio: 1 });
  await entry.click();
  await expect(page).toHaveURL("/api/payments/make-refund");
  await expect(entry).toHaveAttribute("aria-current", "page");
  expect(await sidebarOf(page).evaluate((nav) => nav.scrollTop)).toBe(before);
});

test("a category with a page of its own is a link beside a disclosure", async ({ page, serveVariant }) => {
  const address = await serveVariant({});
  await open(page, `${address}/a/one`);
  await markDocument(page);
  await sidebarOf(page).getByRole("link", { name: "Deeper" }).click();
  await expect(page).toHaveURL(`${address}/a/deep/`);
  await expect(sidebarOf(page).getByRole("link", { name: "Deeper" })).toHaveAttribute("aria-current", "page");
  await expectSameDocument(page);
  await page.keyboard.press("Tab");
  const disclosure = sidebarOf(page).locator("summary[aria-label='Pages in Deeper']");
  await disclosure.press("Enter");
  await expect(sidebarOf(page).getByRole("link", { name: "Two <2>" })).toBeHidden();
  await disclosure.press("Enter");
  await expect(sidebarOf(page).getByRole("link", { name: "Two <2>" })).toBeVisible();

  await sidebarOf(page).locator("summary", { hasText: "Closed" }).click();
  await expect(sidebarOf(page).getByRole("link", { name: "Outside" })).toHaveAccessibleName("Outside (opens in a new tab)");
});

test("breadcrumbs name the way to the page and lead back", async ({ page, serveVariant }) => {
  const address = await serveVariant({});
  await open(page, `${address}/a/deep/two`);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await expect(crumbs.getByRole("listitem")).toHaveText(["", 'It\'s <nested> & "quoted"', "Deeper", /.+/]);
  await expect(crumbs.locator("[aria-current='page']")).toHaveCount(1);
  await expect(crumbs.getByRole("listitem").last()).toHaveAttribute("aria-current", "page");
  await crumbs.getByRole("link", { name: "Deeper" }).click();
  await expect(page).toHaveURL(`${address}/a/deep/`);
  await crumbs.getByRole("link", { name: "Home page" }).click();
  await expect(page).toHaveURL(`${address}/`);

  await open(page, `${await serveVariant({ settings: { PORTICO_DOCS__BREADCRUMBS: "false" } })}/a/deep/two`);
  await expect(crumbs).toHaveCount(0);
});

test("the neighbours of a page lead through the whole sidebar, the outside links left out", async ({ page, serveVariant }) => {
  const address = await serveVariant({});
  await open(page, `${address}/start`);
  const seen: string[] = [];
  for (let next: string | undefined = "start"; next !== undefined; ) {
    seen.push(new URL(page.url()).pathname);
    const link = page.getByRole("link", { name: /^Next/ });
    const hasNext: boolean = (await link.count()) > 0;
    next = hasNext ? ((await link.getAttribute("href")) ?? undefined) : undefined;
    if (next === undefined) break;
    await link.click();
    await expect(page).toHaveURL(new URL(next, address).href);
  }
  expect(seen.map((path) => path.replace("/docs", ""))).toEqual(["/start", "/a/one", "/a/deep/", "/a/deep/two", "/b/three"]);
});

test("a page tells how to edit it and when it changed, if the settings say so", async ({ page, serveVariant }) => {
  const settings = { PORTICO_DOCS__EDIT_URL: "https://git.example.com/edit/main/{path}", PORTICO_DOCS__LAST_UPDATED: "true" };
  await open(page, `${await serveVariant({ settings })}/a/one`);
  await expect(page.getByRole("link", { name: "Edit this page" })).toHaveAttribute("href", "https://git.example.com/edit/main/content/a/one.md");
  const { lastUpdated } = (await bootstrapOf(page)).page;
  const time = page.getByRole("main").locator("footer time");
  await expect(time).toHaveText(lastUpdated?.label ?? "nothing");
  await expect(time).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\d/);
  await expect(page.getByText("Last updated on")).toBeVisible();

  await open(page, "/best-practices");
  await expect(page.getByRole("link", { name: "Edit this page" })).toHaveCount(0);
  await expect(page.getByText("Last updated on")).toHaveCount(0);
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test(`the way back to the top shows after scrolling up; motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page, "/best-practices");
    const button = page.getByRole("button", { name: "Scroll back to top" });
    const scrollBy = async (top: number) => {
      await page.evaluate((by) => { window.scrollBy({ top: by, behavior: "instant" }); }, top);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    };
    await scrollBy(1500);
    await expect(button).toHaveCount(0);
    await scrollBy(-200);
    await expect(button).toBeInViewport({ ratio: 1 });
    await scrollBy(100);
    await expect(button).toHaveCount(0);
    await scrollBy(-100);
    await expect(button).toBeVisible();
    const after = await button.evaluate((element) => {
      (element as HTMLButtonElement).click();
      return window.scrollY;
    });
    if (reducedMotion === "reduce") expect(after).toBe(0);
    else expect(after).toBeGreaterThan(1000);
    await expect.poll(() => scrollTop(page)).toBe(0);
    await expect(button).toHaveCount(0);
  });
}
