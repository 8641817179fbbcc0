import { follow, open } from "./portal";
import { expect, sightsOf, test, watchLoading } from "./variant";

test.use({ colorScheme: "dark" });

test("a reader who never chose sees the light mode, whatever the system says", async ({ page }) => {
  await watchLoading(page);
  await open(page, "/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect((await sightsOf(page)).colors).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
});

for (const width of [390, 1440]) {
  test(`a chosen mode is stored and shows from the first frame on at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/support");
    await page.getByRole("button", { name: "Switch to dark mode" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("button", { name: "Switch to light mode" })).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await follow(page, "/best-practices");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best practices");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

    await watchLoading(page);
    await page.reload();
    await expect(page.getByRole("button", { name: "Switch to light mode" })).toBeVisible();
    const { colors, shift } = await sightsOf(page);
    expect(colors).toEqual([expect.stringMatching(/^dark /)]);
    expect(shift).toBe(0);
    await page.getByRole("button", { name: "Switch to light mode" }).press("Enter");
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
  });
}

test("other tabs follow", async ({ page, context }) => {
  await open(page, "/support");
  const other = await context.newPage();
  await open(other, "/");
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.getByRole("button", { name: "Switch to light mode" })).toBeVisible();
  await page.evaluate(() => { localStorage.clear(); });
  await expect(other.locator("html")).toHaveAttribute("data-theme", "light");
});

test("without the switch the default holds, whatever was chosen before", async ({ page, serveVariant }) => {
  const address = await serveVariant({ settings: { PORTICO_COLOR_MODE__DISABLE_SWITCH: "true" } });
  await page.addInitScript(() => { localStorage.setItem("theme", "dark"); });
  await watchLoading(page);
  await open(page, `${address}/start`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect((await sightsOf(page)).colors).toEqual([expect.stringMatching(/^light /)]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole("button", { name: /^Switch to/ })).toHaveCount(0);
  }
  await follow(page, `${new URL(address).pathname}/a/one`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("the default can be dark", async ({ page, serveVariant }) => {
  const address = await serveVariant({ settings: { PORTICO_COLOR_MODE__DEFAULT: "dark" } });
  await watchLoading(page);
  await open(page, `${address}/start`);
  expect((await sightsOf(page)).colors).toEqual([expect.stringMatching(/^dark /)]);
  await page.getByRole("button", { name: "Switch to light mode" }).click();
  await watchLoading(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Switch to dark mode" })).toBeVisible();
  expect((await sightsOf(page)).colors).toEqual([expect.stringMatching(/^light /)]);
});
