import { fold, termsOf } from "./terms";

/** A word of a query. */
export interface QueryWord {
  text: string;
  /** Whether the reader may not have typed it to its end. */
  isPrefix: boolean;
  /** Whether it says little. */
  isStopWord: boolean;
  /** Whether it is a chunk without its joiners: welcome, but its parts are words of their own. */
  isWhole: boolean;
  /** Whether it is part of a text in quotation marks, which must have it as it is. */
  isQuoted: boolean;
}

export interface Query {
  words: readonly QueryWord[];
  /** Texts in quotation marks, folded and in lower case. */
  phrases: readonly string[];
  /** Whether the query is one word or chunk: perhaps a code or a name. */
  isSingle: boolean;
}

/** More words than this say no more. */
const MOST_WORDS = 12;

const QUOTED = /["\u201c\u201d]([^"\u201c\u201d]+)["\u201c\u201d]/g;

/** Makes sense of what a reader typed. */
export function parseQuery(text: string, stopWords: ReadonlySet<string>): Query {
  const phrases = [...text.matchAll(QUOTED)].map(([, phrase]) => comparable(phrase ?? "")).filter((it) => it !== "");
  const terms = termsOf(text);
  const isOpen = /[\p{Alphabetic}\p{N}]$/u.test(text);
  const last = terms.at(-1);
  const lastWord = terms.findLast((term) => !term.isWhole);
  const quoted = new Set(phrases.flatMap((phrase) => termsOf(phrase).map((term) => term.text)));
  const words = new Map<string, QueryWord>();
  for (const term of terms) {
    const isPrefix = isOpen && (term === last || term === lastWord);
    const known = words.get(term.text);
    if (known !== undefined) {
      known.isPrefix ||= isPrefix;
    } else if (words.size < MOST_WORDS) {
      const isStopWord = stopWords.has(term.text);
      words.set(term.text, { text: term.text, isPrefix, isStopWord, isWhole: term.isWhole, isQuoted: quoted.has(term.text) });
    }
  }
  const nPlain = [...words.values()].filter((word) => !word.isWhole).length;
  return { words: [...words.values()], phrases, isSingle: last?.isWhole === true ? words.size === nPlain + 1 && !/\s/.test(text.trim()) : nPlain === 1 };
}

/** Text as phrases are compared: folded, in lower case, with single spaces. */
export function comparable(text: string): string {
  return fold(text).toLowerCase().split(/\s+/).join(" ").trim();
}
