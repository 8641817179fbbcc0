import { expectSameDocument, follow, markDocument, open, scrollTop } from "./portal";
import { expect, test, WIDTHS } from "./variant";

for (const width of WIDTHS) {
  test(`the navbar stays at the top of the window at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/best-practices");
    await page.evaluate(() => { window.scrollTo({ top: 1200, behavior: "instant" }); });
    await expect.poll(() => page.getByRole("banner").evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
    await expect(page.getByRole("button", { name: "Search", exact: true })).toBeInViewport();
    // What is in the navbar lies above the page.
    const covered = await page.getByRole("banner").evaluate((element) => {
      const { left, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, height / 2));
    });
    expect(covered).toBe(true);
  });
}

test("the keyboard reaches the navbar without scrolling the page", async ({ page }) => {
  await open(page, "/best-practices");
  await page.getByRole("button", { name: "Dismiss announcement" }).click();
  await page.evaluate(() => { window.scrollTo({ top: 1200, behavior: "instant" }); });
  await page.getByRole("banner").getByRole("link", { name: "Example Pay Developers" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("banner").getByRole("link", { name: "Home", exact: true })).toBeFocused();
  expect(await scrollTop(page)).toBe(1200);
});

test("the link of the section is active on all its pages, and no other", async ({ page }) => {
  await open(page, "/");
  const active = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]");
  await expect(active).toHaveText(["Home"]);
  for (const [path, label] of [
    ["/quickstart/", "Integration"],
    ["/api/payments/make-payment", "Integration"],
    ["/resources/dynamic-links", "Resources"],
    ["/resources/platforms/overview", "Resources"],
    ["/support", "Support"],
  ] as const) {
    await follow(page, path);
    await expect(page).toHaveURL(path);
    await expect(active).toHaveText([label]);
  }
  await follow(page, "/disclaimer");
  await expect(page).toHaveURL("/disclaimer");
  await expect(active).toHaveCount(0);
});

test.describe("a dropdown", () => {
  test("works with the pointer", async ({ page, serveVariant }) => {
    const address = await serveVariant({});
    await open(page, `${address}/a/one`);
    const button = page.getByRole("banner").getByText("Menu", { exact: true });
    const link = page.getByRole("banner").getByRole("link", { name: "Start" });
    await expect(link).toBeHidden();
    await button.click();
    await expect(link).toBeInViewport({ ratio: 1 });
    await page.getByRole("heading", { level: 1 }).click();
    await expect(link).toBeHidden();

    await button.click();
    await markDocument(page);
    await link.click();
    await expect(page).toHaveURL(`${address}/start`);
    await expectSameDocument(page);
    await expect(link).toBeHidden();
    await button.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  });

  test("works with the keyboard", async ({ page, serveVariant }) => {
    await open(page, `${await serveVariant({})}/a/one`);
    const button = page.getByRole("banner").locator("summary", { hasText: "Menu" });
    const items = page.getByRole("banner").locator("details a");
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(items.first()).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(items.first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(items.first()).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press("Space");
    await expect(items.first()).toBeVisible();
    for (let stop = 0; stop <= (await items.count()); stop += 1) await page.keyboard.press("Tab");
    await expect(items.first(), "leaving it closes it").toBeHidden();
  });
});

test("links that lead outside say so and leave the portal open", async ({ page, context, serveVariant }) => {
  await context.route("https://www.example.com/**", (route) => route.fulfill({ contentType: "text/html", body: "<title>Outside</title>" }));
  await open(page, `${await serveVariant({})}/start`);
  await page.getByRole("banner").getByText("Menu", { exact: true }).click();
  const outside = page.getByRole("banner").getByRole("link", { name: "Outside" });
  await expect(outside).toHaveAccessibleName("Outside (opens in a new tab)");
  await expect(outside).toHaveAttribute("rel", "noopener noreferrer");
  const mark = await outside.locator(".external-mark").evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    const before = getComputedStyle(element, "::before");
    const after = getComputedStyle(element, "::after");
    return { width, height, drawn: [before.maskImage, after.maskImage, getComputedStyle(element).maskImage] };
  });
  expect(mark.width).toBeGreaterThan(0);
  expect(mark.drawn.some((image) => image.includes("url("))).toBe(true);
  const opened = context.waitForEvent("page");
  await outside.click();
  await expect(await opened).toHaveTitle("Outside");
  await expect(page).toHaveTitle(/Start/);
});

test("letters enlarged twice cover nothing in it, and push nothing out of the window", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/best-practices");
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 200% !important }");
    document.adoptedStyleSheets.push(sheet);
  });
  const boxes = await page.getByRole("banner").locator("a, button").evaluateAll((controls) =>
    controls.filter((control) => control.checkVisibility()).map((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return { name: control.ariaLabel ?? control.textContent, left, right, top, bottom };
    }),
  );
  expect(boxes.length).toBeGreaterThan(5);
  for (const [index, one] of boxes.entries()) {
    expect(one.right, one.name ?? "").toBeLessThanOrEqual(1280);
    for (const other of boxes.slice(index + 1)) {
      const isApart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      expect(isApart, `${one.name ?? ""} and ${other.name ?? ""}`).toBe(true);
    }
  }
});

test("a long word in the breadcrumbs breaks before it widens the page of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/api/payments/make-payment");
  await page.locator("main nav li[aria-current]").evaluate((crumb) => { crumb.textContent = "Unbreakable".repeat(9); });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
