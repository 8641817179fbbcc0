/*
 * Measures moving between pages and first loads of built sites in Chromium. `cargo xtask navigation` builds the sites and
 * starts this; it reads from standard input what was built:
 *
 *   {"command": "…", "date": "…", "machine": "…", "sites": [{"engine": "Portico", "version": "…", "nPages": 1000, "folder": "…"}]}
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { firstLoad, followLinks } from "./browse.mjs";
import { report } from "./report.mjs";
import { serveFolder } from "./server.mjs";

const { chromium } = createRequire(join(resolve(import.meta.dirname, "../.."), "web/package.json"))("@playwright/test");

const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "36" },
    rounds: { type: "string", default: "3" },
    pages: { type: "string", default: "1000" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    write: { type: "string" },
  },
});
const circumstances = JSON.parse(readFileSync(0, "utf8"));
const nRounds = Number(values.rounds);
const nClicks = Math.ceil(Number(values.clicks) / nRounds);

/** The pages of the corpus, in order, as paths that all engines know. */
function pagesOf(server) {
  const paths = server.documents.map((path) => path.replace(/(\/index)?\.html$/, ""));
  return paths.filter((path) => /^\/area-\d+\/.*-\d+$/.test(path)).sort();
}

const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const before = loadavg()[0];
const rows = [];
for (const site of circumstances.sites) {
  const server = await serveFolder(site.folder);
  rows.push({ ...site, server, first: null, ahead: [], onClick: [], visited: { ahead: new Set(), onClick: new Set() } });
}
try {
  for (const row of rows) {
    row.first = await firstLoad(browser, row, row.server, pagesOf(row.server)[12]);
    console.log(`${row.engine}, ${row.nPages} pages: first load`, row.first);
  }
  for (let round = 0; round < nRounds; round += 1) {
    for (const mode of ["onClick", "ahead"]) {
      for (const row of rows.filter(({ nPages }) => nPages === Number(values.pages))) {
        const start = pagesOf(row.server)[Math.floor((row.nPages * round) / nRounds)];
        const clicks = await followLinks(browser, row, row.server, { start, nClicks, isAhead: mode === "ahead", visited: row.visited[mode] });
        row[mode].push(...clicks);
        console.log(`${row.engine}, round ${round + 1}, ${mode === "ahead" ? "loading ahead" : "loading on click"}:`, clicks.map(({ ms }) => Math.round(ms)).join(" "));
      }
    }
  }
} finally {
  await browser.close();
  await Promise.all(rows.map(({ server }) => server.close()));
}
const text = report(rows, { ...circumstances, nPages: Number(values.pages), browser: browser.version(), load: Math.max(before, loadavg()[0]) });
console.log(`\n${text}`);
if (values.write) writeFileSync(values.write, text);
