// Ours beside MiniSearch and Pagefind: node benches/search/compare.mjs INDEX_FOLDER PAGES QUERIES
//
// INDEX_FOLDER and PAGES are what the example `index_site` wrote (`FOLDER INDEX_FOLDER 0 PAGES`), so that all engines have
// the same texts. QUERIES has a line of JSON for each query: `query`, `kind`, `expected` (routes). Printed are, by kind,
// the share of queries whose first (first three) results have an expected page, and MRR@10; and processor time and
// memory of building each index. Pagefind searches in Chromium (E2E_CHROMIUM, else /usr/bin/chromium), the others here.
// The engines are installed in benches/search/peers: npm ci.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { filesOf, here, loadEngine, web } from "./engine.mjs";

const [indexFolder, pagesFile, queriesFile] = process.argv.slice(2);
if (queriesFile === undefined) throw new Error("name the folder of the index, the file of pages and the file of queries");
const lines = async (path) => (await readFile(path, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
const pages = await lines(pagesFile);
const queries = await lines(queriesFile);
const requirePeer = createRequire(join(here, "peers/package.json"));
const plain = (route) => (route === "/" ? route : route.replace(/\/$/, ""));

/** Ours, as the dialog asks it, but ten pages. */
async function ours() {
  const { search, openIndex } = await loadEngine();
  const index = await openIndex(filesOf(indexFolder), "index.bin");
  return async (text) => (await search(index, { text, areas: [], page: 0, perPage: 10 })).groups.map(({ route }) => route);
}

/** MiniSearch with the options of VitePress: sections are its documents, pages are counted by their best one. */
function miniSearch() {
  const MiniSearch = requirePeer("minisearch");
  const start = process.cpuUsage();
  const engine = new (MiniSearch.default ?? MiniSearch)({
    fields: ["title", "titles", "text"],
    storeFields: ["route"],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
  });
  for (const { route, title, sections } of pages) {
    engine.addAll(sections.map(([anchor, heading, text, code], at) => ({ id: `${route}#${at}${anchor}`, route, title: heading, titles: title, text: `${text}\n${code}` })));
  }
  const { user, system } = process.cpuUsage(start);
  console.log(`MiniSearch built its index in ${((user + system) / 1e6).toFixed(1)} s of processor time, ${Math.round(process.memoryUsage().rss / 1e6)} MB in this process`);
  return (text) => [...new Set(engine.search(text).map(({ route }) => route))].slice(0, 10);
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Pagefind, given pages with headings and its own defaults. */
async function pagefind(folder) {
  for (const { route, title, sections } of pages) {
    const body = sections.map(([anchor, heading, text, code], at) => {
      const level = at === 0 ? "h1" : "h2";
      return `<${level} id="${escaped(anchor)}">${escaped(heading)}</${level}><p>${escaped(text)}</p><pre>${escaped(code)}</pre>`;
    });
    const target = join(folder, plain(route));
    await mkdir(target, { recursive: true });
    await writeFile(join(target, "index.html"), `<!doctype html><html lang="en"><title>${escaped(title)}</title><main data-pagefind-body>${body.join("")}</main></html>`);
  }
  const binary = join(here, "peers/node_modules/.bin/pagefind");
  const built = spawnSync("/usr/bin/time", ["-f", "%U %S %M", "node", binary, "--site", folder], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stderr);
  const [user, system, memory] = built.stderr.trim().split("\n").at(-1).split(" ").map(Number);
  console.log(`Pagefind built its index in ${(user + system).toFixed(1)} s of processor time, ${Math.round(memory / 1e3)} MB at most`);
  const types = { ".js": "text/javascript", ".json": "application/json", ".html": "text/html" };
  const server = createServer((request, response) => {
    readFile(join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname))).then(
      (bytes) => response.writeHead(200, { "content-type": types[extname(request.url)] ?? "application/octet-stream" }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { chromium } = createRequire(join(web, "package.json"))("@playwright/test");
  const browser = await chromium.launch({ executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await writeFile(join(folder, "blank.html"), "<!doctype html><title>Blank</title>");
  await page.goto(`http://127.0.0.1:${server.address().port}/blank.html`);
  const search = (text) =>
    page.evaluate(async (wanted) => {
      const engine = await import("/pagefind/pagefind.js");
      const { results } = await engine.search(wanted);
      return Promise.all(results.slice(0, 10).map(async (result) => (await result.data()).url));
    }, text);
  const stop = async () => {
    await browser.close();
    server.close();
  };
  return { search, stop };
}

async function measured(name, search) {
  const rows = [];
  for (const { query, kind, expected } of queries) {
    const wanted = expected.map(plain);
    const found = (await search(query)).map(plain);
    rows.push({ kind, rank: found.findIndex((route) => wanted.includes(route)) + 1 });
  }
  const cells = [...new Set(rows.map(({ kind }) => kind)), "all"].map((kind) => {
    const part = kind === "all" ? rows : rows.filter((row) => row.kind === kind);
    const share = (is) => String(Math.round((100 * part.filter(is).length) / part.length)).padStart(3);
    const mrr = part.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0) / part.length;
    return `${kind} ${share(({ rank }) => rank === 1)}/${share(({ rank }) => rank > 0 && rank <= 3)}/${mrr.toFixed(3)}`;
  });
  console.log(`${name.padEnd(11)} ${cells.join("  ")}`);
}

const folder = await mkdtemp(join(tmpdir(), "portico-compare-"));
const mini = miniSearch();
const find = await pagefind(folder);
console.log(`${pages.length} pages, ${queries.length} queries: first % / top three % / MRR@10`);
await measured("ours", await ours());
await measured("MiniSearch", mini);
await measured("Pagefind", find.search);
await find.stop();
await rm(folder, { recursive: true });
