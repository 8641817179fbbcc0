import type { IndexFiles } from "./index-files";
import type { Query, QueryWord } from "./query";
import type { Shard } from "./shard";
import { allowedEdits, corrections, inflections, split, stem } from "./spelling";

/** A term of the index that stands for a word of the query. */
export interface Expansion {
  shard: Shard;
  at: number;
  /** How well it does, up to 1. */
  weight: number;
}

/** A word of the query and what it matches. */
export interface WordMatches {
  word: QueryWord;
  expansions: readonly Expansion[];
  /** How much it says: rare words more than common ones. */
  rarity: number;
}

const INFLECTED = 0.85;
const MOST_EXPANSIONS = 150;
const STOP_WORD = 0.08;

/** Looks up the words of a query, correcting those that are not to be found. */
export async function matchWords(files: IndexFiles, query: Query): Promise<WordMatches[]> {
  // Words that say little are looked up only where hardly anything else was asked: each would cost a shard.
  const telling = query.words.filter((word) => !word.isStopWord);
  const all = await Promise.all((telling.length > 1 ? telling : query.words).map((word) => matchWord(files, word)));
  return all.flat();
}

async function matchWord(files: IndexFiles, word: QueryWord): Promise<WordMatches[]> {
  const isInflected = files.head.language.startsWith("en") && !word.isWhole && word.text.length >= 4;
  const [shard, shards, alike] = await Promise.all([
    files.shardOf(word.text),
    word.isPrefix ? files.shardsFrom(word.text) : [],
    isInflected ? files.shardsOf([word.text, ...inflections(word.text)]) : [],
  ]);
  const forms = alike.flatMap((near) => inflected(near, word));
  const expansions = [...exact(shard, word), ...forms, ...begun(shards, word)];
  if (expansions.length > 0) return [matched(files, word, expansions)];
  // A chunk that is not known as a whole still has its parts.
  if (word.isWhole) return [];
  // What was quoted must be there as it is.
  if (word.isQuoted) return [matched(files, word, [])];
  const corrected = await correct(files, shard, word);
  if (corrected.length > 0) return [matched(files, word, corrected)];
  const pair = word.text.length >= 6 ? await separate(files, word.text) : null;
  return pair === null ? [matched(files, word, [])] : matchPair(files, word, pair);
}

function exact(shard: Shard, { text }: QueryWord): Expansion[] {
  const at = shard.find(text);
  return at < 0 ? [] : [{ shard, at, weight: 1 }];
}

/** Other forms of the word. */
function inflected(shard: Shard, { text }: QueryWord): Expansion[] {
  const wanted = stem(text);
  const [from, to] = shard.range(wanted.slice(0, Math.max(3, wanted.length - 1)));
  const found: Expansion[] = [];
  for (let at = from; at < to; at += 1) {
    const term = shard.terms[at] ?? "";
    if (term !== text && term.length < text.length + 4 && stem(term) === wanted) found.push({ shard, at, weight: INFLECTED });
  }
  return found;
}

/** Words that begin with what was typed. */
function begun(shards: readonly Shard[], { text }: QueryWord): Expansion[] {
  const all = shards.flatMap((shard) => {
    const [from, to] = shard.range(text);
    return Array.from({ length: to - from }, (_, index) => {
      const { length } = shard.terms[from + index] ?? "";
      return { shard, at: from + index, weight: 0.8 * Math.sqrt(text.length / length), length };
    });
  });
  const longer = all.filter(({ length }) => length > text.length);
  if (longer.length <= MOST_EXPANSIONS) return longer;
  longer.sort((one, other) => (other.shard.counts[other.at] ?? 0) - (one.shard.counts[one.at] ?? 0));
  return longer.slice(0, MOST_EXPANSIONS);
}

/** Known words that are spelt nearly like it: first those at hand, as most misspelt words begin right. */
async function correct(files: IndexFiles, near: Shard, { text, isPrefix }: QueryWord): Promise<Expansion[]> {
  if (allowedEdits(text) === 0) return [];
  const words = await files.words();
  const found = corrections(text, isPrefix, words.terms, words.counts);
  const candidates = found.length > 0 ? found : corrections(text, isPrefix, near.terms, near.counts);
  const expansions = await Promise.all(
    candidates.map(async ({ word, weight }) => {
      const shard = await files.shardOf(word);
      return { shard, at: shard.find(word), weight };
    }),
  );
  return expansions.filter(({ at }) => at >= 0);
}

async function separate(files: IndexFiles, text: string): Promise<[string, string] | null> {
  const words = await files.words();
  return split(text, (part) => {
    const at = words.find(part);
    return at < 0 ? 0 : (words.counts[at] ?? 0);
  });
}

async function matchPair(files: IndexFiles, word: QueryWord, pair: [string, string]): Promise<WordMatches[]> {
  const parts = pair.map((text, at) => ({ ...word, text, isPrefix: word.isPrefix && at === 1 }));
  const all = await Promise.all(
    parts.map(async (part) => {
      const shard = await files.shardOf(part.text);
      return matched(files, part, [...exact(shard, part), ...begun(part.isPrefix ? [shard] : [], part)]);
    }),
  );
  return all;
}

function matched(files: IndexFiles, word: QueryWord, expansions: readonly Expansion[]): WordMatches {
  const nSections = files.pages.starts.at(-1) ?? 0;
  const own = expansions.find(({ weight }) => weight === 1);
  const used = own === undefined ? expansions : [own];
  const count = used.reduce((sum, { shard, at }) => sum + (shard.counts[at] ?? 0), 0);
  const bounded = Math.min(count, nSections);
  const rarity = Math.log(1 + (nSections - bounded + 0.5) / (bounded + 0.5));
  return { word, expansions, rarity: word.isStopWord ? rarity * STOP_WORD : rarity };
}
