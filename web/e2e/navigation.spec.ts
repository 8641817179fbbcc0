import type { Page } from "@playwright/test";
import { addLink, bootstrapOf, expect, expectOtherDocument, expectSameDocument, follow, markDocument, open, scrollTop, test } from "./portal";

/** Waits for the arrival at a route by its place in the address bar and by what is announced. */
async function expectArrival(page: Page, path: string) {
  await expect(page).toHaveURL(path);
  const heading = await page.getByRole("heading", { level: 1 }).first().innerText();
  await expect(page.locator("[data-announcer]")).toContainText(heading.trim());
  await expectSameDocument(page);
}

test("the navbar leads to a page without loading a document", async ({ page }) => {
  await open(page, "/quickstart/");
  await markDocument(page);
  await page.evaluate(() => { window.scrollTo(0, 400); });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Resources" }).click();
  await expectArrival(page, "/resources/platforms/overview");

  await expect(page).toHaveTitle(/^Platforms overview \| /);
  await expect(page.getByRole("main")).toBeFocused();
  expect(await scrollTop(page)).toBe(0);
  await expect(page.locator("link[rel='canonical']")).toHaveAttribute("href", /\/resources\/platforms\/overview$/);
  const tree = page.getByRole("navigation", { name: "Docs sidebar" });
  await expect(tree.locator("[aria-current='page']")).toHaveAttribute("href", "/resources/platforms/overview");
});

test("head and layout follow to another kind of page and back", async ({ page }) => {
  await open(page, "/");
  await markDocument(page);
  const before = await page.locator("meta[name='description']").getAttribute("content");
  await follow(page, "/support");
  await expectArrival(page, "/support");
  await expect(page.locator("html")).toHaveAttribute("data-layout", "doc");
  expect(await page.locator("meta[name='description']").getAttribute("content")).not.toBe(before);
  await page.goBack();
  await expect(page.locator("html")).toHaveAttribute("data-layout", "home");
  await expect(page.locator("meta[name='description']")).toHaveAttribute("content", before ?? "");
});

test("the sidebar leads on and keeps its categories open", async ({ page }) => {
  await open(page, "/api/payments/make-payment");
  await markDocument(page);
  const tree = page.getByRole("navigation", { name: "Docs sidebar" });
  await tree.locator("a[href='/api/payments/make-refund']").click();
  await expectArrival(page, "/api/payments/make-refund");
  await expect(tree.locator("[aria-current='page']")).toHaveAttribute("href", "/api/payments/make-refund");
  await expect(tree.locator("a[href='/api/payments/make-payment']")).toBeVisible();
});

test("previous and next go through a sidebar", async ({ page }) => {
  await open(page, "/webhooks/overview");
  await markDocument(page);
  const { next } = (await bootstrapOf(page)).page;
  const pagination = page.getByRole("navigation", { name: "Docs pages" });
  await pagination.getByRole("link", { name: /^Next/ }).click();
  await expectArrival(page, next?.href ?? "");
  await pagination.getByRole("link", { name: /^Previous/ }).click();
  await expectArrival(page, "/webhooks/overview");
});

test("back and forward return to where the reader was", async ({ page }) => {
  await open(page, "/best-practices");
  await markDocument(page);
  await page.evaluate(() => { window.scrollTo(0, 700); });
  await follow(page, "/reconciliation");
  await expectArrival(page, "/reconciliation");
  await page.evaluate(() => { window.scrollTo(0, 300); });
  await page.goBack();
  await expectArrival(page, "/best-practices");
  await expect.poll(() => scrollTop(page)).toBe(700);
  await page.goForward();
  await expectArrival(page, "/reconciliation");
  await expect.poll(() => scrollTop(page)).toBe(300);
});

test("the place survives a reload after client navigation", async ({ page }) => {
  await open(page, "/best-practices");
  await follow(page, "/reconciliation");
  await expect(page).toHaveURL("/reconciliation");
  await page.evaluate(() => { window.scrollTo(0, 500); });
  await page.reload();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBe(500);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best practices");
});

