import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expectOtherDocument, expectSameDocument, follow, markDocument, openWithoutPrefetch } from "./portal";
import { expect, test } from "./published-site";

// One after another, so that the older frontend is built once.
test.describe.configure({ mode: "default" });

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

/*
 * Two frontends that really differ. The binary embeds one. The other is built from the same sources with a few lines more, by the
 * same script (some ten seconds), and put into the first release in place of the binary's: its assets with their own code and
 * hashes, and what documents and page data say of them. What they share, such as React, has the same name in both. A second
 * binary would differ in nothing else that a browser sees, and take minutes.
 */
test("a tab with an older frontend loads what it lacks of it, and its next page once as a whole", async ({
  page,
  problems,
  startSite,
  olderFrontend,
}) => {
  const site = await startSite({ "tabs.mdx": TABS }, olderFrontend);
  await openWithoutPrefetch(page, `${site.address}/`);
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-client", "older");
  await site.publish("Beta", { "tabs.mdx": TABS });
  await markDocument(page);
  const scripts: string[] = [];
  let nDocuments = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname.replace("/docs/", ""));
    if (request.isNavigationRequest()) nDocuments += 1;
  });

  await page.locator("[data-search-button]:visible").first().click();
  await page.getByRole("dialog").getByRole("combobox").fill("start");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(root).toHaveAttribute("data-dialog", "older");
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((path) => !existsSync(join(olderFrontend, path)))).toEqual([]);
  await page.keyboard.press("Escape");
  await expectSameDocument(page);
  expect(problems).toEqual([]);

  await follow(page, "/docs/start");
  await expect(page.getByText("Start of Beta.")).toBeVisible();
  await expectOtherDocument(page);
  expect(nDocuments).toBe(1);
  expect(problems.splice(0)).toEqual([expect.stringContaining("page data was made by another theme")]);
  await expect(page.locator("html[data-hydrated]")).not.toHaveAttribute("data-client");

  await markDocument(page);
  await follow(page, "/docs/tabs");
  await page.getByRole("tab", { name: "Two" }).click();
  await expect(page.getByText("Second panel.")).toBeVisible();
  await expectSameDocument(page);
  expect(nDocuments).toBe(1);
});

test("an older frontend's own files are there for one release, what it shares with the newer for longer", async ({
  startSite,
  olderFrontend,
}) => {
  const site = await startSite({}, olderFrontend);
  const names = readdirSync(join(olderFrontend, "assets")).filter((name) => name.endsWith(".js"));
  const answers = async () => {
    const asked = names.map(async (name) => [name, (await fetch(`${site.address}/assets/${name}`)).status] as const);
    const found = new Map(await Promise.all(asked));
    return { there: names.filter((name) => found.get(name) === 200), gone: names.filter((name) => found.get(name) === 404) };
  };
  const ofBoth = names.filter((name) => name.startsWith("react-"));
  expect((await answers()).there).toEqual(names);
  await site.publish("Beta", {});
  expect((await answers()).there).toEqual(names);
  await site.publish("Gamma", {});
  const { there, gone } = await answers();
  expect(there).toEqual(expect.arrayContaining(ofBoth));
  expect(gone).toEqual(expect.arrayContaining(names.filter((name) => /^(client|dialog-root)-/.test(name))));
  expect(there.length + gone.length).toBe(names.length);
});
