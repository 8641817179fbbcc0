import type { Page } from "@playwright/test";
import { addLink, expect, expectOtherDocument, expectSameDocument, follow, markDocument, open, openWithoutPrefetch, test } from "./portal";

const SUPPORT_DATA = /page-data\/support\.json$/;

test.describe("page data that would not load", () => {
  test.afterEach(({ problems }) => {
    // The browser reports the fault, and the router what it does about it.
    expect(problems.filter((problem) => problem.startsWith("uncaught"))).toEqual([]);
    problems.length = 0;
  });

  test("leads to one full load, then to an error with Retry", async ({ page }) => {
    await page.route(SUPPORT_DATA, (route) => route.abort());
    await openWithoutPrefetch(page, "/");
    await markDocument(page);
    await follow(page, "/support");
    await expect(page).toHaveURL("/support");
    await expectOtherDocument(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");

    await open(page, "/");
    await markDocument(page);
    await follow(page, "/support");
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toBeVisible();
    await expect(page).toHaveURL("/support");
    await expectSameDocument(page);

    // A new try while it still fails changes nothing; then it works. The alert stands all the while: what tells that the
    // first try is over is its request, which else might come through once the way is free.
    const retry = alert.getByRole("button", { name: "Retry" });
    const failed = page.waitForEvent("requestfailed", (request) => SUPPORT_DATA.test(request.url()));
    await retry.click();
    await failed;
    await expect(retry).toHaveAttribute("aria-disabled", "false");
    await page.unroute(SUPPORT_DATA);
    await retry.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    await expect(page).toHaveTitle(/^Support \| /);
    await expectSameDocument(page);
    await page.goBack();
    await expect(page.locator("html")).toHaveAttribute("data-layout", "home");
    await expectSameDocument(page);
  });

  test("leaves the way back to the page that was shown", async ({ page }) => {
    await page.route(SUPPORT_DATA, (route) => route.abort());
    await openWithoutPrefetch(page, "/best-practices");
    await page.evaluate(() => { sessionStorage.setItem("portico.reloads", JSON.stringify({ support: Date.now() })); });
    await follow(page, "/support");
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best practices");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.locator("[data-content]")).not.toBeEmpty();
  });

  for (const [what, response] of [
    ["is not JSON", { status: 200, contentType: "application/json", body: "<!doctype html>" }],
    ["is something else", { status: 200, contentType: "application/json", body: '{"html": 7}' }],
    ["answers with an error", { status: 503, body: "" }],
    ["is missing", { status: 404, body: "" }],
  ] as const) {
    test(`because it ${what} leads to a full load`, async ({ page }) => {
      await page.route(SUPPORT_DATA, (route) => route.fulfill(response));
      await openWithoutPrefetch(page, "/");
      await markDocument(page);
      await follow(page, "/support");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
      await expectOtherDocument(page);
    });
  }

  test("because it was made by another theme leads to a full load", async ({ page }) => {
    await page.route(SUPPORT_DATA, async (route) => {
      const response = await route.fetch();
      const data = (await response.json()) as object;
      await route.fulfill({ json: { ...data, theme: "of another time" } });
    });
    await openWithoutPrefetch(page, "/");
    await markDocument(page);
    await follow(page, "/support");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    await expectOtherDocument(page);
  });

  test("for a sidebar leads to a full load too", async ({ page }) => {
    await page.route(/sidebar.*\.json$/, (route) => route.abort());
    await openWithoutPrefetch(page, "/");
    await markDocument(page);
    await follow(page, "/resources/dynamic-links");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dynamic links");
    await expectOtherDocument(page);
  });

  test("for a path that is no page shows that it is not found", async ({ page }) => {
    await openWithoutPrefetch(page, "/");
    for (let time = 0; time < 2; time += 1) {
      await follow(page, "/no/such/page");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
      await page.goBack();
    }
  });
});

test("the progress bar shows after 200 ms and not before", async ({ page }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => { release = resolve; });
  await page.route(SUPPORT_DATA, async (route) => {
    await released;
    await route.continue();
  });
  await openWithoutPrefetch(page, "/");
  await addLink(page, "/support");
  const shownAfter = await page.evaluate(async () => {
    const bar = document.querySelector("[data-progress]");
    const shown = new Promise<number>((resolve) => {
      const start = performance.now();
      new MutationObserver(() => {
        if (bar?.getAttribute("data-state") === "running") resolve(performance.now() - start);
      }).observe(bar ?? document.body, { attributes: true });
    });
    document.getElementById("test-link")?.click();
    return shown;
  });
  expect(shownAfter).toBeGreaterThanOrEqual(199);
  expect(shownAfter).toBeLessThan(1000);
  await expect(page.locator("[data-progress]")).toHaveAttribute("aria-hidden", "true");
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await expect(page.locator("[data-progress]")).toHaveAttribute("data-state", "done");
});

