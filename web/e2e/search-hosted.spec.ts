import { AxeBuilder } from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { SEARCH_KEY, TypesenseDouble } from "../tests/typesense/server.mjs";
import { open } from "./portal";
import { binary, root } from "./command";
import { expect, test as base, type Variant } from "./variant";

const schema = JSON.parse(readFileSync(join(root, "web/src/search/fixture/hosted/schema.json"), "utf8")) as Parameters<TypesenseDouble["load"]>[0];

interface Hosted {
  /** Two nodes with the same documents: those that `portico search export` gives of the site. */
  nodes: [TypesenseDouble, TypesenseDouble];
  /** A server that is no node of the cluster. */
  stranger: TypesenseDouble;
  /** A portal that has the embedded index too. */
  withIndex: string;
  /** A portal that has nothing but the cluster. */
  withoutIndex: string;
}

const test = base.extend<object, { hosted: Hosted }>({
  hosted: [
    async ({ serveVariant }, use) => {
      const exported = execFileSync(binary(), ["search", "export", "--site", join(root, "fixtures/nested-sidebar")]).toString("utf8");
      const outside = { url: "https://api.example.org/zeppelin", url_without_anchor: "https://api.example.org/zeppelin", "hierarchy.lvl1": "Zeppelin <img src=x onerror=alert(1)>" };
      const document = { ...outside, language: "en", docusaurus_tag: "default", item_priority: 1 };
      const documents = `${exported}${JSON.stringify(document)}\n`;
      const start = async () => {
        const node = new TypesenseDouble();
        node.load(schema, documents);
        node.store.aliases.set("docs", schema.name);
        await node.listen();
        return node;
      };
      const nodes: Hosted["nodes"] = [await start(), await start()];
      const stranger = await start();
      const settings = {
        PORTICO_SEARCH__TYPESENSE__COLLECTION: "docs",
        PORTICO_SEARCH__TYPESENSE__SEARCH_KEY: SEARCH_KEY,
        PORTICO_SEARCH__TYPESENSE__EXTERNAL_URL_PATTERN: "^https://api\\.example\\.org/",
        PORTICO_SEARCH__TYPESENSE__TIMEOUT_MS: "2000",
        PORTICO_SEARCH__TYPESENSE__NODES: `[${nodes.map(({ port }) => `{ host = '127.0.0.1', port = ${String(port)}, protocol = 'http' }`).join(", ")}]`,
      } satisfies Variant["settings"];
      await use({
        nodes,
        stranger,
        withIndex: await serveVariant({ settings }),
        withoutIndex: await serveVariant({ settings: { ...settings, PORTICO_SEARCH__EMBEDDED: "false" } }),
      });
      for (const server of [...nodes, stranger]) await server.close();
    },
    { scope: "worker" },
  ],
});

test.beforeEach(({ hosted }) => {
  for (const node of hosted.nodes) {
    node.faults = {};
    node.asked.length = 0;
    node.nAnswered = 0;
  }
});

const NOTE = /search service does not answer/;

function dialog(page: Page) {
  return page.getByRole("dialog", { name: "Search" });
}

async function searchFor(page: Page, text: string) {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  await page.keyboard.type(text);
}

function result(page: Page, href: string) {
  return dialog(page).locator(`[role='option'][href='${href}']`);
}

