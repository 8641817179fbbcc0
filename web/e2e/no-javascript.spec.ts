import { expect, test } from "./portal";

test.use({ javaScriptEnabled: false });

test("a page reads: article, sidebar, contents and neighbours", async ({ page }) => {
  await page.goto("/api/payments/make-payment");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-content] p").first()).toBeVisible();
  const current = page.getByRole("navigation", { name: "Docs sidebar" }).locator("[aria-current='page']");
  await expect(current).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Docs pages" })).toBeVisible();
});

test("a reader gets around by navbar, sidebar and neighbours", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Integration" }).click();
  await expect(page).toHaveURL("/quickstart/");
  await page.getByRole("navigation", { name: "Docs pages" }).getByRole("link", { name: /^Next/ }).click();
  await expect(page).not.toHaveURL("/quickstart/");
  await page.getByRole("navigation", { name: "Docs sidebar" }).locator("a[href='/quickstart/']").click();
  await expect(page).toHaveURL("/quickstart/");
});

test("every page of a sidebar can be reached", async ({ page }) => {
  await page.goto("/quickstart/");
  const tree = page.getByRole("navigation", { name: "Docs sidebar" });
  const closed = tree.locator("details:not([open]) > summary");
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  await tree.locator("a[href='/api/payments/make-payment']").click();
  await expect(page).toHaveURL("/api/payments/make-payment");
});

test("all panels of tabs show, each under its label", async ({ page }) => {
  await page.goto("/sdks/javascript-sdk");
  const panels = page.locator("portico-island").first().locator("[role='tabpanel']");
  expect(await panels.count()).toBeGreaterThan(1);
  for (const panel of await panels.all()) {
    await expect(panel).toBeVisible();
    const label = await panel.evaluate((element) => getComputedStyle(element, "::before").content);
    expect(label).toBe(`"${(await panel.getAttribute("data-label")) ?? ""}"`);
  }
  await expect(page.getByRole("tablist").first()).toBeHidden();
});

test("nothing is offered that needs script", async ({ page }) => {
  await page.goto("/quickstart/");
  await expect(page.locator(".needs-script:visible")).toHaveCount(0);
  await expect(page.locator(".code-actions")).toHaveCount(0);
});

test("an old path leads to its new page", async ({ page }) => {
  await page.goto("/getting-started");
  await expect(page).toHaveURL("/quickstart/");
});
