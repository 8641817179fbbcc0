import type { SearchIndexHead, SearchPageText, SearchSectionText } from "../../contract";
import { ByteReader, decodeText, IndexFormatError, unpack } from "./bytes";
import { readWords, Shard, type Terms } from "./shard";

/** The format that this code reads. */
const FORMAT = 2;
/** Shards read at most for the terms that begin as one word, or for its other forms. */
const MOST_SHARDS = 5;
const MAGIC = 0x32495350;

/** Gets a file of the index by its address relative to the entry file; rejects if it cannot be had. */
export type FetchFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The files of an index, each fetched when it is first needed and then kept. */
export interface IndexFiles {
  head: SearchIndexHead;
  pages: PageTable;
  /** The shard that a term would be in. */
  shardOf: (term: string) => Promise<Shard>;
  /** The shards with terms that begin so; of very many only the first. */
  shardsFrom: (prefix: string) => Promise<Shard[]>;
  /** The shards that these terms would be in; of many only the first. */
  shardsOf: (terms: readonly string[]) => Promise<Shard[]>;
  /** The words that spelling is corrected by. */
  words: () => Promise<Terms>;
  /** The texts of a page's sections that stand at those positions on it; of all if none are named. */
  text: (page: number, wanted?: readonly number[]) => Promise<PageText>;
  /** Number of the file with the text of a page's section at that position. */
  textFileOf: (page: number, at: number) => number;
}

/** What is known of the pages without their texts. */
export interface PageTable {
  /** Number of the first section of each page, and the number of all sections. */
  starts: Uint32Array;
  /** For each page the position of its area in the head. */
  areas: Uint32Array;
  /** Number of the first section in each file of texts. */
  textStarts: Uint32Array;
}

/** Texts of a page. */
export interface PageText extends Pick<SearchPageText, "route" | "title" | "crumbs"> {
  /** By their positions on the page. */
  sections: ReadonlyMap<number, SearchSectionText>;
}

/** Opens an index by its entry file. */
export async function openIndex(fetchFile: FetchFile, entryName: string): Promise<IndexFiles> {
  const reader = new ByteReader(await unpack(await fetchFile(entryName)));
  if (reader.u32() !== MAGIC) throw new IndexFormatError("this is no search index");
  const head = readHead(reader);
  const pages = readPages(reader);
  const load = head.isWhole ? partsBehind(reader) : partsIn(head.folder, fetchFile);
  const shard = kept(async (name: string) => new Shard(await load(name)));
  const lexicon = kept(async (name: string) => readWords(await load(name)));
  const texts = kept(async (name: string) => parse<SearchPageText[]>(await load(name)));

  const numbered = (at: number) => shard(`terms-${String(at)}.bin`);
  const textFileOf = (page: number, at: number) => lastAtOrBelow(pages.textStarts, (pages.starts[page] ?? 0) + at);

  return {
    head,
    pages,
    textFileOf,
    shardOf: (term) => numbered(lastAtOrBelow(head.shards, term)),
    shardsFrom(prefix) {
      const from = lastAtOrBelow(head.shards, prefix);
      let to = from + 1;
      while (to < from + MOST_SHARDS && (head.shards[to]?.startsWith(prefix) ?? false)) to += 1;
      return Promise.all(Array.from({ length: to - from }, (_, at) => numbered(from + at)));
    },
    shardsOf(terms) {
      const numbers = new Set(terms.map((term) => lastAtOrBelow(head.shards, term)));
      return Promise.all([...numbers].slice(0, MOST_SHARDS).map(numbered));
    },
    words: () => (head.isWhole ? numbered(0) : lexicon("words.bin")),
    async text(page, wanted) {
      const start = pages.starts[page] ?? 0;
      const count = (pages.starts[page + 1] ?? start) - start;
      const all = wanted ?? Array.from({ length: count }, (_, at) => at);
      const chunks = new Set(all.map((at) => textFileOf(page, at)));
      const files = [...chunks].map(async (chunk) => {
        const first = pages.textStarts[chunk] ?? 0;
        return findPage(await texts(`texts-${String(chunk)}.bin`), pages.starts, first, page);
      });
      return joined(await Promise.all(files));
    },
  };
}

/** The part of a file of texts that belongs to a page. */
function findPage(file: readonly SearchPageText[], starts: Uint32Array, firstSection: number, page: number): SearchPageText {
  const text = file[page - lastAtOrBelow(starts, firstSection)];
  if (text === undefined) throw new IndexFormatError(`the index has no texts of page ${String(page)}`);
  return text;
}

function joined(parts: readonly SearchPageText[]): PageText {
  const [some] = parts;
  if (some === undefined) throw new IndexFormatError("a page of the index has no sections");
  const { route, title, crumbs } = some;
  return { route, title, crumbs, sections: new Map(parts.flatMap(({ first, sections }) => sections.map((section, at) => [first + at, section]))) };
}

function readPages(reader: ByteReader): PageTable {
  const nPages = reader.varint();
  // Each page takes a byte at least.
  if (nPages > reader.bytes.length) throw new IndexFormatError("the index has too few pages");
  const starts = new Uint32Array(nPages + 1);
  for (let page = 0; page < nPages; page += 1) starts[page + 1] = (starts[page] ?? 0) + reader.varint();
  const areas = new Uint32Array(nPages);
  for (let page = 0; page < nPages; ) {
    const area = reader.varint();
    const count = reader.varint();
    if (count === 0 || count > nPages - page) throw new IndexFormatError("the index has areas of other pages");
    areas.fill(area, page, page + count);
    page += count;
  }
  const nTexts = reader.varint();
  if (nTexts > reader.bytes.length) throw new IndexFormatError("the index has too few texts");
  let page = 0;
  const firstPages = Array.from({ length: nTexts }, () => (page += reader.varint()));
  const textStarts = Uint32Array.from(firstPages, (first) => (starts[first] ?? 0) + reader.varint());
  return { starts, areas, textStarts };
}

function readHead(reader: ByteReader): SearchIndexHead {
  const head = parse<SearchIndexHead>(reader.take(reader.u32()));
  if (head.format !== FORMAT) throw new IndexFormatError(`the index has format ${String(head.format)}`);
  return head;
}

/** The parts of an index that is one file follow its head, each after its length. */
function partsBehind(reader: ByteReader): (name: string) => Promise<Uint8Array> {
  const terms = reader.take(reader.u32());
  const texts = reader.take(reader.u32());
  if (reader.rest().length > 0) throw new IndexFormatError("the index goes on after its end");
  return (name) => Promise.resolve(name.startsWith("terms") ? terms : texts);
}

function partsIn(folder: string, fetchFile: FetchFile): (name: string) => Promise<Uint8Array> {
  return async (name) => unpack(await fetchFile(folder + name));
}

/** Keeps what was loaded. What failed is tried again the next time. */
function kept<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const loading = load(name);
    known.set(name, loading);
    loading.catch(() => known.delete(name));
    return loading;
  };
}

function parse<T>(bytes: Uint8Array): T {
  try {
    return JSON.parse(decodeText(bytes)) as T;
  } catch (error) {
    throw new IndexFormatError("the index is not readable", { cause: error });
  }
}

/** Position of the last item that does not come after the wanted one, in a sorted list. */
function lastAtOrBelow<T extends string | number>(sorted: ArrayLike<T>, wanted: T): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && item <= wanted) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
