import { AxeBuilder } from "@axe-core/playwright";
import { expect, expectSameDocument, markDocument, open, test } from "./portal";

test("finds as one types, keeps the query in the address, and Back leaves the page", async ({ page }) => {
  await open(page, "/support");
  await page.goto("/search");
  const field = page.getByRole("searchbox");
  await field.fill("webhook signature");
  const results = page.locator("[data-search-results]");
  await expect(results.getByRole("heading", { level: 2 }).first()).toContainText("Webhook payloads");
  await expect(page).toHaveURL("/search?q=webhook+signature");
  await expect(page).toHaveTitle(/^Search results for “webhook signature” \| /);
  await expect(results.getByRole("status")).toHaveText(/pages? found$/);
  await page.goBack();
  await expect(page).toHaveURL("/support");
});

test("the page of a result has its own title, and the results have theirs again on Back", async ({ page }) => {
  await open(page, "/search?q=webhook+signature");
  await markDocument(page);
  await page.locator("[data-search-results]").getByRole("heading", { level: 2 }).getByRole("link", { name: "Webhook payloads" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhook payloads");
  await expect(page).toHaveTitle(/^Webhook payloads \| /);
  await page.goBack();
  await expect(page).toHaveTitle(/^Search results for “webhook signature” \| /);
  await expectSameDocument(page);
});

test("an address can be shared, with its area", async ({ page }) => {
  await open(page, "/search?q=payment&area=Webhooks");
  await expect(page.getByRole("searchbox")).toHaveValue("payment");
  await expect(page.getByRole("button", { name: /^Webhooks/ })).toHaveAttribute("aria-pressed", "true");
  const links = page.locator("[data-search-results] h2 a");
  await expect(links.first()).toBeVisible();
  for (const link of await links.all()) expect(await link.getAttribute("href")).toMatch(/^\/webhooks\//);
  await page.getByRole("button", { name: /^All/ }).click();
  await expect(page).toHaveURL("/search?q=payment");
});

test("further results come as one scrolls", async ({ page }) => {
  await open(page, "/search?q=payment");
  const groups = page.locator("[data-search-results] article");
  await expect(groups.first()).toBeVisible();
  const before = await groups.count();
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => groups.count()).toBeGreaterThan(before);
});

test("is what the form leads to, and the dialog's last link", async ({ page }) => {
  await open(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("return");
  await page.getByRole("link", { name: /^See all \d+ results$/ }).click();
  await expect(page).toHaveURL("/search?q=return");
  await expect(page.locator("[data-search-results] article").first()).toBeVisible();
});

test("says when nothing is found and when nothing can be fetched", async ({ page, problems }) => {
  await open(page, "/search?q=zzzzqqqq");
  await expect(page.getByText("No results for “zzzzqqqq”")).toBeVisible();
  await page.route(/\/search-index\/|\/assets\/search\//, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Unable to fetch results");
  await page.unroute(/\/search-index\/|\/assets\/search\//);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("No results for “zzzzqqqq”")).toBeVisible();
  problems.length = 0;
});

test("says when its own code would not load, and tries again", async ({ page, context, problems }) => {
  await page.route(/\/assets\/page-root-[^/]*\.js/, (route) => route.abort());
  await open(page, "/search?q=payment");
  await expect(page.getByRole("alert")).toContainText("You might want to check your network connection.");
  await page.unroute(/\/assets\/page-root-[^/]*\.js/);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.locator("[data-search-results] article").first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  problems.length = 0;
});

test("the button brings further results where scrolling does not", async ({ page }) => {
  await page.addInitScript(() => {
    IntersectionObserver.prototype.observe = () => undefined;
  });
  await open(page, "/search?q=payment");
  const groups = page.locator("[data-search-results] article");
  await expect(groups).toHaveCount(10);
  await page.getByRole("button", { name: "Show more results" }).press("Enter");
  await expect(groups).toHaveCount(20);
  // The button is below them now: the reader goes on where the new ones begin.
  await expect(groups.nth(10).getByRole("link").first()).toBeFocused();
});

test("an area narrows the results and goes into the address, without an entry of its own in the history", async ({ page }) => {
  await open(page, "/support");
  await page.goto("/search?q=payment");
  const areas = page.getByRole("list", { name: "Narrow to" });
  await expect(areas.getByRole("button")).toHaveText([/^All \d+$/, ...Array.from({ length: 6 }, () => /^(Guides|API reference|SDKs|Webhooks|ACH reference|Platforms) \d+$/)]);
  await areas.getByRole("button", { name: /^ACH reference/ }).click();
  await expect(page).toHaveURL("/search?q=payment&area=ACH+reference");
  const links = page.locator("[data-search-results] h2 a");
  await expect(links.first()).toHaveAttribute("href", /^\/resources\/ach-reference\//);
  await page.goBack();
  await expect(page).toHaveURL("/support");
});

test("is not for other search engines, and its form needs no script", async ({ page, request, browser }) => {
  await open(page, "/search");
  await expect(page.locator("meta[name='robots']")).toHaveAttribute("content", /noindex/);
  expect(await (await request.get("/sitemap.xml")).text()).not.toMatch(/\/search<\/loc>/);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(new URL("/search", page.url()).href);
  await expect(plain.getByText(/all pages as text/)).toBeVisible();
  await plain.getByRole("searchbox").fill("return codes");
  await plain.locator("main").getByRole("button", { name: "Search", exact: true }).click();
  await expect(plain).toHaveURL(/\/search\?q=return\+codes$/);
  await context.close();
});

for (const mode of ["light", "dark"] as const) {
  test(`results have no barrier in ${mode} mode`, async ({ page }) => {
    await page.addInitScript((value) => { localStorage.setItem("theme", value); }, mode);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/search?q=payment");
    await expect(page.locator("[data-search-results] article").first()).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    for (const query of ["payment", "zzzzqqqq", ""]) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill(query);
      if (query === "payment") await expect(page.getByRole("option").first()).toBeVisible();
      expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
      await page.keyboard.press("Escape");
    }
  });
}
