import { expectSameDocument, follow, markDocument, open, openWithoutPrefetch } from "./portal";
import { expect, test } from "./variant";

const TAG_MANAGER = "https://www.googletagmanager.com/**";

test("the tag manager starts after the first paint and hears of every page", async ({ page, serveVariant }) => {
  const address = await serveVariant({ settings: { PORTICO_ANALYTICS__TAG_MANAGER_ID: "GTM-TEST123" } });
  const requests: string[] = [];
  await page.route(TAG_MANAGER, async (route) => {
    requests.push(route.request().url());
    await route.fulfill({ contentType: "text/javascript", body: "window.tagManagerRan = true" });
  });
  await open(page, `${address}/start`);
  await expect.poll(() => page.evaluate(() => (window as { tagManagerRan?: boolean }).tagManagerRan)).toBe(true);
  expect(requests).toEqual(["https://www.googletagmanager.com/gtm.js?id=GTM-TEST123"]);
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    asked: performance.getEntriesByType("resource").find(({ name }) => name.includes("gtm.js"))?.startTime ?? -1,
  }));
  expect(asked).toBeGreaterThan(painted);

  await markDocument(page);
  await follow(page, "/docs/a/one");
  await expect(page).toHaveURL(`${address}/a/one`);
  await page.goBack();
  await expect(page).toHaveURL(`${address}/start`);
  const layer = () => page.evaluate(() => (window as unknown as { dataLayer: Record<string, unknown>[] }).dataLayer);
  await expect.poll(async () => (await layer()).length).toBe(3);
  expect(await layer()).toEqual([
    { "event": "gtm.js", "gtm.start": expect.any(Number) as unknown },
    { event: "page_view", page_title: "One | Nested", page_location: `${address}/a/one`, page_path: "/docs/a/one" },
    { event: "page_view", page_title: "Start & go | Nested", page_location: `${address}/start`, page_path: "/docs/start" },
  ]);
  expect(requests).toHaveLength(1);
  await expectSameDocument(page);
});

test("a tag manager that does not load leaves the page as it is", async ({ page, problems, serveVariant }) => {
  const address = await serveVariant({ settings: { PORTICO_ANALYTICS__TAG_MANAGER_ID: "GTM-TEST123" } });
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("gtm.js"));
  await page.route(TAG_MANAGER, (route) => route.abort("blockedbyclient"));
  await open(page, `${address}/start`);
  await failed;
  await follow(page, "/docs/a/one");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One");
  expect(problems.filter((problem) => !problem.includes("ERR_BLOCKED_BY_CLIENT"))).toEqual([]);
  problems.length = 0;
});

test("without an id nothing is asked of others", async ({ page }) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "127.0.0.1" && !request.url().startsWith("data:")) outside.push(request.url());
  });
  const response = await open(page, "/");
  expect(response.headers()["content-security-policy"]).not.toContain("googletagmanager");
  await follow(page, "/support");
  await expect(page).toHaveURL("/support");
  await page.waitForLoadState("networkidle");
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
});

for (const width of [390, 1440]) {
  test(`a reader who went offline gets the error with Retry inside the page's frame at ${String(width)} px`, async ({ page, context, problems }) => {
    await page.setViewportSize({ width, height: 800 });
    await openWithoutPrefetch(page, "/best-practices");
    await markDocument(page);
    await context.setOffline(true);
    await follow(page, "/support");
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("You might want to check your network connection.");
    await expectSameDocument(page);
    await expect(page).toHaveURL("/support");
    await expect(page.getByRole("banner")).toBeInViewport();
    await expect(page.getByRole("contentinfo")).toBeAttached();
    // Retry while nothing has changed leaves it so; pages that were shown before still open.
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(alert).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best practices");
    await page.goForward();
    await expect(alert).toBeVisible();

    await context.setOffline(false);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    await expect(alert).toHaveCount(0);
    await expectSameDocument(page);
    expect(problems.filter((problem) => problem.startsWith("uncaught"))).toEqual([]);
    problems.length = 0;
  });
}
