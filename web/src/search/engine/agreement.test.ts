import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { fixtureFile } from "../../../tests/search-fixture";
import { unpack } from "./bytes";
import { search } from "./engine";
import { openIndex, type FetchFile } from "./index-files";

// A damaged file is searched hundreds of times.
vi.setConfig({ testTimeout: 60_000 });

/** What `cargo test -p portico-search` invented, wrote, and says must be found. */
interface Corpus {
  /** Unpacked files in hexadecimal digits, by name. */
  files: Record<string, string>;
  /** Route, area, anchor, heading and text of each section. */
  sections: [string, string, string, string, string][];
  /** For each term its sections; those with the term in their heading as `-number - 1`. */
  terms: Record<string, number[]>;
}

const corpora = JSON.parse(readFileSync(join(import.meta.dirname, "../fixture/corpora.json"), "utf8")) as Corpus[];

function filesOf({ files }: Corpus): FetchFile {
  return (name) => {
    const digits = files[name.split("/").at(-1) ?? ""];
    return digits === undefined ? Promise.reject(new Error(`no ${name}`)) : Promise.resolve(new Uint8Array(Buffer.from(digits, "hex")));
  };
}

describe.each(corpora.map((corpus, number) => ({ number, corpus })))("corpus $number", ({ corpus }) => {
  test("every term is where the writer put it, and nowhere else", async () => {
    const files = await openIndex(filesOf(corpus), "index.bin");
    const found: Record<string, number[]> = {};
    const shards = new Set(await Promise.all(["", ...Object.keys(corpus.terms)].map((term) => files.shardOf(term))));
    for (const shard of shards) {
      shard.terms.forEach((term, at) => {
        const places: number[] = [];
        shard.each(at, ({ section, strength, isHeading, isName }) => {
          expect(strength > 0 && strength <= 1 && !isName).toBe(true);
          places.push(isHeading ? -section - 1 : section);
        });
        expect(shard.counts[at]).toBe(places.length);
        found[term] = places;
      });
    }
    expect(found).toEqual(corpus.terms);
    for (const term of Object.keys(corpus.terms)) expect((await files.shardOf(term)).find(term)).toBeGreaterThanOrEqual(0);
  });

  test("a start finds all terms that begin so, if they are not too many", async () => {
    const files = await openIndex(filesOf(corpus), "index.bin");
    for (const term of Object.keys(corpus.terms)) {
      const start = [...term].slice(0, 2).join("");
      const shards = await files.shardsFrom(start);
      const found = shards.flatMap((shard) => shard.terms.slice(...shard.range(start)));
      const all = Object.keys(corpus.terms).filter((other) => other.startsWith(start));
      expect(all).toEqual(expect.arrayContaining(found));
      if (shards.length < 3) expect(found).toHaveLength(all.length);
    }
  });

  test("texts and areas are those of the sections", async () => {
    const files = await openIndex(filesOf(corpus), "index.bin");
    const read: Corpus["sections"] = [];
    for (let page = 0; page + 1 < files.pages.starts.length; page += 1) {
      const { route, sections } = await files.text(page);
      const area = files.head.areas[files.pages.areas[page] ?? -1] ?? "none";
      expect(sections.size).toBe((files.pages.starts[page + 1] ?? 0) - (files.pages.starts[page] ?? 0));
      for (const at of [...sections.keys()].sort((one, other) => one - other)) {
        const section = sections.get(at);
        read.push([route, area, section?.anchor ?? "", section?.heading ?? "", section?.text ?? ""]);
        expect((await files.text(page, [at])).sections.get(at)).toEqual(section);
      }
    }
    expect(read).toEqual(corpus.sections);
  });
});

describe("damage", () => {
  const names = {
    whole: ["index.bin"],
    sharded: ["index.bin", "words.bin", "terms-0.bin", "terms-1.bin", "terms-2.bin", "texts-0.bin", "texts-1.bin"],
  };
  const cases = (["whole", "sharded"] as const).flatMap((kind) => names[kind].map((name) => ({ kind, name })));
  const ask = async (fetchFile: FetchFile) => {
    const files = await openIndex(fetchFile, "index.bin");
    const answers = ["payment", "webhoks signatuer"].map((text) => search(files, { text, areas: [], page: 0, perPage: 5 }));
    return JSON.stringify(await Promise.all(answers));
  };

  test.each(cases)("of any byte of $name ($kind) is an error or does no harm", async ({ kind, name }) => {
    const read = fixtureFile(kind);
    const packed = await read(name);
    const right = await ask(read);
    for (let at = 0; at < packed.length; at += 5) {
      const broken = packed.slice();
      broken[at] = (broken[at] ?? 0) ^ (1 << at % 8);
      const answer = await ask((file) => (file.endsWith(name) ? Promise.resolve(broken) : read(file))).catch((error: unknown) => error);
      if (!(answer instanceof Error)) expect(answer, `byte ${String(at)}`).toBe(right);
    }
  });

  // A server that unpacks the files takes their checksum away: then anything may be found, but nothing may crash or hang.
  test.each(cases)("of any byte of $name ($kind), unpacked on its way, ends in an answer or an error", async ({ kind, name }) => {
    const read = fixtureFile(kind);
    const unpacked = new Uint8Array(await unpack(await read(name)));
    for (let at = 0; at < unpacked.length; at += 11) {
      const broken = unpacked.slice();
      broken[at] = (broken[at] ?? 0) ^ (1 << at % 8);
      const answer = await ask((file) => (file.endsWith(name) ? Promise.resolve(broken) : read(file))).catch((error: unknown) => error);
      expect(answer instanceof Error || typeof answer === "string", `byte ${String(at)}`).toBe(true);
    }
  });

  test.each(cases)("of the end of $name ($kind) is an error", async ({ kind, name }) => {
    const read = fixtureFile(kind);
    for (const whole of [await read(name), new Uint8Array(await unpack(await read(name)))]) {
      for (let length = 0; length < whole.length; length += 7) {
        const cut = whole.slice(0, length);
        const failed = openIndex((file) => (file.endsWith(name) ? Promise.resolve(cut) : read(file)), "index.bin").then(async (files) => {
          // Everything is read, whatever a search would have needed.
          await Promise.all([files.words(), ...files.head.shards.map((term) => files.shardOf(term))]);
          for (let page = 0; page + 1 < files.pages.starts.length; page += 1) await files.text(page);
        });
        await expect(failed, `${String(length)} bytes`).rejects.toBeInstanceOf(Error);
      }
    }
  });
});
