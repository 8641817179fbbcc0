import { expectOtherDocument, expectSameDocument, follow, markDocument, openWithoutPrefetch } from "./portal";
import { expect, OLDER, test } from "./published-site";

const GONE = "# Gone\n\nOnly in the first release.\n";
const TABS = `# Tabs

<Tabs>
<TabItem value="one" label="One">First panel.</TabItem>
<TabItem value="two" label="Two">Second panel.</TabItem>
</Tabs>
`;

test("a tab goes on when a release is published, with the pages of its own for one release", async ({ page, startSite }) => {
  const site = await startSite({ "gone.md": GONE });
  await openWithoutPrefetch(page, `${site.address}/`);
  await markDocument(page);
  const late = await page.context().newPage();
  await openWithoutPrefetch(late, `${site.address}/`);

  await site.publish("Beta", {});
  expect((await fetch(`${site.address}/gone`)).status).toBe(404);
  await follow(page, "/docs/gone");
  await expect(page.getByText("Only in the first release.")).toBeVisible();
  await follow(page, "/docs/start");
  await expect(page.getByText("Start of Beta.")).toBeVisible();
  await expectSameDocument(page);

  await site.publish("Gamma", { "new.md": "# New\n\nOnly in the last release.\n" });
  const loaded = late.waitForResponse((response) => response.request().isNavigationRequest());
  await follow(late, "/docs/gone");
  expect((await loaded).status()).toBe(404);
  await follow(page, "/docs/new");
  await expect(page.getByText("Only in the last release.")).toBeVisible();
  await expectSameDocument(page);
});

test("a tab with an older theme loads what it lacks of it, and its next page once as a whole", async ({ page, problems, startSite }) => {
  const site = await startSite({ "tabs.mdx": TABS }, "older");
  await openWithoutPrefetch(page, `${site.address}/`);
  await site.publish("Beta", { "tabs.mdx": TABS });
  await markDocument(page);
  const scripts: string[] = [];
  let nDocuments = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    if (request.isNavigationRequest()) nDocuments += 1;
  });

  await page.locator("[data-search-button]:visible").first().click();
  await page.getByRole("dialog").getByRole("combobox").fill("start");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((path) => !path.includes(OLDER))).toEqual([]);
  await page.keyboard.press("Escape");
  await expectSameDocument(page);
  expect(problems).toEqual([]);

  await follow(page, "/docs/start");
  await expect(page.getByText("Start of Beta.")).toBeVisible();
  await expectOtherDocument(page);
  expect(nDocuments).toBe(1);
  expect(problems.splice(0)).toEqual([expect.stringContaining("page data was made by another theme")]);

  await markDocument(page);
  await follow(page, "/docs/tabs");
  await page.getByRole("tab", { name: "Two" }).click();
  await expect(page.getByText("Second panel.")).toBeVisible();
  await expectSameDocument(page);
  expect(nDocuments).toBe(1);
});
