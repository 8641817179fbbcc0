import type { Page } from "@playwright/test";
import { expectSameDocument, follow, markDocument, open } from "./portal";
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
