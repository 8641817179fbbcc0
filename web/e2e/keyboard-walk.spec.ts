import type { Page } from "@playwright/test";
import { expect, openWithoutPrefetch, test } from "./portal";
import { operate } from "./operate";
import { beginWalk, expectFocus, holdLinks, press } from "./walk";

const PAGES = {
  "the home page": "/",
  "a guide": "/quickstart/",
  "a page of the API reference": "/api/payments/make-payment",
  "a page with tabs": "/sdks/javascript-sdk",
  "a page with wide tables": "/resources/ach-reference/returns",
  "the search page": "/search",
  "the page for unknown paths": "/no/such/page",
};

test.use({ contextOptions: { reducedMotion: "reduce" }, permissions: ["clipboard-read", "clipboard-write"] });

/** Goes through everything there is once, from the top, and uses it. */
async function walkThrough(page: Page, howMany: number): Promise<void> {
  const stops: string[] = [];
  // The search page has put the focus into its field.
  while ((await page.evaluate(() => document.activeElement !== document.body)) && (await press(page, "Shift+Tab")).index !== 0);
  for (let index = 0; index < howMany; index += 1) {
    const isThere = index === 0 && (await page.evaluate(() => document.activeElement !== document.body));
    const stop = isThere ? await expectFocus(page, "Shift+Tab") : await press(page, "Tab");
    expect(stop.index, `${stop.name} is control ${String(index)}, after ${stops.at(-1) ?? "the beginning"}`).toBe(index);
    stops.push(stop.name);
    await operate(page, stop);
    const last = await expectFocus(page, `using ${stop.name}`);
    expect(last.index ?? index, `using ${stop.name} leaves the focus on it`).toBe(index);
  }
}

for (const width of [1280, 390]) {
  test.describe(`by keyboard at ${String(width)} px`, () => {
    test.use({ viewport: { width, height: 800 } });
    // Hundreds of keys, each with a look at what it did.
    test.setTimeout(120_000);

    for (const [kind, path] of Object.entries(PAGES)) {
      test(`everything on ${kind} is reached, seen and used, forwards and backwards`, async ({ page, problems }) => {
        await openWithoutPrefetch(page, path);
        await page.waitForLoadState("networkidle");
        await holdLinks(page);
        const howMany = await beginWalk(page);
        expect(howMany).toBeGreaterThan(8);
        await walkThrough(page, howMany);

        // Back again. The button that leads to the top appears on the way.
        for (let index = howMany - 2; index >= 0; index -= 1) {
          let stop = await press(page, "Shift+Tab");
          if (stop.name.includes("Scroll back to top")) stop = await press(page, "Shift+Tab");
          expect(stop.index, stop.name).toBe(index);
        }
        if (path === "/no/such/page") problems.length = 0;
      });
    }
  });
}
