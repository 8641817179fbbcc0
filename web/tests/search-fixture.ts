import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openIndex, type FetchFile, type IndexFiles } from "../src/search/engine/index-files";

const folder = join(import.meta.dirname, "../src/search/fixture");

/** Reads a file of the index that `cargo test -p portico-search` keeps up to date. */
export function fixtureFile(kind: "whole" | "sharded"): FetchFile {
  return (name) => Promise.resolve(new Uint8Array(readFileSync(join(folder, kind, basename(name)))));
}

export function openFixture(kind: "whole" | "sharded"): Promise<IndexFiles> {
  return openIndex(fixtureFile(kind), "index.bin");
}
