import type { Page } from "@playwright/test";
import { expect, expectSameDocument, markDocument, open, openWithoutPrefetch, scrollTop, test } from "./portal";

/** Entry and parts of the index. */
const INDEX = /\/search-index\/|\/assets\/search\//;

function dialog(page: Page) {
  return page.getByRole("dialog", { name: "Search" });
}

function field(page: Page) {
  return page.getByRole("combobox", { name: "Search" });
}

/** The result that Enter would open. */
function active(page: Page) {
  return dialog(page).locator("[role='option'][aria-selected='true']");
}

test("opens by button and keys, and closes by Escape, backdrop and Ctrl+K", async ({ page }) => {
  await open(page, "/quickstart/");
  const button = page.locator("[data-search-button]");
  await button.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("/");
  await expect(field(page)).toHaveValue("/");
  await page.keyboard.press("Control+k");
  await expect(dialog(page)).toBeHidden();

  await page.evaluate(() => { (document.activeElement as HTMLElement | null)?.blur(); });
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await page.mouse.click(5, 400);
  await expect(dialog(page)).toBeHidden();
});

test("by keyboard alone: types, moves, goes there, and Back returns", async ({ page }) => {
  await open(page, "/quickstart/");
  await markDocument(page);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("release hold");
  await expect(active(page)).toHaveAttribute("href", "/api/payments/release-hold");
  await page.keyboard.press("ArrowDown");
  await expect(active(page)).not.toHaveAttribute("href", "/api/payments/release-hold");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/api/payments/release-hold");
  await expect(dialog(page)).toBeHidden();
  await expectSameDocument(page);
  await page.goBack();
  await expect(page).toHaveURL("/quickstart/");
  await expectSameDocument(page);
});

test("Tab stays inside the dialog", async ({ page }) => {
  await open(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("payment");
  await expect(active(page)).toBeVisible();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  }
});

for (const [query, href] of [
  ["R01", "/resources/ach-reference/returns#R01"],
  ["c05", "/resources/ach-reference/returns#C05"],
  ["web", "/resources/ach-reference/sec-codes#WEB"],
  ["amount_exceeds_limit", "/api/overview#error-amount_exceeds_limit"],
  ["transaction.returned", "/webhooks/overview#event-types"],
] as const) {
  test(`${query} leads to its place`, async ({ page }) => {
    await open(page, "/quickstart/");
    await page.keyboard.press("/");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(query);
    await expect(active(page)).toHaveAttribute("href", href);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(href);
    await expect(page.locator(`[id="${href.split("#")[1] ?? ""}"]`)).toBeInViewport();
  });
}

test("the search is dressed when it first shows", async ({ page }) => {
  await page.route(/assets\/dialog-root-.*\.css/, async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await openWithoutPrefetch(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await expect(dialog(page)).toBeVisible();
  expect(await page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes("/dialog-root-") ?? false))).toBe(true);
});

