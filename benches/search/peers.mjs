// The engines that ours is measured beside, given the same texts.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { here, web } from "./engine.mjs";

const requirePeer = createRequire(join(here, "peers/package.json"));

/** Pages as the example `index_site` writes them: a line of JSON for each. */
export async function readLines(path) {
  return (await readFile(path, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
}

/** The options of VitePress: sections are the documents, pages are counted by their best one. */
export const miniSearchOptions = {
  fields: ["title", "titles", "text"],
  storeFields: ["route"],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
};

export function miniSearchOf(pages) {
  const MiniSearch = requirePeer("minisearch");
  const engine = new (MiniSearch.default ?? MiniSearch)(miniSearchOptions);
  for (const { route, title, sections } of pages) {
    engine.addAll(sections.map(([anchor, heading, text, code], at) => ({ id: `${route}#${at}${anchor}`, route, title: heading, titles: title, text: `${text}\n${code}` })));
  }
  return engine;
}

/** What its driver asks for: the library, and an index that was written to a file. */
export function miniSearchFiles(index) {
  const library = join(dirname(requirePeer.resolve("minisearch")), "../es/index.js");
  const { transform } = createRequire(join(web, "package.json"))("esbuild");
  return async (path) => {
    if (path !== "/minisearch.js") return readFile(index);
    const { code } = await transform(await readFile(library, "utf8"), { minify: true, format: "esm" });
    return Buffer.from(code);
  };
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Writes the pages as Pagefind reads them, with headings; not again if that was done before. */
export async function writeHtml(pages, folder) {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.part`;
  await rm(unfinished, { recursive: true, force: true });
  for (const { route, title, sections } of pages) {
    const body = sections.map(([anchor, heading, text, code], at) => {
      const level = at === 0 ? "h1" : "h2";
      return `<${level} id="${escaped(anchor)}">${escaped(heading)}</${level}><p>${escaped(text)}</p><pre>${escaped(code)}</pre>`;
    });
    const target = join(unfinished, route);
    await mkdir(target, { recursive: true });
    await writeFile(join(target, "index.html"), `<!doctype html><html lang="en"><title>${escaped(title)}</title><main data-pagefind-body>${body.join("")}</main></html>`);
  }
  await rename(unfinished, folder);
}

/** Runs Pagefind with its defaults; its index is in `pagefind` below the folder. Gives processor seconds and megabytes. */
export async function runPagefind(folder) {
  await rm(join(folder, "pagefind"), { recursive: true, force: true });
  return timed("node", [join(here, "peers/node_modules/.bin/pagefind"), "--site", folder]);
}

/** Runs a command under GNU time; gives processor seconds, most memory in megabytes, and what it printed. */
export function timed(command, args) {
  const done = spawnSync("/usr/bin/time", ["-f", "%U %S %M", command, ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
  if (done.error) throw done.error;
  const lines = done.stderr.trim().split("\n");
  if (done.status !== 0) throw new Error(lines.slice(-3).join("\n"));
  const [user, system, kilobytes] = lines.at(-1).split(" ").map(Number);
  return { seconds: user + system, megabytes: (kilobytes * 1024) / 1e6, printed: done.stdout };
}
