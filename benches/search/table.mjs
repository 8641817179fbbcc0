// Ours beside Pagefind and MiniSearch, in one table: node benches/search/table.mjs [WORK_FOLDER]
//
// At 50, 1,000 and 10,000 pages: what making the index takes, its size, what a first search and a session of 40 letters
// transfer, and how long a letter takes in Chromium. The table is written into docs/search.md. WORK_FOLDER (by default
// target/search-table) keeps corpora between runs. It ends with 1 where ours is above a limit.
//
// Before it: cargo build --release -p portico-search --example index_site; npm install --prefix benches/search/peers.
// INDEX_SITE names the example if it is elsewhere, SIZES other numbers of pages: SIZES=50,1000.
import { readdirSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, porticoFiles, serve, type } from "./browser.mjs";
import { here, readQueries } from "./engine.mjs";
import { miniSearchFiles, miniSearchOptions, readLines, runPagefind, timed, writeHtml } from "./peers.mjs";

const root = join(here, "../..");
const work = process.argv[2] ?? join(root, "target/search-table");
const indexSite = process.env.INDEX_SITE ?? join(root, "target/release/examples/index_site");
const sizes = (process.env.SIZES ?? "50,1000,10000").split(",").map(Number);

/** Three queries of 40 letters in all, typed letter by letter. */
const SESSION = ["webhook signature", "returned payment", "refunds"].flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
/** Pages that the dialog shows. */
const SHOWN = 6;
/** Sessions that letters are timed in; and milliseconds after which an engine gets no further letter. */
const SESSIONS = 3;
const LONGEST = 45_000;

/** By number of pages, kilobytes of half and of 95 % of first searches; for the most pages, processor seconds and megabytes. */
const LIMITS = { first: { 50: 60, 1000: 105, 10000: 120 }, index: { 10000: { seconds: 6, megabytes: 250 } } };

const at = (values, share) => [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))];

function sizeOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

async function portico(nPages) {
  const folder = join(work, `portico-${nPages}`);
  const { printed } = timed(indexSite, [join(root, "site"), folder, String(nPages), join(work, `pages-${nPages}.jsonl`)]);
  const used = (what) => Number(new RegExp(`after the ${what}: ([\\d.]+) s`).exec(printed)[1]);
  const kilobytes = Number(/after the index: .* (\d+) kB/.exec(printed)[1]);
  const megabytes = (kilobytes * 1024) / 1e6;
  return { seconds: used("index") - used("records"), megabytes, output: sizeOf(folder), driver: "portico", read: await porticoFiles(folder) };
}

async function pagefind(nPages) {
  const folder = join(work, `html-${nPages}`);
  await writeHtml(await readLines(join(work, `pages-${nPages}.jsonl`)), folder);
  const { seconds, megabytes } = await runPagefind(folder);
  return { seconds, megabytes, output: sizeOf(join(folder, "pagefind")), driver: "pagefind", read: (path) => readFile(join(folder, path)) };
}

async function miniSearch(nPages) {
  const target = join(work, `minisearch-${nPages}.json`);
  const script = join(here, "build-minisearch.mjs");
  const { megabytes, printed } = timed("node", ["--max-old-space-size=4096", script, join(work, `pages-${nPages}.jsonl`), target]);
  const output = gzipSync(await readFile(target), { level: 9 }).length;
  return { seconds: Number(printed), megabytes, output, driver: "minisearch", options: miniSearchOptions, read: miniSearchFiles(target) };
}

/** Bytes and times of an engine that has made its index. */
async function measured(engine, browser, queries) {
  const server = await serve(engine.read);
  const first = [];
  // What loads its whole index loads the same for each query.
  for (const { text } of engine.driver === "minisearch" ? queries.slice(0, 1) : queries) {
    server.sent.clear();
    await type(browser, server.address, engine, [text], SHOWN);
    first.push(server.sum());
  }
  const times = [];
  let session = 0;
  const start = performance.now();
  for (let nth = 0; nth < SESSIONS && performance.now() - start < LONGEST; nth += 1) {
    server.sent.clear();
    const answers = await type(browser, server.address, engine, SESSION, SHOWN, LONGEST);
    times.push(...answers.map(({ milliseconds }) => milliseconds));
    session = server.sum();
  }
  server.close();
  return { ...engine, first: [at(first, 0.5), at(first, 0.95)], session, letter: [at(times, 0.5), at(times, 0.95)] };
}

const kilobytes = (bytes) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const milliseconds = (time) => (time < 10 ? time.toFixed(1) : String(Math.round(time)));

function row(nPages, name, { seconds, megabytes, output, first, session, letter }) {
  const cells = [
    nPages.toLocaleString("en"),
    name,
    `${seconds < 10 ? seconds.toFixed(2) : Math.round(seconds)} s, ${Math.round(megabytes)} MB`,
    kilobytes(output),
    first.map(kilobytes).join(", "),
    kilobytes(session),
    `${letter.map(milliseconds).join(", ")} ms`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function aboveLimits(nPages, { seconds, megabytes, first }) {
  const index = LIMITS.index[nPages];
  const most = LIMITS.first[nPages] ?? Infinity;
  return [
    ...first.filter((bytes) => bytes > most * 1e3).map((bytes) => `a first search takes ${kilobytes(bytes)}, at most ${most} kB are allowed`),
    ...(index !== undefined && seconds > index.seconds ? [`the index takes ${seconds.toFixed(1)} s, at most ${index.seconds} s are allowed`] : []),
    ...(index !== undefined && megabytes > index.megabytes ? [`the index takes ${Math.round(megabytes)} MB, at most ${index.megabytes} MB are allowed`] : []),
  ].map((problem) => `${nPages} pages: ${problem}`);
}

const HEAD = [
  "| pages | engine | making the index | its size | first search: half, 95 % | 40 letters | a letter: half, 95 % |",
  "|---|---|---|---|---|---|---|",
];

await mkdir(work, { recursive: true });
// Every third query was kept aside when the ranking was tuned.
const queries = (await readQueries()).filter(({ isKept }) => isKept);
const rows = [];
const problems = [];
const browser = await launch();
for (const nPages of sizes) {
  for (const [name, build] of [["Portico", portico], ["Pagefind", pagefind], ["MiniSearch", miniSearch]]) {
    try {
      const figures = await measured(await build(nPages), browser, queries);
      rows.push(row(nPages, name, figures));
      if (name === "Portico") problems.push(...aboveLimits(nPages, figures));
    } catch (error) {
      if (name === "Portico") throw error;
      rows.push(`| ${nPages.toLocaleString("en")} | ${name} | could not be measured: ${String(error.message).split("\n").at(-1)} | | | | |`);
    }
    console.log(rows.at(-1));
  }
}
await browser.close();

const target = fileURLToPath(new URL("../../docs/search.md", import.meta.url));
const page = await readFile(target, "utf8");
const table = [...HEAD, ...rows].join("\n");
await writeFile(target, page.replace(/(<!-- written by benches\/search\/table\.mjs -->\n)[\s\S]*?(\n<!-- to here -->)/, (_, before, after) => before + table + after));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
