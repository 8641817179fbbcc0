import type { SearchIndexHead, SearchPageText } from "../../contract";
import { ByteReader, decodeText, IndexFormatError, unpack } from "./bytes";
import { Shard } from "./shard";

/** The format that this code reads. */
const FORMAT = 1;
/** Shards read at most for one word. */
const MOST_SHARDS = 3;
const MAGIC = 0x31495350;

/** Gets a file of the index by its address relative to the entry file; rejects if it cannot be had. */
export type FetchFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The files of an index, each fetched when it is first needed and then kept. */
export interface IndexFiles {
  head: SearchIndexHead;
  /** The shard that a term would be in. */
  shardOf: (term: string) => Promise<Shard>;
  /** The shards with terms that begin so; of very many only the first. */
  shardsFrom: (prefix: string) => Promise<Shard[]>;
  /** The words that spelling is corrected by. */
  words: () => Promise<Shard>;
  /** The texts of a page. */
  text: (page: number) => Promise<SearchPageText>;
}

/** Opens an index by its entry file. */
export async function openIndex(fetchFile: FetchFile, entryName: string): Promise<IndexFiles> {
  const reader = new ByteReader(await unpack(await fetchFile(entryName)));
  if (reader.u32() !== MAGIC) throw new IndexFormatError("this is no search index");
  const head = readHead(reader);
  const load = head.isWhole ? partsBehind(reader) : partsIn(head.folder, fetchFile);
  const shard = kept(async (name: string) => new Shard(await load(name)));
  const texts = kept(async (name: string) => parse<SearchPageText[]>(await load(name)));

  const numbered = (at: number) => shard(`terms-${String(at)}.bin`);

  return {
    head,
    shardOf: (term) => numbered(lastAtOrBelow(head.shards, term)),
    shardsFrom(prefix) {
      const from = lastAtOrBelow(head.shards, prefix);
      let to = from + 1;
      while (to < from + MOST_SHARDS && (head.shards[to]?.startsWith(prefix) ?? false)) to += 1;
      return Promise.all(Array.from({ length: to - from }, (_, at) => numbered(from + at)));
    },
    words: () => shard(head.isWhole ? "terms-0.bin" : "words.bin"),
    async text(page) {
      const chunk = lastAtOrBelow(head.textStarts, page);
      const pages = await texts(`texts-${String(chunk)}.bin`);
      const text = pages[page - (head.textStarts[chunk] ?? 0)];
      if (text === undefined) throw new IndexFormatError(`the index has no texts of page ${String(page)}`);
      return text;
    },
  };
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
function lastAtOrBelow<T extends string | number>(sorted: readonly T[], wanted: T): number {
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
