import type { Page } from "@playwright/test";
import { expectSameDocument, follow, markDocument, open, openWithoutPrefetch, scrollTop } from "./portal";
import { article, expect, settings, test } from "./preview-site";

/** The place where the author's mistakes are shown. */
function overlay(page: Page) {
  return page.getByRole("dialog", { name: "Diagnostics" });
}

test("an edit is shown where the reader is, and leaves everything as they left it", async ({ page, site }) => {
  await open(page, `${site.origin}/article`);
  await markDocument(page);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("tab", { name: "Two" }).click();
  await page.getByText("The first text.").scrollIntoViewIfNeeded();
  const before = await scrollTop(page);
  expect(before).toBeGreaterThan(500);

  site.write("content/article.mdx", article("The second text."));
  await expect(page.getByText("The second text.")).toBeInViewport();
  await expect(page.getByText("Inside the details.")).toBeVisible();
  await expect(page.getByText("Second panel.")).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(before);
  await expectSameDocument(page);
});

test("an edit does not keep an author from the page that they are going to", async ({ page, site }) => {
  await openWithoutPrefetch(page, `${site.origin}/article`);
  let release: () => void = () => undefined;
  const isFree = new Promise<void>((resolve) => { release = resolve; });
  await page.route(/page-data\/guides\/table\.json$/, async (route) => {
    await isFree;
    await route.continue().catch(() => undefined);
  });
  const told = page.evaluate((events) => new Promise((resolve) => { new EventSource(events).onmessage = resolve; }), `${site.origin}/-/events`);
  await follow(page, "/guides/table");
  site.write("content/article.mdx", article("The second text."));
  await told;
  release();
  await expect(page).toHaveURL(/\/guides\/table$/);
});

test("a mistake is shown with the terminal's words, and goes when it is mended", async ({ page, site }) => {
  await open(page, `${site.origin}/article`);
  await markDocument(page);
  await expect(overlay(page)).toBeHidden();

  site.write("content/article.mdx", article("A [link](/nowhere)."));
  await expect(overlay(page)).toContainText("no page at `/nowhere`");
  await expect(page.getByText("A link.")).toBeAttached();
  await expect.poll(() => site.terminal()).toContain("no page at `/nowhere`");
  const shown = (await overlay(page).locator("pre").first().textContent()) ?? "";
  expect(site.terminal()).toContain(shown.trim());

  site.write("content/article.mdx", article("A [link](/guides/table)."));
  await expect(overlay(page)).toBeHidden();
  await expectSameDocument(page);
});

test("settings that cannot be read leave the last site standing", async ({ page, site }) => {
  await open(page, `${site.origin}/article`);
  site.write("portal.toml", settings("\ntitel = 1\n[[["));
  await expect(overlay(page)).toContainText("portal.toml");
  const response = await page.request.get(`${site.origin}/guides/table`);
  expect(response.status()).toBe(200);

  site.write("portal.toml", settings("").replace('"Preview"', '"Mended"'));
  await expect(overlay(page)).toBeHidden();
  await expect(page).toHaveTitle("Article | Mended");
});

test("what is made of several files follows each of them", async ({ page, site }) => {
  await open(page, `${site.origin}/guides/partial`);
  await markDocument(page);
  site.write("content/guides/_part.mdx", "The second part.\n");
  await expect(page.getByText("The second part.")).toBeVisible();
  await expectSameDocument(page);

  await open(page, `${site.origin}/guides/table`);
  await markDocument(page);
  site.write("data/codes.csv", "code,title\nR01,Second title\nR02,New row\n");
  await expect(page.getByRole("cell", { name: "Second title" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "New row" })).toBeVisible();
  await expectSameDocument(page);
});

test("sidebar, settings and redirects reach every page", async ({ page, site }) => {
  await open(page, `${site.origin}/article`);
  await markDocument(page);
  const sidebar = page.getByRole("complementary").or(page.getByRole("navigation"));
  site.write("sidebars.toml", '[[main]]\npage = "article"\nlabel = "Renamed entry"\n');
  await expect(sidebar.getByRole("link", { name: "Renamed entry" }).first()).toBeVisible();

  site.write("portal.toml", settings('\n[[navbar.items]]\ntype = "link"\nlabel = "New item"\nto = "/guides/table"\n'));
  await expect(page.getByRole("link", { name: "New item" }).first()).toBeVisible();
  await expectSameDocument(page);

  site.write("redirects.toml", '[[redirect]]\nfrom = ["/old"]\nto = "/guides/table"\n');
  await expect.poll(async () => (await page.request.get(`${site.origin}/old`)).url()).toBe(`${site.origin}/guides/table`);
});

test("pages come, move and go", async ({ page, site, problems }) => {
  const statusOf = async (path: string) => (await page.request.get(`${site.origin}${path}`)).status();
  await open(page, `${site.origin}/guides/table`);
  site.write("content/guides/new.md", "# Newcomer\n\nHello.\n");
  await expect(page.getByRole("link", { name: "Newcomer" }).first()).toBeVisible();
  expect(await statusOf("/guides/new")).toBe(200);

  site.rename("content/guides/new.md", "content/guides/moved.md");
  await expect.poll(() => statusOf("/guides/moved")).toBe(200);
  expect(await statusOf("/guides/new")).toBe(404);

  site.remove("content/guides/moved.md");
  await expect.poll(() => statusOf("/guides/moved")).toBe(404);
  await expect(page.getByRole("link", { name: "Newcomer" })).toHaveCount(0);
  // The browser may have looked ahead to a page in the moment that it went.
  const lookedAhead = /^error: .*404.*\/page-data\/guides\/(?:new|moved)\.json\)$/u;
  problems.splice(0, problems.length, ...problems.filter((problem) => !lookedAhead.test(problem)));
});

test("a folder that is made later is followed too", async ({ page, site }) => {
  await open(page, `${site.origin}/article`);
  site.write("static/notes.txt", "Notes.\n");
  await expect.poll(async () => (await page.request.get(`${site.origin}/notes.txt`)).status()).toBe(200);
});
