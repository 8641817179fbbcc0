// How well ours finds beside MiniSearch and Pagefind: node benches/search/compare.mjs INDEX_FOLDER PAGES QUERIES
//
// INDEX_FOLDER and PAGES are what the example `index_site` wrote (`FOLDER INDEX_FOLDER 0 PAGES`), so that all engines have
// the same texts. QUERIES has a line of JSON for each query: `query`, `kind`, `expected` (routes). Printed are, by kind,
// the share of queries whose first (first three) results have an expected page, and MRR@10. Queries for pages that are not
// among PAGES are left out. All engines search in Chromium. The others are installed with
// npm install --prefix benches/search/peers.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, porticoFiles, serve, type } from "./browser.mjs";
import { miniSearchFiles, miniSearchOf, miniSearchOptions, readLines, runPagefind, writeHtml } from "./peers.mjs";

const [indexFolder, pagesFile, queriesFile] = process.argv.slice(2);
if (queriesFile === undefined) throw new Error("name the folder of the index, the file of pages and the file of queries");
const plain = (route) => (route === "/" ? route : route.replace(/\/$/, ""));
const pages = await readLines(pagesFile);
const routes = new Set(pages.map(({ route }) => plain(route)));
const all = await readLines(queriesFile);
const queries = all.filter(({ expected }) => expected.some((route) => routes.has(plain(route))));

/** Results that count. */
const MOST = 10;

const folder = await mkdtemp(join(tmpdir(), "portico-compare-"));
const html = join(folder, "html");
await writeHtml(pages, html);
await runPagefind(html);
const index = join(folder, "minisearch.json");
await writeFile(index, JSON.stringify(miniSearchOf(pages)));
const ENGINES = [
  ["Portico", { driver: "portico", read: await porticoFiles(indexFolder) }],
  ["MiniSearch", { driver: "minisearch", options: miniSearchOptions, read: miniSearchFiles(index) }],
  ["Pagefind", { driver: "pagefind", read: (path) => readFile(join(html, path)) }],
];

const browser = await launch();
console.log(`${pages.length} pages, ${queries.length} queries (${all.length - queries.length} for other pages left out): first % / top three % / MRR@10`);
for (const [name, engine] of ENGINES) {
  const server = await serve(engine.read);
  const answers = await type(browser, server.address, engine, queries.map(({ query }) => query), MOST);
  server.close();
  const rows = queries.map(({ kind, expected }, at) => {
    const wanted = expected.map(plain);
    return { kind, rank: answers[at].routes.map(plain).findIndex((route) => wanted.includes(route)) + 1 };
  });
  const cells = [...new Set(rows.map(({ kind }) => kind)), "all"].map((kind) => figures(kind, rows));
  console.log(`${name.padEnd(11)} ${cells.join("  ")}`);
}
await browser.close();
await rm(folder, { recursive: true });

function figures(kind, rows) {
  const part = kind === "all" ? rows : rows.filter((row) => row.kind === kind);
  const share = (is) => String(Math.round((100 * part.filter(is).length) / part.length)).padStart(3);
  const mrr = part.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0) / part.length;
  return `${kind} ${share(({ rank }) => rank === 1)}/${share(({ rank }) => rank > 0 && rank <= 3)}/${mrr.toFixed(3)}`;
}
