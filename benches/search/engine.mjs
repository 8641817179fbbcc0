// The search engine as the browser runs it, and indexes in folders.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const here = fileURLToPath(new URL(".", import.meta.url));
export const web = join(here, "../../web");

/** Bundles the reader of the index and loads it. */
export async function loadEngine() {
  const { build } = createRequire(join(web, "package.json"))("esbuild");
  const entry = 'export { search } from "./engine"; export { openIndex } from "./index-files";';
  const folder = await mkdtemp(join(tmpdir(), "portico-search-"));
  const outfile = join(folder, "engine.mjs");
  await build({
    stdin: { contents: entry, resolveDir: join(web, "src/search/engine"), loader: "ts" },
    bundle: true,
    format: "esm",
    target: "node20",
    outfile,
  });
  const engine = await import(pathToFileURL(outfile).href);
  await rm(folder, { recursive: true });
  return engine;
}

/** Reads files of an index: of a published site, or what the example `index_site` wrote. */
export function filesOf(folder) {
  const published = join(folder, "search-index");
  const read = (name) => readFile(existsSync(published) ? join(published, name) : join(folder, basename(name)));
  return async (name) => new Uint8Array(await read(name));
}

/** The portal's own queries: `kind`, `text`, `expected` routes or anchors; every third of a kind is kept aside. */
export async function readQueries() {
  const lines = (await readFile(join(here, "queries.txt"), "utf8")).split("\n").filter((line) => line && !line.startsWith("#"));
  const seen = new Map();
  return lines.map((line) => {
    const [kind, text, expected] = line.split("\t");
    const nth = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, nth);
    return { kind, text, expected: expected.split("|"), isKept: nth % 3 === 0 };
  });
}
