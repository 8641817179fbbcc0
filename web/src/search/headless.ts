/*
 * The engine of the embedded index for hosts without a browser: texts in, texts out, no network. It is what the dialog
 * searches with, so that `portico mcp` finds what readers find. The host gives the files that a search asks for.
 */
import type { SearchSectionText } from "../contract";
import { decodeUtf8 } from "../lib/utf8";
import { search as searchIndex, type EngineQuery } from "./engine/engine";
import { openIndex, type IndexFiles } from "./engine/index-files";
import { matchWords } from "./engine/matches";
import { parseQuery } from "./engine/query";
import { rank } from "./engine/rank";

// Engines that are no browsers may lack it.
globalThis.TextDecoder ??= class {
  decode(bytes: Uint8Array) {
    return decodeUtf8(bytes);
  }
} as unknown as typeof TextDecoder;

/** Pages looked at for something that is explained on them. */
const MOST_PAGES = 20;
/** What explains a name best comes first. */
const ORDER: readonly SearchSectionText["kind"][] = ["code", "field", "operation", "heading", "page"];

/** A file that the host is to give. */
class MissingFile extends Error {
  readonly file: string;

  constructor(file: string) {
    super(file);
    this.file = file;
  }
}

const given = new Map<string, Uint8Array<ArrayBuffer>>();
let opening: Promise<IndexFiles> | null = null;

/** Takes a file of the index: its name, a line feed, and its bytes, unpacked, each as a character. */
export function give(text: string): string {
  const end = text.indexOf("\n");
  given.set(text.slice(0, end), Uint8Array.from({ length: text.length - end - 1 }, (_, at) => text.charCodeAt(end + 1 + at)));
  return "";
}

/** Searches. Gives JSON: `{"value": SearchAnswer}`, or `{"missing": "name"}` if a file must be given first. */
export function search(query: string): Promise<string> {
  return answer((files) => searchIndex(files, JSON.parse(query) as EngineQuery));
}

/** The places that explain a code, field, event or operation of that very name: `{"value": [...]}` or `{"missing": …}`. */
export function lookUp(name: string): Promise<string> {
  return answer(async (files) => {
    const query = parseQuery(name, new Set(files.head.stopWords));
    const ranked = rank(files.pages.starts, query, await matchWords(files, query));
    const places = ranked.slice(0, MOST_PAGES).map(async ({ page, sections }) => {
      const text = await files.text(page, sections.map(({ at }) => at));
      const found = [...text.sections.values()].filter((section) => isAbout(section, name));
      return found.map((section) => ({ route: text.route, page: text.title, ...section }));
    });
    return (await Promise.all(places)).flat().sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  });
}

/** Whether a section is about a name: `R01 Insufficient Funds`, `transaction.returned, transaction.failed`. */
function isAbout({ heading }: SearchSectionText, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  const own = heading.toLowerCase();
  return own === wanted || own.startsWith(`${wanted} `) || own.split(", ").includes(wanted);
}

async function answer(work: (files: IndexFiles) => Promise<unknown>): Promise<string> {
  try {
    opening ??= openIndex(fetchGiven, "index.bin");
    return JSON.stringify({ value: await work(await opening) });
  } catch (error) {
    if (given.size === 0 || !given.has("index.bin")) opening = null;
    if (error instanceof MissingFile) return JSON.stringify({ missing: error.file });
    throw error;
  }
}

function fetchGiven(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = given.get(name);
  return bytes === undefined ? Promise.reject(new MissingFile(name)) : Promise.resolve(bytes);
}