test("the progress bar does not show for a quick navigation", async ({ page }) => {
  await open(page, "/");
  await page.evaluate(() => {
    const bar = document.querySelector("[data-progress]");
    new MutationObserver(() => {
      if (bar?.getAttribute("data-state") === "running") document.documentElement.dataset["progressSeen"] = "";
    }).observe(bar ?? document.body, { attributes: true });
  });
  // A page that was loaded ahead is there at once, however busy the machine.
  await addLink(page, "/resources/overview");
  const ahead = page.waitForResponse(/page-data\/resources\/overview\.json$/);
  await page.locator("#test-link").hover();
  await (await ahead).finished();
  await page.locator("#test-link").click();
  await expect(page).toHaveURL("/resources/overview");
  await page.waitForTimeout(300);
  await expect(page.locator("html[data-progress-seen]")).toHaveCount(0);
});

for (const [what, connection] of [
  ["saves data", { saveData: true, effectiveType: "4g" }],
  ["has a 2g connection", { saveData: false, effectiveType: "slow-2g" }],
] as const) {
  test(`nothing is loaded ahead for a reader who ${what}`, async ({ page }) => {
    await page.addInitScript((value) => { Object.defineProperty(navigator, "connection", { value }); }, connection);
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/page-data/")) loaded.push(request.url());
    });
    await open(page, "/");
    await addLink(page, "/support");
    await page.locator("#test-link").hover();
    await page.waitForLoadState("networkidle");
    expect(loaded).toEqual([]);
    await page.locator("#test-link").click();
    await expect(page).toHaveURL("/support");
    expect(loaded).toHaveLength(1);
  });
}

test("links on the screen are loaded ahead otherwise, each once", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/page-data/")) loaded.push(request.url());
  });
  await open(page, "/");
  await expect.poll(() => loaded.some((url) => url.endsWith("/page-data/quickstart.json"))).toBe(true);
  await page.waitForLoadState("networkidle");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Integration" }).hover();
  expect(new Set(loaded).size).toBe(loaded.length);
});

test("without storage everything still works", async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    Object.defineProperty(window, "sessionStorage", { get: refuse });
  });
  await open(page, "/sdks/javascript-sdk");
  await markDocument(page);
  const second = page.getByRole("tab").nth(1);
  await second.click();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await page.evaluate(() => { window.scrollTo(0, 200); });
  await follow(page, "/support");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("JavaScript SDK");
  await expect(page.getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
  await expectSameDocument(page);
});

test.describe("a document that does not fit its data", () => {
  /** Changes the documents on their way. */
  async function changeDocuments(page: Page, path: string, change: (html: string) => string) {
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
  }

  test("is reported and works all the same", async ({ page, problems }) => {
    await changeDocuments(page, "/support", (html) => html.replace(/<h1([^>]*)>Support<\/h1>/, "<h1$1>Something else</h1>"));
    await open(page, "/support");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    expect(problems.filter((problem) => problem.startsWith("error:"))).not.toEqual([]);
    problems.length = 0;
    await expect(page.locator("[data-content]")).not.toBeEmpty();
    await markDocument(page);
    await follow(page, "/disclaimer");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disclaimer");
    await expectSameDocument(page);
  });

  test("stays readable even if nothing can be made of it", async ({ page, problems }) => {
    await changeDocuments(page, "/support", (html) =>
      html.replace(/(<script[^>]*id="portico-data"[^>]*>)([^<]*)/, (_, start: string, data: string) => {
        const bootstrap = JSON.parse(data) as { site: object };
        return start + JSON.stringify({ ...bootstrap, site: { ...bootstrap.site, footer: null } }).replaceAll("<", "\\u003c");
      }),
    );
    await page.goto("/support");
    await expect.poll(() => problems.length).toBeGreaterThan(0);
    problems.length = 0;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await markDocument(page);
    await follow(page, "/disclaimer");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disclaimer");
    await expectOtherDocument(page);
  });
});

test("a component that throws crashes its page, not the portal", async ({ page, problems }) => {
  // Headings that are none pass every check of the data, and throw where the toc is rendered.
  await page.route(SUPPORT_DATA, async (route) => {
    const data = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...data, toc: [null] } });
  });
  await openWithoutPrefetch(page, "/quickstart/");
  await markDocument(page);
  await follow(page, "/support");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("This page crashed.");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();

  await main.getByRole("button", { name: "Try again" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("This page crashed.");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Resources" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Platforms overview");
  await expectSameDocument(page);
  expect(problems.length).toBeGreaterThan(0);
  problems.length = 0;
});