test("a hash leads to its heading on another page and on this one", async ({ page }) => {
  await open(page, "/best-practices");
  const second = await page.locator("[data-content] h2[id]").nth(1).getAttribute("id");
  const third = await page.locator("[data-content] h2[id]").nth(2).getAttribute("id");
  await open(page, "/");
  await markDocument(page);
  await follow(page, `/best-practices#${second ?? ""}`);
  await expectArrival(page, `/best-practices#${second ?? ""}`);
  await expect(page.locator(`[id="${second ?? ""}"]`)).toBeFocused();
  await expect(page.locator(`[id="${second ?? ""}"]`)).toBeInViewport();

  await follow(page, `#${third ?? ""}`);
  await expect(page).toHaveURL(`/best-practices#${third ?? ""}`);
  await expect(page.locator(`[id="${third ?? ""}"]`)).toBeInViewport();
  await page.goBack();
  await expect(page.locator(`[id="${second ?? ""}"]`)).toBeInViewport();
  await expectSameDocument(page);
});

test("a query alone neither scrolls nor loads", async ({ page }) => {
  await open(page, "/best-practices");
  await markDocument(page);
  await page.evaluate(() => { window.scrollTo(0, 600); });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await follow(page, "?view=all");
  await expect(page).toHaveURL("/best-practices?view=all");
  expect(await scrollTop(page)).toBe(600);
  expect(requests.filter((path) => path.endsWith("/best-practices.json"))).toEqual([]);
  await expectSameDocument(page);
});

test("every spelling of a path leads to the declared route", async ({ page }) => {
  await open(page, "/");
  await markDocument(page);
  for (const [href, route] of [
    ["/quickstart?a=1", "/quickstart/?a=1"],
    ["/best-practices/", "/best-practices"],
    ["/support.html", "/support"],
    ["/quickstart/index.html#top", "/quickstart/#top"],
  ] as const) {
    await follow(page, href);
    await expectArrival(page, route);
  }
});

test("an old path leads to its new page, with query and hash", async ({ page }) => {
  await open(page, "/");
  await markDocument(page);
  await follow(page, "/getting-started?from=mail#x");
  await expectArrival(page, "/quickstart/?from=mail#x");

  await page.goto("/getting-started?from=mail");
  await expect(page).toHaveURL(/\/quickstart\/\?from=mail$/);
});

test("links that open elsewhere are left to the browser", async ({ page, context }) => {
  await open(page, "/");
  await markDocument(page);
  await addLink(page, "/support");
  const opened = context.waitForEvent("page");
  await page.locator("#test-link").click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(/\/support$/);
  await expect(page).toHaveURL("/");

  // A text has no head to name its icon.
  await page.route("**/favicon.ico", (route) => route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" }));
  await follow(page, "/llms.txt");
  await expect(page).toHaveURL(/\/llms\.txt$/);
  await expectOtherDocument(page);
});

test("what the reader points at is loaded ahead and opens without a further request", async ({ page }) => {
  await open(page, "/");
  await markDocument(page);
  await addLink(page, "/resources/ach-reference/returns");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const ahead = page.waitForResponse(/page-data\/resources\/ach-reference\/returns\.json$/);
  await page.locator("#test-link").hover();
  await (await ahead).finished();
  await page.waitForLoadState("networkidle");
  requests.length = 0;
  await page.locator("#test-link").click();
  await expectArrival(page, "/resources/ach-reference/returns");
  expect(requests.filter((path) => path.includes("/ach-reference/returns") || path.includes("sidebar"))).toEqual([]);
});

test("a navigation that is overtaken never shows", async ({ page }) => {
  await open(page, "/");
  await markDocument(page);
  await page.route(/page-data\/(support|disclaimer)\.json$/, async (route) => {
    if (route.request().url().includes("support")) await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue().catch(() => undefined);
  });
  await follow(page, "/support");
  await follow(page, "/disclaimer");
  await expectArrival(page, "/disclaimer");
  await page.waitForTimeout(700);
  await expect(page).toHaveURL("/disclaimer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disclaimer");
});

test("the preferred docs version is remembered", async ({ page }) => {
  await open(page, "/support");
  expect(await page.evaluate(() => localStorage.getItem("docs-preferred-version-default"))).toBe("current");
});

test("a link in the menu of narrow windows leads on, and back does not reopen the menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/support");
  await markDocument(page);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Integration" }).click();
  await expectArrival(page, "/quickstart/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expectArrival(page, "/support");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