test("422 leads to the first error of that status", async ({ page }) => {
  await open(page, "/quickstart/");
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("422");
  await expect(active(page)).toHaveAttribute("href", /^\/api\/overview#error-/);
});

test("nothing is fetched before the button is pointed at, and little after that", async ({ page }) => {
  const fetched: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on("request", (request) => { if (INDEX.test(request.url())) fetched.push(request.url()); });
  page.on("response", (response) => {
    if (INDEX.test(response.url())) sizes.push(response.body().then((body) => body.length));
  });
  await openWithoutPrefetch(page, "/quickstart/");
  expect(fetched).toEqual([]);
  await page.locator("[data-search-button]").hover();
  await expect.poll(() => fetched.length).toBe(1);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await field(page).fill("webhook payloads");
  await expect(active(page)).toHaveAttribute("href", "/webhooks/payloads");
  // The files are gzip streams, and count as they are.
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(60_000);
  expect(new Set(fetched).size).toBe(fetched.length);
  const before = fetched.length;
  await field(page).fill("webhook payload");
  await field(page).fill("webhook payloads");
  await expect(active(page)).toHaveAttribute("href", "/webhooks/payloads");
  expect(fetched).toHaveLength(before);
});

test("offline, finds again what it found before and tells what it cannot have", async ({ page, context, problems }) => {
  await openWithoutPrefetch(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  // In one go: what is typed letter by letter may be answered before its end.
  await field(page).fill("reconciliation");
  await expect(active(page)).toHaveAttribute("href", "/reconciliation");
  await context.setOffline(true);
  await field(page).fill("");
  await field(page).fill("reconciliation");
  await expect(active(page)).toHaveAttribute("href", "/reconciliation");
  await field(page).fill("sec codes");
  await expect(dialog(page).getByRole("alert")).toContainText("Unable to fetch results");
  await context.setOffline(false);
  await dialog(page).getByRole("button", { name: "Retry" }).click();
  await expect(active(page)).toHaveAttribute("href", /sec-codes/);
  problems.length = 0;
});

test("an index that fails now and then is told each time, and found in the end", async ({ page, problems }) => {
  const parts = ["/search-index/", "/terms-", "/texts-"];
  let failing = "/search-index/";
  await page.route(INDEX, (route) => (route.request().url().includes(failing) ? route.abort() : route.continue()));
  await openWithoutPrefetch(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("payment");
  const alert = dialog(page).getByRole("alert");
  for (const part of parts) {
    failing = part;
    await expect(alert).toContainText("Unable to fetch results");
    failing = parts[parts.indexOf(part) + 1] ?? "nothing";
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(dialog(page).locator("[aria-busy='true']")).toHaveCount(0);
  }
  await expect(active(page)).toBeVisible();
  problems.length = 0;
});

test("an index that would not load is told, and tried again", async ({ page, problems }) => {
  await page.route(INDEX, (route) => route.abort());
  await openWithoutPrefetch(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("payment");
  const alert = dialog(page).getByRole("alert");
  await expect(alert).toContainText("Unable to fetch results");
  await expect(alert).toContainText("You might want to check your network connection.");
  await page.unroute(INDEX);
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(active(page)).toBeVisible();
  problems.length = 0;
});

test("an index that is damaged or missing is told", async ({ page, problems }) => {
  await page.route(INDEX, (route) => route.fulfill({ body: "no index" }));
  await openWithoutPrefetch(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("payment");
  await expect(dialog(page).getByRole("alert")).toContainText("Unable to fetch results");
  await page.unroute(INDEX);
  await page.route(INDEX, (route) => route.fulfill({ status: 404, body: "" }));
  await dialog(page).getByRole("button", { name: "Retry" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Unable to fetch results");
  problems.length = 0;
});

for (const [what, code] of [["code", /assets\/dialog-root-.*\.js/], ["style", /assets\/dialog-root-.*\.css/]] as const) {
  test(`a search whose ${what} would not load is told, and loaded with the page`, async ({ page, context, problems }) => {
    await page.route(code, (route) => route.abort());
    await openWithoutPrefetch(page, "/quickstart/");
    await page.keyboard.press("Control+k");
    await expect(dialog(page)).toContainText("Unable to fetch results");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press("Control+k");
    // A browser remembers what failed: the page is loaded anew, unless that would take it away.
    await context.setOffline(true);
    await dialog(page).getByRole("button", { name: "Retry" }).click();
    await expect(dialog(page)).toContainText("Unable to fetch results");
    await context.setOffline(false);
    await page.unroute(code);
    await Promise.all([page.waitForEvent("load"), dialog(page).getByRole("button", { name: "Retry" }).click()]);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused();
    problems.length = 0;
  });
}

test("a slow index shows that it is under way and then the results", async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => { release = resolve; });
  await page.route(INDEX, async (route) => {
    await held;
    await route.continue();
  });
  await openWithoutPrefetch(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("payment");
  await expect(dialog(page).getByRole("status")).toHaveText("Searching…");
  release();
  await expect(active(page)).toBeVisible();
});

test("says when nothing is found, and where to report it", async ({ page }) => {
  await open(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zzzzqqqq");
  await expect(dialog(page)).toContainText("No results for “zzzzqqqq”");
  await expect(dialog(page).getByRole("link", { name: "Let us know." })).toHaveAttribute("href", /zzzzqqqq/);
});

test("keeps what was opened, to be saved and forgotten", async ({ page }) => {
  await open(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await expect(dialog(page)).toContainText("No recent searches");
  await page.keyboard.type("reconciliation");
  await expect(active(page)).toHaveAttribute("href", "/reconciliation");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/reconciliation");
  await page.keyboard.press("Control+k");
  await dialog(page).getByRole("button", { name: /^Save this search/ }).click();
  await expect(dialog(page).getByRole("rowgroup", { name: "Favorite" })).toContainText("Reconciliation");
  await page.reload();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.keyboard.press("Control+k");
  await dialog(page).getByRole("button", { name: /^Remove this search from favorites/ }).click();
  await expect(dialog(page)).toContainText("No recent searches");
});

test("by keyboard alone, what was opened is forgotten one by one, and focus stays near", async ({ page }) => {
  const visits = (...names: string[]) => names.map((name) => ({ href: `/${name}`, label: name, place: "" }));
  await page.addInitScript((history) => { localStorage.setItem("portico.search.history", history); }, JSON.stringify({
    recent: visits("first", "second"),
    favorites: visits("third"),
  }));
  await open(page, "/quickstart/");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  const button = (name: string) => dialog(page).getByRole("button", { name, exact: true });
  const tabTo = async (name: string) => {
    for (let nth = 0; nth < 10 && !(await button(name).evaluate((it) => it === document.activeElement)); nth += 1) await page.keyboard.press("Tab");
    await expect(button(name)).toBeFocused();
  };
  await tabTo("Remove this search from history: second");
  await page.keyboard.press("Enter");
  await expect(button("Remove this search from history: first")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button("Remove this search from favorites: third")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(dialog(page)).toContainText("No recent searches");
});

test("selected text becomes the query; the page behind keeps its place", async ({ page }) => {
  await open(page, "/quickstart/");
  await page.evaluate(() => { window.scrollTo(0, 500); });
  const before = await scrollTop(page);
  await page.evaluate(() => {
    const heading = [...document.querySelectorAll("main h2")].find((it) => it.textContent?.includes("Before you start"));
    if (heading?.firstChild) document.getSelection()?.selectAllChildren(heading);
  });
  await page.keyboard.press("Control+k");
  await expect(field(page)).toHaveValue("Before you start");
  await page.keyboard.type("r10");
  await expect(field(page)).toHaveValue("r10");
  await page.keyboard.press("Escape");
  expect(await scrollTop(page)).toBe(before);
});

test("on a phone it fills the window and has a Cancel button", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/quickstart/");
  await page.locator("[data-search-button]:visible").first().click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("webhook");
  await expect(active(page)).toBeVisible();
  // Where scrollbars take room, theirs is kept free.
  const box = await dialog(page).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, height: 800 });
  expect(box?.width).toBeGreaterThanOrEqual(370);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
});