test("the cluster answers, and the embedded index is not even loaded", async ({ page, hosted }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await open(page, `${hosted.withIndex}/start`);
  await searchFor(page, "home");
  await expect(result(page, "/docs/")).toBeVisible();
  await expect(dialog(page)).not.toContainText(NOTE);
  const asked = hosted.nodes.flatMap((node) => node.asked);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every(({ method, path, key }) => method === "POST" && path === "/multi_search" && key === SEARCH_KEY)).toBe(true);
  expect(asked.length).toBeLessThanOrEqual("home".length);
  expect(fetched.filter((address) => /search-index|worker-/.test(address))).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${hosted.withIndex}/`);
});

test("a second node answers when the first does not", async ({ page, hosted, problems }) => {
  hosted.nodes[0].faults = { status: 503 };
  await open(page, `${hosted.withoutIndex}/start`);
  await searchFor(page, "home");
  await expect(result(page, "/docs/")).toBeVisible();
  expect(hosted.nodes[0].asked.length).toBe(1);
  problems.length = 0;
});

test("when no node answers, the embedded index does, and says so discreetly", async ({ page, hosted, problems }) => {
  for (const node of hosted.nodes) node.faults = { status: 503 };
  await open(page, `${hosted.withIndex}/start`);
  await searchFor(page, "home");
  await expect(result(page, "/docs/")).toBeVisible();
  await expect(dialog(page).getByRole("contentinfo").or(dialog(page).locator("footer"))).toContainText(NOTE);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(dialog(page).locator("footer").getByText(NOTE)).toBeVisible();
  await page.goto(`${hosted.withIndex}/search?q=home`);
  await expect(page.locator("[data-search-results]")).toContainText(NOTE);
  problems.length = 0;
});

for (const mode of ["light", "dark"] as const) {
  test(`the note that the embedded index answers is no barrier in ${mode} mode`, async ({ page, hosted, problems }) => {
    for (const node of hosted.nodes) node.faults = { status: 503 };
    await page.addInitScript((value) => { localStorage.setItem("theme", value); }, mode);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, `${hosted.withIndex}/start`);
    await searchFor(page, "home");
    await expect(dialog(page)).toContainText(NOTE);
    await expect(result(page, "/docs/")).toBeVisible();
    expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
    problems.length = 0;
  });
}

test("a cluster that comes and goes is left alone for a minute, then asked again", async ({ page, hosted, problems }) => {
  const nAsked = () => hosted.nodes.reduce((sum, node) => sum + node.asked.length, 0);
  await page.clock.install();
  await open(page, `${hosted.withIndex}/start`);
  for (const node of hosted.nodes) node.faults = { status: 503 };
  await searchFor(page, "home");
  await expect(dialog(page)).toContainText(NOTE);
  for (const node of hosted.nodes) node.faults = {};
  const before = nAsked();
  await page.getByRole("combobox", { name: "Search" }).fill("alone");
  await expect(result(page, "/docs/alone")).toBeVisible();
  await expect(dialog(page)).toContainText(NOTE);
  expect(nAsked()).toBe(before);
  await page.clock.fastForward(61_000);
  await page.getByRole("combobox", { name: "Search" }).fill("home");
  await expect(result(page, "/docs/")).toBeVisible();
  await expect(dialog(page)).not.toContainText(NOTE);
  expect(nAsked()).toBeGreaterThan(before);
  problems.length = 0;
});

test("a node that takes too long is passed over, and readers see that the search is under way", async ({ page, hosted, problems }) => {
  await open(page, `${hosted.withoutIndex}/start`);
  for (const node of hosted.nodes) node.faults = { delay: 10_000 };
  await searchFor(page, "home");
  await expect(dialog(page).getByRole("status")).toHaveText("Searching…");
  for (const node of hosted.nodes) node.faults = {};
  // The request that waits is given up after two seconds, and the other node asked.
  await expect(result(page, "/docs/")).toBeVisible();
  problems.length = 0;
});

test("when no node answers and there is no index, the failure is told and can be tried again", async ({ page, hosted, problems }) => {
  for (const node of hosted.nodes) node.faults = { status: 503 };
  await open(page, `${hosted.withoutIndex}/start`);
  await searchFor(page, "home");
  const alert = dialog(page).getByRole("alert");
  await expect(alert).toContainText("Unable to fetch results");
  await expect(alert).toContainText("You might want to check your network connection.");
  for (const node of hosted.nodes) node.faults = {};
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(result(page, "/docs/")).toBeVisible();
  problems.length = 0;
});

test("a late answer is dropped", async ({ page, hosted }) => {
  await open(page, `${hosted.withoutIndex}/alone`);
  for (const node of hosted.nodes) node.faults = { delay: 700 };
  await searchFor(page, "alone");
  await expect.poll(() => hosted.nodes.flatMap((node) => node.asked).length).toBeGreaterThan(0);
  for (const node of hosted.nodes) node.faults = {};
  await page.getByRole("combobox", { name: "Search" }).fill("home");
  await expect(result(page, "/docs/")).toBeVisible();
  const count = (of: (node: TypesenseDouble) => number) => hosted.nodes.reduce((sum, node) => sum + of(node), 0);
  await expect.poll(() => count((node) => node.nAnswered)).toBe(count((node) => node.asked.length));
  await expect(result(page, "/docs/")).toBeVisible();
  await expect(result(page, "/docs/alone")).toHaveCount(0);
});

test("the Content-Security-Policy allows the nodes and nobody else", async ({ page, hosted, problems }) => {
  const response = await open(page, `${hosted.withIndex}/start`);
  const policy = response.headers()["content-security-policy"] ?? "";
  const origins = hosted.nodes.map(({ port }) => `http://127.0.0.1:${String(port)}`);
  expect(policy.split("; ").find((directive) => directive.startsWith("connect-src"))).toBe(`connect-src 'self' ${origins.join(" ")}`);
  const outcome = (port: number) =>
    page.evaluate((address) => fetch(address).then(() => "answered", () => "blocked"), `http://127.0.0.1:${String(port)}/health`);
  expect(await outcome(hosted.nodes[1].port)).toBe("answered");
  expect(await outcome(hosted.stranger.port)).toBe("blocked");
  expect(hosted.stranger.asked).toEqual([]);
  problems.length = 0;
});

test("results may lead outside, and what the index holds is never markup", async ({ page, hosted }) => {
  await open(page, `${hosted.withIndex}/start`);
  await searchFor(page, "zeppelin");
  const option = result(page, "https://api.example.org/zeppelin");
  await expect(option).toContainText("Zeppelin <img src=x onerror=alert(1)>");
  await expect(option.locator("mark")).toHaveText("Zeppelin");
  await expect(option.locator("img")).toHaveCount(0);
});

test("the search page searches the cluster too", async ({ page, hosted }) => {
  await open(page, `${hosted.withoutIndex}/search?q=start`);
  const results = page.locator("[data-search-results]");
  await expect(results.locator("h2 a[href='/docs/start']")).toBeVisible();
  await expect(results.getByRole("status")).toHaveText(/pages? found$/);
  expect(hosted.nodes.flatMap((node) => node.asked).length).toBeGreaterThan(0);
});
