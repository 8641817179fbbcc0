/*
 * From text to terms, the same as in crates/portico-search/src/terms.rs: what the index is made of is what queries are
 * made of.
 */

/** Longest term in characters. */
const LONGEST = 48;

const WORD = String.raw`[\p{Alphabetic}\p{N}]`;
const UNSPACED_RANGES = String.raw`\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3134f}`;
const PLAIN = String.raw`(?:(?![${UNSPACED_RANGES}])${WORD})`;
const UNSPACED = String.raw`(?:(?=[${UNSPACED_RANGES}])${WORD})`;
const JOINER = String.raw`[_\-./:@#{}]`;

/** A run of an unspaced script, or a chunk: words, and at most three joiners between two of them. */
const RUNS = new RegExp(String.raw`(${UNSPACED}+)|${PLAIN}+(?:${JOINER}{1,3}${PLAIN}+)*`, "gu");
const JOINERS = new RegExp(`${JOINER}+`, "u");
const INNER_APOSTROPHE = new RegExp(`(?<=${WORD})['\u2019](?=${WORD})`, "gu");

/** Where a new part begins by its letter case: `getToken`, `HTTPServer`, but not `IDs`. */
const HUMPS = /(?<=\p{Lowercase})(?=\p{Uppercase})|(?<=\p{Uppercase})(?=\p{Uppercase}(?!s(?![\p{Alphabetic}\p{N}]))\p{Lowercase})/u;

export interface Term {
  text: string;
  /** Whether it is a chunk of several parts, without its joiners. */
  isWhole: boolean;
}

/** The terms of a text, in order. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const [run, unspaced] of fold(text).matchAll(RUNS)) {
    if (unspaced === undefined) pushParts(run, terms);
    else pushPairs([...unspaced], terms);
  }
  return terms;
}

/** Text without accents, compatibility forms and apostrophes inside words; letter case stays. */
export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");
  return plain.replace(INNER_APOSTROPHE, "");
}

function pushPairs(characters: readonly string[], terms: Term[]) {
  if (characters.length === 1) terms.push({ text: characters.join("").toLowerCase(), isWhole: false });
  for (let at = 0; at + 1 < characters.length; at += 1) {
    terms.push({ text: characters.slice(at, at + 2).join("").toLowerCase(), isWhole: false });
  }
}

function pushParts(chunk: string, terms: Term[]) {
  const parts = chunk.split(JOINERS).flatMap((piece) => piece.split(HUMPS)).map(lowerCase);
  const whole = parts.join("");
  const isShort = length(whole) <= LONGEST;
  if (parts.length === 1) {
    if (isShort) terms.push({ text: whole, isWhole: false });
    return;
  }
  for (const part of parts) {
    if (length(part) >= 2 && length(part) <= LONGEST) terms.push({ text: part, isWhole: false });
  }
  if (isShort) terms.push({ text: whole, isWhole: true });
}

/** Character by character, as the index has it: no rule for the last letter of a word. */
function lowerCase(text: string): string {
  return [...text].map((character) => character.toLowerCase()).join("");
}

function length(text: string): number {
  return [...text].length;
}
