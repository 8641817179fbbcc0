import type { Page } from "@playwright/test";
import { expectSameDocument, follow, markDocument, open, openWithoutPrefetch } from "./portal";
import { expect, test, type Variant } from "./variant";

const variant: Variant = {
  pages: {
    "hidden.mdx": `---
title: Hidden
description: Ours.
---

<Head>
  <meta name="robots" content="noindex" />
  <meta name="description" content="The author's." />
  <meta property="og:image" content="https://pictures.example/own.png" />
  <link rel="me" href="https://people.example/author" />
</Head>

Text.
`,
  },
};

/** What the head says that only some pages say. */
const said = (page: Page) =>
  page.evaluate(() => {
    const found = document.head.querySelectorAll("meta[name='robots'], meta[name='description'], link[rel='me'], link[rel='canonical']");
    return [...found].map((element) => element.getAttribute("content") ?? element.getAttribute("href")).sort();
  });

test("what a page puts into the head is there while the page is shown", async ({ page, serveVariant }) => {
  const address = await serveVariant(variant);
  await open(page, `${address}/hidden`);
  const whole = await said(page);
  expect(whole).toEqual(expect.arrayContaining(["noindex", "The author's.", "https://people.example/author"]));
  expect(whole).not.toContain("Ours.");
  await expect(page.locator("meta[property='og:image']")).toHaveCount(1);

  await open(page, `${address}/`);
  const home = await said(page);
  await markDocument(page);
  await follow(page, "/docs/hidden");
  await expect.poll(() => said(page)).toEqual(whole);
  await page.goBack();
  await expect.poll(() => said(page)).toEqual(home);
  await page.goForward();
  await expect.poll(() => said(page)).toEqual(whole);
  await expectSameDocument(page);
});

/** All that the head tells machines: names and addresses, and the facts in the words of schema.org. */
const told = (page: Page) =>
  page.evaluate(() => {
    const elements = document.head.querySelectorAll("title, meta, link:not([rel='stylesheet'], [rel*='preload']), script[type='application/ld+json']");
    /** With its keys sorted: their order says nothing. */
    const sorted = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return Array.isArray(value) ? value.map(sorted) : value;
      return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, inside]) => [key, sorted(inside)]));
    };
    const text = (element: Element) =>
      element.tagName === "SCRIPT" ? JSON.stringify(sorted(JSON.parse(element.textContent ?? ""))) : element.textContent;
    const attributes = (element: Element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort();
    return [...elements].map((element) => [element.tagName, ...attributes(element), text(element)].join(" ")).sort();
  });

test("moving by links leaves the head as the page's own document has it", async ({ page, context }) => {
  const routes = ["/api/payments/make-payment", "/", "/resources/ach-reference/returns", "/search", "/support"];
  await openWithoutPrefetch(page, "/quickstart/");
  await markDocument(page);
  for (const route of routes) {
    const other = await context.newPage();
    await other.goto(route);
    const whole = await told(other);
    await other.close();
    expect(whole.length, "there is something to compare").toBeGreaterThan(8);
    await follow(page, route);
    await expect.poll(() => told(page), route).toEqual(whole);
  }
  await expectSameDocument(page);
});
