import { follow, markDocument, expectSameDocument, open } from "./portal";
import { expect, sightsOf, test, watchLoading, WIDTHS } from "./variant";

const COLORED = {
  settings: {
    PORTICO_ANNOUNCEMENT_BAR__BACKGROUND_COLOR: "#20232a",
    PORTICO_ANNOUNCEMENT_BAR__TEXT_COLOR: "#ffeedd",
  },
};

test("the announcement has its HTML and its colours", async ({ page, serveVariant }) => {
  const address = await serveVariant(COLORED);
  await open(page, `${address}/`);
  const bar = page.getByRole("region", { name: "Announcement" });
  await expect(bar).toHaveCSS("background-color", "rgb(32, 35, 42)");
  await expect(bar).toHaveCSS("color", "rgb(255, 238, 221)");
  await expect(bar.getByRole("link")).toHaveCSS("color", "rgb(255, 238, 221)");
  await markDocument(page);
  await bar.getByRole("link", { name: "this" }).click();
  await expect(page).toHaveURL(`${address}/start`);
  await expectSameDocument(page);
});

test("an announcement that is not closeable has no button", async ({ page, serveVariant }) => {
  await open(page, `${await serveVariant({ settings: { PORTICO_ANNOUNCEMENT_BAR__CLOSEABLE: "false" } })}/`);
  await expect(page.getByRole("region", { name: "Announcement" })).toHaveText("Read this first");
  await expect(page.getByRole("button", { name: "Dismiss announcement" })).toHaveCount(0);
});

for (const width of WIDTHS) {
  test(`a dismissed announcement stays away at ${String(width)} px, without a flash or a shift`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await watchLoading(page);
    await open(page, "/best-practices");
    await page.waitForLoadState("networkidle");
    const first = await sightsOf(page);
    expect(first.bars).toHaveLength(1);
    expect(first.shift, "nothing shifts with the bar").toBe(0);

    const bar = page.getByRole("region", { name: "Announcement" });
    await bar.getByRole("button", { name: "Dismiss announcement" }).click();
    await expect(bar).toBeHidden();
    await follow(page, "/support");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    await expect(bar).toBeHidden();

    await page.goto("/best-practices");
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.waitForLoadState("networkidle");
    await expect(bar).toBeHidden();
    expect(await sightsOf(page)).toMatchObject({ bars: [0], shift: 0 });
  });
}

test("focus goes on to the navbar when the announcement goes", async ({ page }) => {
  await open(page, "/support");
  await page.getByRole("button", { name: "Dismiss announcement" }).press("Enter");
  await expect(page.getByRole("region", { name: "Announcement" })).toBeHidden();
  await expect(page.getByRole("banner").getByRole("link").first()).toBeFocused();
});

test("a dismissed announcement comes back with another id", async ({ page, serveVariant }) => {
  const address = await serveVariant(COLORED);
  const renewed = await serveVariant({ settings: { PORTICO_ANNOUNCEMENT_BAR__ID: "two" } });
  await open(page, `${address}/start`);
  const bar = page.getByRole("region", { name: "Announcement" });
  await bar.getByRole("button", { name: "Dismiss announcement" }).click();
  const stored = () => page.evaluate(() => [localStorage.getItem("portico.announcement.dismiss"), localStorage.getItem("portico.announcement.id")]);
  expect(await stored()).toEqual(["true", "one"]);
  await page.reload();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(bar).toBeHidden();

  // The same address, published anew.
  await page.route(`${address}/**`, async (route) => {
    await route.fulfill({ response: await route.fetch({ url: route.request().url().replace(address, renewed) }) });
  });
  await watchLoading(page);
  await page.reload();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(bar).toBeVisible();
  expect((await sightsOf(page)).bars).toEqual([await bar.evaluate((element) => element.getBoundingClientRect().height)]);
  await bar.getByRole("button", { name: "Dismiss announcement" }).click();
  expect(await stored()).toEqual(["true", "two"]);
});

test("colours, dismissal and everything else obey the Content-Security-Policy", async ({ page, serveVariant }) => {
  const response = await open(page, `${await serveVariant(COLORED)}/`);
  expect(response.headers()["content-security-policy"]).not.toContain("unsafe-inline");
});
