/** How many letters of a word may be wrong: none of a short one or of a code. */
export function allowedEdits(word: string): number {
  if (word.length < 4 || /\p{N}/u.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * The least number of letters to change, add, leave out or swap with the next (optimal string alignment), or `most + 1`
 * if it takes more. With `isPrefix` the wanted word may go on after what was typed.
 */
export function editDistance(typed: string, wanted: string, most: number, isPrefix: boolean): number {
  const width = typed.length;
  if (wanted.length < width - most || (!isPrefix && wanted.length > width + most)) return most + 1;
  const height = Math.min(wanted.length, width + most);
  let beforeLast: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, at) => at);
  let best = isPrefix ? (last[width] ?? 0) : most + 1;
  for (let row = 1; row <= height; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[column - 1] === wanted[row - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && column > 1 && typed[column - 1] === wanted[row - 2] && typed[column - 2] === wanted[row - 1];
      if (isSwapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return Math.min(best, most + 1);
    if (isPrefix) best = Math.min(best, current[width] ?? best);
    beforeLast = last;
    last = current;
  }
  return Math.min(isPrefix ? best : (last[width] ?? 0), most + 1);
}

export interface Correction {
  word: string;
  /** How sure we are, up to 1. */
  weight: number;
}

/** The likeliest words for a misspelt one, the best first. */
export function corrections(typed: string, isPrefix: boolean, words: readonly string[], counts: ArrayLike<number>): Correction[] {
  const most = allowedEdits(typed);
  if (most === 0) return [];
  const found: (Correction & { rank: number })[] = [];
  words.forEach((word, at) => {
    const whole = editDistance(typed, word, most, false);
    const begun = isPrefix && whole > 1 && typed.length >= 5 ? editDistance(typed, word, 1, true) : most + 1;
    const edits = Math.min(whole, begun + 0.5);
    if (edits > most) return;
    const isOtherStart = word[0] !== typed[0];
    const rank = edits + (isOtherStart ? 0.6 : 0) - Math.log10(1 + (counts[at] ?? 0)) * 0.25;
    found.push({ word, weight: Math.max(0.4, 0.95 - 0.2 * edits), rank });
  });
  found.sort((one, other) => one.rank - other.rank);
  const best = found[0]?.rank ?? 0;
  return found.filter((it) => it.rank < best + 0.6).slice(0, 4);
}

/** Two words that were typed without the space between them, if there are such. */
export function split(typed: string, countOf: (word: string) => number): [string, string] | null {
  let best: [string, string] | null = null;
  let bestCount = 0;
  for (let at = 2; at <= typed.length - 2; at += 1) {
    const pair: [string, string] = [typed.slice(0, at), typed.slice(at)];
    const count = Math.min(...pair.map(countOf)) * (Math.min(at, typed.length - at) >= 3 ? 10 : 1);
    if (count > bestCount) {
      best = pair;
      bestCount = count;
    }
  }
  return best;
}

/** An English word without the endings that do not change what it is about. */
export function stem(word: string): string {
  if (word.length < 5 || /[^a-z]/.test(word)) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  const bare = word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replace(/(ing|ed)$/, "");
  const short = bare.length < 3 || !/[aeiouy]/.test(bare) ? word.replace(/([^s])s$/, "$1") : bare;
  return short.replace(/(.)\1$/, "$1").replace(/([^aeiou])e$/, "$1").replace(/y$/, "i");
}

/** The forms that an English word may have, the likeliest first; not all of them are words. */
export function inflections(word: string): string[] {
  const root = stem(word);
  if (root.length < 3) return [];
  const start = root.slice(0, -1);
  if (root.endsWith("i")) return [`${start}y`, `${start}ies`, `${start}ied`, `${start}ying`];
  const doubled = root + root.slice(-1);
  // What ends in "ss" was shortened too.
  const bases = /s$/.test(root) ? [doubled] : [root];
  return [...bases.flatMap((base) => [base, `${base}s`, `${base}e`, `${base}es`, `${base}ed`, `${base}ing`]), `${doubled}ed`, `${doubled}ing`];
}
