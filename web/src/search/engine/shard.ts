import { ByteReader, decodeText, IndexFormatError } from "./bytes";

const HEADING = 0x40;
const NAME = 0x80;

/** What the index says about a term in a section. */
export interface Posting {
  section: number;
  /** How much the section is about the term, above 0 up to 1. */
  strength: number;
  isHeading: boolean;
  isName: boolean;
  /** Kind of the section (upper half) and length of its heading (lower half); 0 unless heading or name. */
  about: number;
}

/** Sorted terms and where they stand. */
export class Shard {
  readonly terms: string[] = [];
  /** In how many sections each term stands. */
  readonly counts: Uint32Array;
  private readonly ends: Uint32Array;
  private readonly postings: Uint8Array;

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    const nTerms = reader.varint();
    if (nTerms > bytes.length) throw new IndexFormatError("the index has too few terms");
    const suffixes = decodeText(reader.take(reader.varint())).split("\n");
    this.counts = new Uint32Array(nTerms);
    this.ends = new Uint32Array(nTerms);
    let term = "";
    let end = 0;
    for (let at = 0; at < nTerms; at += 1) {
      term = term.slice(0, reader.varint()) + (suffixes[at] ?? "");
      this.terms.push(term);
      this.counts[at] = reader.varint();
      end += reader.varint();
      this.ends[at] = end;
    }
    this.postings = reader.take(end);
  }

  /** Position of a term; -1 if it is not there. */
  find(term: string): number {
    const at = this.lowerBound(term);
    return this.terms[at] === term ? at : -1;
  }

  /** Positions of the terms that begin so: from, and up to. */
  range(prefix: string): [from: number, to: number] {
    const from = this.lowerBound(prefix);
    let to = from;
    while (to < this.terms.length && (this.terms[to] ?? "").startsWith(prefix)) to += 1;
    return [from, to];
  }

  /** Calls back for each section of a term. The same object is handed over each time. */
  each(at: number, found: (posting: Posting) => void): void {
    const start = at === 0 ? 0 : (this.ends[at - 1] ?? 0);
    const end = this.ends[at] ?? start;
    const reader = new ByteReader(this.postings, start);
    const posting: Posting = { section: -1, strength: 0, isHeading: false, isName: false, about: 0 };
    while (reader.position < end) {
      posting.section += reader.varint() + 1;
      const flags = reader.byte();
      posting.strength = (flags & 0x3f) / 63;
      posting.isHeading = (flags & HEADING) !== 0;
      posting.isName = (flags & NAME) !== 0;
      posting.about = posting.isHeading || posting.isName ? reader.byte() : 0;
      found(posting);
    }
  }

  private lowerBound(term: string): number {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.terms[middle] ?? "") < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
