import { readFileSync } from "node:fs";
import { get } from "node:http";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { PageData } from "../src/contract";
import { pageDataUrl, pageKey } from "../src/lib/page-key";
import { openWithoutPrefetch } from "./portal";
import { routes } from "./routes";
import { expect, test } from "./variant";

interface Limits {
  readable: number;
  all: number;
}

/** What a first load may weigh, in bytes after gzip: web/budgets.json. */
interface Budgets {
  /** What no page exceeds: until it can be read (document, style sheets, font), and until it is hydrated and idle. */
  limits: Limits;
  /** Limits of pages whose content alone is much longer than most. */
  exceptions: Record<string, Partial<Limits>>;
  /** How much heavier than its figure a part may get, and how much lighter before the figure is to be lowered. */
  tolerance: { heavier: number; lighter: number };
  /** What each kind of page weighs, by part. */
  pages: Record<string, Record<string, number>>;
}

const budgets = JSON.parse(readFileSync(new URL("../budgets.json", import.meta.url), "utf8")) as Budgets;

const PARTS = [
  ["font", /\.woff2$/],
  ["theme.css", /\/assets\/theme-[^/]*\.css$/],
  ["other styles", /\.css$/],
  ["react", /\/assets\/react-[^/]*\.js$/],
  ["client", /\/assets\/client-[^/]*\.js$/],
  ["other scripts", /\.js$/],
  ["pictures", /\.(svg|png|ico)$/],
  ["data", /\.json$/],
] as const;
const READABLE = ["document", "theme.css", "other styles", "font"];

/** What a reader's first visit to a page loads, by part, as it goes over the wire with gzip. */
async function firstLoad(page: Page, address: string): Promise<Record<string, number>> {
  const asked = new Set<string>();
  // Browsers ask for the icon of a tab when they like.
  page.on("request", (request) => { if (!request.url().includes("/favicon-")) asked.add(request.url()); });
  await openWithoutPrefetch(page, address);
  await page.waitForLoadState("networkidle");
  const parts: Record<string, number> = {};
  for (const url of asked) {
    const path = new URL(url).pathname;
    const part = PARTS.find(([, pattern]) => pattern.test(path))?.[0] ?? "document";
    parts[part] = (parts[part] ?? 0) + (await bytesOnTheWire(url));
  }
  return parts;
}

function bytesOnTheWire(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => { bytes += chunk.length; });
      response.on("end", () => { resolve(bytes); });
    }).on("error", reject);
  });
}

function sum(parts: Record<string, number>, names: readonly string[] = Object.keys(parts)): number {
  return names.reduce((total, name) => total + (parts[name] ?? 0), 0);
}

for (const [path, budget] of Object.entries(budgets.pages)) {
  test(`the first load of ${path} keeps to its budget`, async ({ page, problems, baseURL }) => {
    const parts = await firstLoad(page, new URL(path, baseURL).href);
    test.info().annotations.push({ type: "bytes", description: JSON.stringify({ ...parts, readable: sum(parts, READABLE), all: sum(parts) }) });
    expect(Object.keys(parts).sort(), "no part that has no budget").toEqual(Object.keys(budget).sort());
    for (const [part, bytes] of Object.entries(parts)) {
      const figure = budget[part] ?? 0;
      expect(bytes, `${part}: heavier than budgets.json says`).toBeLessThanOrEqual(figure * (1 + budgets.tolerance.heavier));
      expect(bytes, `${part}: so much lighter that its figure should be lowered`).toBeGreaterThanOrEqual(figure * (1 - budgets.tolerance.lighter));
    }
    const limits = { ...budgets.limits, ...budgets.exceptions[path] };
    expect(sum(parts, READABLE), "readable").toBeLessThanOrEqual(limits.readable);
    expect(sum(parts), "all").toBeLessThanOrEqual(limits.all);
    if (path.includes("no/such")) problems.length = 0;
  });
}

/** A site with that many pages, fifty in each category of its one sidebar. */
function siteOf(howMany: number): { sidebars: string; pages: Record<string, string> } {
  const pages: Record<string, string> = {};
  const categories: string[] = [];
  for (let first = 0; first < howMany; first += 50) {
    const folder = `c${String(first / 50)}`;
    const items = Array.from({ length: 50 }, (_, index) => `${folder}/p${String(index)}`);
    for (const item of items) {
      pages[`${item}.md`] = `---\ntitle: How to settle ${item}\ndescription: Page ${item}.\n---\n\n## First\n\n${"A payment settles on a banking day. ".repeat(40)}\n\n## Second\n\nMore of it.\n`;
    }
    categories.push(`[[guides]]\ncategory = "Chapter ${folder}"\nitems = [${items.map((item) => `{ page = "${item}" }`).join(", ")}]\n`);
  }
  return { sidebars: `[[guides]]\npage = "start"\n\n${categories.join("\n")}`, pages };
}

test("with 5,000 pages in the sidebar the first load is at most a tenth heavier", async ({ page, context, serveVariant }) => {
  test.setTimeout(300_000);
  const few = await firstLoad(page, `${await serveVariant(siteOf(50))}/c0/p7`);
  const many = await firstLoad(await context.newPage(), `${await serveVariant(siteOf(5000))}/c0/p7`);
  test.info().annotations.push({ type: "bytes", description: JSON.stringify({ few: sum(few), many: sum(many) }) });
  expect(sum(few), "there is something to compare").toBeGreaterThan(50_000);
  expect(sum(many)).toBeLessThanOrEqual(sum(few) * 1.1);
});

test("a page's data weighs at most 1.3 times its article", async ({ request }) => {
  const ratios: [route: string, ratio: number][] = [];
  for (const { route } of routes) {
    const body = await (await request.get(pageDataUrl("/", pageKey(route)))).body();
    const { html } = JSON.parse(body.toString()) as PageData;
    // The search page has no article.
    if (html !== "") ratios.push([route, gzipSync(body).length / gzipSync(html).length]);
  }
  ratios.sort(([, one], [, other]) => other - one);
  test.info().annotations.push({ type: "ratio", description: JSON.stringify(ratios.slice(0, 3)) });
  expect(ratios, "all articles").toHaveLength(routes.length - 1);
  expect(ratios.filter(([, ratio]) => ratio > 1.3)).toEqual([]);
});
