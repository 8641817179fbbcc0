// How well the search finds what people look for: node benches/search/evaluate.mjs INDEX_FOLDER [--misses] [--kept] [--gate]
//
// INDEX_FOLDER is a published site, or what the example `index_site` writes.
// Every third query of a kind is kept aside: its figures are printed, its misses only with --kept. With --gate it fails
// where a figure is below that of thresholds.json.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { filesOf, here, loadEngine, readQueries } from "./engine.mjs";

/** Position from 1 of the first expected result; 0 if there is none. Anchors must be reached, not only their page. */
function rankOf(expected, groups) {
  const hits = groups.flatMap((group) => group.hits.map((hit) => hit.href));
  const places = expected.map((target) => {
    if (target.includes("#")) return hits.indexOf(target) + 1;
    return groups.findIndex((group) => group.route === target) + 1;
  });
  return Math.min(...places.filter((place) => place > 0), 99) % 99;
}

function figures(rows) {
  const share = (is) => rows.filter(is).length / rows.length;
  return {
    first: share(({ rank }) => rank === 1),
    top3: share(({ rank }) => rank >= 1 && rank <= 3),
    mrr: rows.reduce((sum, { rank }) => sum + (rank > 0 && rank <= 10 ? 1 / rank : 0), 0) / rows.length,
  };
}

function report(name, rows) {
  const { first, top3, mrr } = figures(rows);
  const percent = (share) => `${Math.round(100 * share)} %`.padStart(6);
  console.log(`${name.padEnd(16)} ${String(rows.length).padStart(4)}  first ${percent(first)}  top 3 ${percent(top3)}  MRR@10 ${mrr.toFixed(3)}`);
}

const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder of the index");
const { search, openIndex } = await loadEngine();
const files = await openIndex(filesOf(folder), "index.bin");
const rows = [];
const times = [];
for (const query of await readQueries()) {
  const start = performance.now();
  const { groups } = await search(files, { text: query.text, areas: [], page: 0, perPage: 10 });
  times.push(performance.now() - start);
  rows.push({ ...query, rank: rankOf(query.expected, groups), got: groups.flatMap((group) => group.hits.map((hit) => hit.href)).slice(0, 4) });
}
for (const [name, part] of [["to tune by", rows.filter((row) => !row.isKept)], ["kept aside", rows.filter((row) => row.isKept)], ["all", rows]]) {
  console.log(`-- ${name}`);
  for (const kind of new Set(part.map((row) => row.kind))) report(kind, part.filter((row) => row.kind === kind));
  report("together", part);
}
times.sort((one, other) => one - other);
console.log(`milliseconds per search: half below ${times[times.length >> 1].toFixed(1)}, 95 % below ${times[Math.floor(times.length * 0.95)].toFixed(1)}`);
for (const row of rows) {
  const isShown = row.rank !== 1 && (row.isKept ? flags.includes("--kept") : flags.includes("--misses"));
  if (isShown) console.log(`${row.kind}\t${row.text}\trank ${row.rank || "-"}\twanted ${row.expected.join(" ")}\n\t\tgot ${row.got.join(" ")}`);
}

if (flags.includes("--gate")) {
  const least = JSON.parse(await readFile(join(here, "thresholds.json"), "utf8"));
  const all = figures(rows);
  const got = {
    ...all,
    keptAsideMrr: figures(rows.filter((row) => row.isKept)).mrr,
    typoTop3: figures(rows.filter((row) => row.kind === "typo")).top3,
  };
  for (const [name, threshold] of Object.entries(least)) {
    if (got[name] >= threshold) continue;
    console.error(`search finds less than it did: ${name} is ${got[name].toFixed(3)}, at least ${threshold} is wanted`);
    process.exitCode = 1;
  }
}
