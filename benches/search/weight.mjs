// What a search costs to load: node benches/search/weight.mjs INDEX_FOLDER...
//
// Counted are bytes of files of the index as they are transferred (they are gzip streams, served as they are): all that is
// fetched, the entry included, until the results of a query that is asked first are complete, excerpts and all; each
// query with nothing in any cache. Steps are how often one has to wait for the network after the entry. A session is
// three queries of 40 letters in all, typed in letter by letter, each letter answered. Code is listed apart.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { filesOf, loadEngine, readQueries, web } from "./engine.mjs";

const SESSION = ["webhook signature", "returned payment", "refunds"];
/** Pages that the dialog shows. */
const SHOWN = 6;
/** How long an answer of the network takes here, in milliseconds; steps are told apart by it. */
const WAIT = 30;

const { search, openIndex } = await loadEngine();

/** A folder's files, fetched one step after another, with what that costs. */
function counted(folder) {
  const read = filesOf(folder);
  const cost = { bytes: 0, files: 0, steps: 0, lastStart: -Infinity };
  const fetchFile = async (name) => {
    if (performance.now() - cost.lastStart > WAIT * 0.9) {
      cost.steps += 1;
      cost.lastStart = performance.now();
    }
    const bytes = await read(name);
    cost.bytes += bytes.length;
    cost.files += 1;
    await new Promise((done) => setTimeout(done, WAIT));
    return bytes;
  };
  return { cost, fetchFile };
}

async function first(folder, text) {
  const { cost, fetchFile } = counted(folder);
  const index = await openIndex(fetchFile, "index.bin");
  const entry = cost.bytes;
  await search(index, { text, areas: [], page: 0, perPage: SHOWN });
  return { ...cost, entry, steps: cost.steps - 1 };
}

async function session(folder) {
  const { cost, fetchFile } = counted(folder);
  const index = await openIndex(fetchFile, "index.bin");
  for (const text of SESSION) {
    for (let end = 1; end <= text.length; end += 1) await search(index, { text: text.slice(0, end), areas: [], page: 0, perPage: SHOWN });
  }
  return cost;
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(6);
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("name folders of indexes");
const queries = await readQueries();
console.log("kB to the first results: entry, half of the queries below, 95 % below, most | files, steps (half, most) | session");
for (const folder of folders) {
  const costs = [];
  for (let from = 0; from < queries.length; from += 8) {
    costs.push(...(await Promise.all(queries.slice(from, from + 8).map(({ kind, text }) => first(folder, text).then((cost) => ({ ...cost, kind, text }))))));
  }
  const bytes = costs.map((cost) => cost.bytes).sort((one, other) => one - other);
  const files = costs.map((cost) => cost.files).sort((one, other) => one - other);
  const steps = costs.map((cost) => cost.steps).sort((one, other) => one - other);
  const typed = await session(folder);
  console.log(
    `${folder}\n  ${kilobytes(costs[0].entry)} ${kilobytes(at(bytes, 0.5))} ${kilobytes(at(bytes, 0.95))} ${kilobytes(bytes.at(-1))} | ` +
      `${at(files, 0.5)} ${files.at(-1)}, ${at(steps, 0.5)} ${steps.at(-1)} | ${kilobytes(typed.bytes)} in ${typed.files} files`,
  );
  const worst = costs.sort((one, other) => other.bytes - one.bytes).slice(0, 3);
  for (const cost of worst) console.log(`  most: ${kilobytes(cost.bytes)} ${cost.kind} “${cost.text}”`);
}

/** Scripts and styles that are loaded when the search is first used. */
const assets = join(web, "dist/assets");
const parts = (await readdir(assets)).filter((name) => /^(dialog-root|embedded-backend|worker|Parts|SearchResults)-.*\.(js|css)$/.test(name));
let total = 0;
for (const name of parts) {
  const size = gzipSync(await readFile(join(assets, name)), { level: 9 }).length;
  total += size;
  console.log(`code ${kilobytes(size)} ${name}`);
}
console.log(`code ${kilobytes(total)} in all, with gzip`);
