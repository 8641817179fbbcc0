import type { TextPart } from "../backend";
import { fold } from "./terms";
import type { WordMatches } from "./matches";

/** Length of an excerpt in characters, about. */
const LENGTH = 150;

const RUN = /[\p{Alphabetic}\p{N}\p{M}'\u2019]+/gu;
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

/** A place in a text that matches. */
interface Span {
  start: number;
  end: number;
  /** Which word of the query. */
  word: number;
}

/** Finds the words of a query in texts. */
export class Highlighter {
  /** Terms in the index, by the word of the query that they stand for; and how much of them was typed. */
  private readonly terms = new Map<string, { word: number; typed: number }>();
  private readonly pairs: readonly { text: string; word: number }[];

  constructor(matches: readonly WordMatches[]) {
    const areAllStopWords = matches.every(({ word }) => word.isStopWord);
    const pairs: { text: string; word: number }[] = [];
    matches.forEach(({ word, expansions }, index) => {
      if (word.isStopWord && !areAllStopWords) return;
      for (const { shard, at, weight } of expansions) {
        const term = shard.terms[at] ?? "";
        if (UNSPACED.test(term)) pairs.push({ text: term, word: index });
        const isBegun = weight < 1 && word.isPrefix && term.startsWith(word.text);
        if (!this.terms.has(term)) this.terms.set(term, { word: index, typed: isBegun ? word.text.length : term.length });
      }
    });
    this.pairs = pairs;
  }

  /** The whole text in parts. */
  whole(text: string): TextPart[] {
    return parts(text, this.spans(text), 0, text.length);
  }

  /** The piece of the text that matches best, in parts; and how many words of the query it has. */
  best(text: string): { parts: TextPart[]; nWords: number } {
    const flat = text.replaceAll("\n", " ");
    const spans = this.spans(flat);
    if (flat.length <= LENGTH * 1.4) return { parts: parts(flat, spans, 0, flat.length), nWords: distinct(spans) };
    let best = 0;
    let bestCount = 0;
    for (let first = 0, last = 0; first < spans.length; first += 1) {
      const start = spans[first]?.start ?? 0;
      while (last < spans.length && (spans[last]?.end ?? 0) <= start + LENGTH) last += 1;
      const inside = spans.slice(first, last);
      const count = distinct(inside) + Math.min(inside.length, 5) / 10;
      if (count > bestCount) {
        best = start;
        bestCount = count;
      }
    }
    const from = wordStart(flat, Math.max(0, Math.min(best - 40, flat.length - LENGTH)));
    const to = wordEnd(flat, Math.min(flat.length, from + LENGTH));
    const cut = parts(flat, spans, from, to);
    if (from > 0) cut.unshift({ text: "… ", isHit: false });
    if (to < flat.length) cut.push({ text: " …", isHit: false });
    return { parts: cut, nWords: Math.floor(bestCount) };
  }

  private spans(text: string): Span[] {
    const spans: Span[] = [];
    for (const match of text.matchAll(RUN)) {
      const [run] = match;
      if (UNSPACED.test(run)) this.pushPairs(run, match.index, spans);
      else this.pushRun(run, match.index, spans);
    }
    return spans;
  }

  private pushRun(run: string, start: number, spans: Span[]) {
    const term = fold(run).toLowerCase();
    const known = this.terms.get(term);
    if (known !== undefined) {
      const isSameLength = term.length === run.length;
      spans.push({ start, end: start + (isSameLength ? known.typed : run.length), word: known.word });
      return;
    }
    // Parts of a name in camel case.
    let at = start;
    const humps = run.split(/(?<=[\p{Lowercase}])(?=\p{Uppercase})/u);
    for (const hump of humps) {
      const part = humps.length > 1 ? this.terms.get(fold(hump).toLowerCase()) : undefined;
      if (part !== undefined) spans.push({ start: at, end: at + hump.length, word: part.word });
      at += hump.length;
    }
  }

  private pushPairs(run: string, start: number, spans: Span[]) {
    const folded = run.toLowerCase();
    let end = 0;
    for (let at = 0; at < run.length; at += 1) {
      const pair = this.pairs.find(({ text }) => folded.startsWith(text, at));
      if (pair === undefined) continue;
      const from = Math.max(at, end);
      end = at + pair.text.length;
      if (end > from) spans.push({ start: start + from, end: start + end, word: pair.word });
    }
  }
}

function distinct(spans: readonly Span[]): number {
  return new Set(spans.map((span) => span.word)).size;
}

function parts(text: string, spans: readonly Span[], from: number, to: number): TextPart[] {
  const all: TextPart[] = [];
  let at = from;
  const push = (end: number, isHit: boolean) => {
    if (end <= at) return;
    const last = all.at(-1);
    const piece = text.slice(at, end);
    if (last?.isHit === isHit) last.text += piece;
    else all.push({ text: piece, isHit });
    at = end;
  };
  for (const { start, end } of spans) {
    if (start < from || end > to) continue;
    push(start, false);
    push(end, true);
  }
  push(to, false);
  return all;
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(" ", at);
  return space < 0 || space > at + 24 ? at : space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(" ", at);
  return space < at - 24 ? at : space;
}
