import type { Page } from "@playwright/test";
import { expect, follow, open, test } from "./portal";

const PAGE_WITH_TABS = "/sdks/javascript-sdk";

/** Waits until the islands work. */
async function openTabs(page: Page, path: string) {
  await open(page, path);
  await expect(page.locator(".code-actions").first()).toBeAttached();
}

test("tabs are chosen by mouse and keyboard", async ({ page }) => {
  await openTabs(page, PAGE_WITH_TABS);
  const list = page.getByRole("tablist").first();
  const tabs = list.getByRole("tab");
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: await tabs.nth(1).innerText() }).first()).toBeVisible();

  // Arrows move the focus around, Enter chooses.
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(2)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(0)).toBeFocused();
  await page.keyboard.press("End");
  await expect(tabs.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(tabs.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect(tabs.nth(0)).toHaveAttribute("aria-selected", "true");
});

test("a chosen tab shows everywhere, before the page is painted", async ({ page, context }) => {
  await openTabs(page, PAGE_WITH_TABS);
  const other = await context.newPage();
  await openTabs(other, "/sdks/react-native/user-guide");
  const yarn = (of: Page) => of.getByRole("tab", { name: "Yarn" }).first();
  await yarn(page).click();
  await expect(yarn(other)).toHaveAttribute("aria-selected", "true");

  // No script but the one in the head: what shows is what shows first.
  await other.route(/\/assets\/client-/, (route) => route.abort());
  await other.goto(PAGE_WITH_TABS);
  await expect(other.locator("[role='tabpanel'][data-value='yarn']").first()).toBeVisible();
  await expect(other.locator("[role='tabpanel'][data-value='npm']").first()).toBeHidden();

  await follow(page, "/support");
  await expect(page).toHaveURL("/support");
  await follow(page, "/sdks/react-native/user-guide");
  await expect(yarn(page)).toHaveAttribute("aria-selected", "true");
});

test("code is copied as it stands", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/");
  const figure = page.locator(".code").first();
  await figure.hover();
  await figure.getByRole("button", { name: "Copy code to clipboard" }).click();
  await expect(figure.getByRole("button", { name: "Copied" })).toBeVisible();
  await expect(page.locator("[data-announcer]")).toContainText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await figure.locator("code").evaluate((code) => code.textContent);
  expect(copied).toBe(shown.replace(/\n$/, ""));
  expect(copied).toContain("\n");
  await expect(figure.getByRole("button", { name: "Copy code to clipboard" })).toBeAttached();
});

test("the page is copied as Markdown, also where only those may copy who begin at once", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("no gesture", "NotAllowedError"));
    document.execCommand = () => false;
  });
  await open(page, "/quickstart/");
  await page.getByRole("button", { name: "Copy page as Markdown" }).click();
  await expect(page.getByRole("button", { name: "Page copied" })).toBeVisible();
  const [copied, markdown] = await page.evaluate(async () => [await navigator.clipboard.readText(), await (await fetch("/quickstart.md")).text()]);
  expect(copied).toBe(markdown);
});

test("long lines of code can be wrapped, short ones need not", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/");
  const figure = page.locator(".code").first();
  const button = figure.getByRole("button", { name: "Toggle word wrap" });
  const overflows = () => figure.locator("pre").evaluate((pre) => pre.scrollWidth > pre.clientWidth);
  expect(await overflows()).toBe(true);
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  expect(await overflows()).toBe(false);
  await button.click();
  expect(await overflows()).toBe(true);
});

test("buttons of code come without a shift", async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        document.documentElement.dataset["shift"] = String(Number(document.documentElement.dataset["shift"] ?? 0) + (entry as unknown as { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openTabs(page, PAGE_WITH_TABS);
  await page.waitForLoadState("networkidle");
  expect(Number((await page.locator("html").getAttribute("data-shift")) ?? 0)).toBeLessThan(0.01);
});

test("a link into closed details opens them", async ({ page }) => {
  await open(page, "/support");
  await page.evaluate(() => {
    document
      .querySelector("[data-content]")
      ?.insertAdjacentHTML("beforeend", '<details><summary>More</summary><p id="test-target">Inside</p></details>');
  });
  await follow(page, "#test-target");
  await expect(page.locator("#test-target")).toBeVisible();
  await expect(page.locator("#test-target")).toBeInViewport();
});

test("a link into a hidden panel shows it, and the browser's search may", async ({ page }) => {
  await openTabs(page, PAGE_WITH_TABS);
  const panel = page.locator("[role='tabpanel'][data-value='pnpm']").first();
  await expect(panel).toHaveAttribute("hidden", "until-found");
  await panel.evaluate((element) => {
    const target = element.querySelector("pre");
    if (target !== null) target.id = "test-target";
  });
  await follow(page, "#test-target");
  await expect(page.locator("#test-target")).toBeVisible();
  await expect(page.getByRole("tab", { name: "pnpm" }).first()).toHaveAttribute("aria-selected", "true");
});
