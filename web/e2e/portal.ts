import { test as base, expect, type ConsoleMessage, type Page, type Response } from "@playwright/test";
import type { Bootstrap } from "../src/contract";

interface PortalFixtures {
  /** What the browser complained about. A test fails if something is left in it. */
  problems: string[];
}

/** A test that fails when the browser's console holds an error or a warning. */
export const test = base.extend<PortalFixtures>({
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on("console", (message: ConsoleMessage) => {
        if (["error", "warning"].includes(message.type())) problems.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens a page and waits until all of it works, its islands too. */
export async function open(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  if (response === null) throw new Error(`no response for ${path}`);
  return response;
}

/** Opens a page as a reader does who saves data: nothing is loaded ahead. */
export async function openWithoutPrefetch(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } });
  });
  await open(page, path);
}

/** What the document says about its page. */
export async function bootstrapOf(page: Page): Promise<Bootstrap> {
  return JSON.parse((await page.locator("#portico-data").textContent()) ?? "") as Bootstrap;
}

/** Marks the document, so that `expectSameDocument` can tell it from another one. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset["mark"] = "";
  });
}

/** No document has been loaded since it was marked. */
export async function expectSameDocument(page: Page): Promise<void> {
  await expect(page.locator("html[data-mark]")).toBeAttached();
}

/** Another document has been loaded since. */
export async function expectOtherDocument(page: Page): Promise<void> {
  await expect(page.locator("html[data-mark]")).not.toBeAttached();
}

/** Puts a link into the article and follows it. */
export async function follow(page: Page, href: string): Promise<void> {
  await addLink(page, href);
  await page.locator("#test-link").click();
}

/** Puts a link into the article. */
export async function addLink(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    document.getElementById("test-link")?.remove();
    const link = document.createElement("a");
    link.id = "test-link";
    link.href = address;
    link.textContent = "Link of the test";
    // In view wherever the page is scrolled to, so that following it does not scroll.
    link.style.cssText = "position:fixed;inset-block-end:4px;inset-inline-start:4px;z-index:999;background:#fff;color:#000";
    document.body.append(link);
  }, href);
}

/** How far the page is scrolled. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
