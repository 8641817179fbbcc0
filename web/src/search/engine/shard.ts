import { ByteReader, decodeText, IndexFormatError } from "./bytes";

const STRENGTH = 0x0f;
const HEADING = 0x40;
const NAME = 0x80;
/** What the sixteen steps of strength mean. */
const LEAST_STRENGTH = 0.08;
const STRENGTH_STEP = 0.06;

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

/** Sorted terms. */
export class Terms {
  readonly terms: readonly string[];
  /** In how many sections each term stands; of mere words only about. */
  readonly counts: Uint32Array;

  constructor(terms: readonly string[], counts: Uint32Array) {
    this.terms = terms;
    this.counts = counts;
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

/** Sorted terms and where they stand. */
export class Shard extends Terms {
  /** For each term where its part of each column begins; and the columns' ends. */
  private readonly starts: Uint32Array;
  private readonly gapStarts: Uint32Array;
  private readonly aboutStarts: Uint32Array;
  private readonly gaps: Uint8Array;
  private readonly marks: Uint8Array;
  private readonly abouts: Uint8Array;

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    const terms = readTerms(reader);
    const counts = new Uint32Array(terms.length);
    const starts = new Uint32Array(terms.length + 1);
    for (let at = 0; at < terms.length; at += 1) {
      const number = reader.varint();
      const count = Math.floor(number / 2);
      counts[at] = count;
      // Of very common terms only the best sections are kept.
      starts[at + 1] = (starts[at] ?? 0) + (number % 2 === 1 ? reader.varint() : count);
    }
    super(terms, counts);
    this.starts = starts;
    this.gaps = reader.take(reader.varint());
    this.marks = reader.take(starts[terms.length] ?? 0);
    this.abouts = reader.rest();
    this.gapStarts = new Uint32Array(terms.length + 1);
    this.aboutStarts = new Uint32Array(terms.length + 1);
    this.findStarts();
  }

  /** Calls back for each section of a term. The same object is handed over each time. */
  each(at: number, found: (posting: Posting) => void): void {
    const gaps = new ByteReader(this.gaps, this.gapStarts[at]);
    let aboutAt = this.aboutStarts[at] ?? 0;
    const posting: Posting = { section: -1, strength: 0, isHeading: false, isName: false, about: 0 };
    const end = this.starts[at + 1] ?? 0;
    for (let position = this.starts[at] ?? 0; position < end; position += 1) {
      const mark = this.marks[position] ?? 0;
      posting.section += gaps.varint() + 1;
      posting.strength = LEAST_STRENGTH + STRENGTH_STEP * (mark & STRENGTH);
      posting.isHeading = (mark & HEADING) !== 0;
      posting.isName = (mark & NAME) !== 0;
      posting.about = 0;
      if (posting.isHeading || posting.isName) {
        posting.about = this.abouts[aboutAt] ?? 0;
        aboutAt += 1;
      }
      found(posting);
    }
  }

  private findStarts() {
    let gap = 0;
    let about = 0;
    this.starts.forEach((end, at) => {
      for (let position = this.starts[at - 1] ?? 0; position < end; position += 1) {
        while ((this.gaps[gap] ?? 0) >= 0x80) gap += 1;
        gap += 1;
        if ((this.marks[position] ?? 0) >= HEADING) about += 1;
      }
      this.gapStarts[at] = gap;
      this.aboutStarts[at] = about;
    });
    if (gap !== this.gaps.length || about !== this.abouts.length) throw new IndexFormatError("a shard of the index has another length");
  }
}

/** Reads the words that spelling is corrected by. */
export function readWords(bytes: Uint8Array): Terms {
  const reader = new ByteReader(bytes);
  const terms = readTerms(reader);
  const counts = Uint32Array.from(terms, () => 2 ** reader.varint());
  if (reader.rest().length > 0) throw new IndexFormatError("the words of the index have another length");
  return new Terms(terms, counts);
}

function readTerms(reader: ByteReader): string[] {
  const nTerms = reader.varint();
  const ends = decodeText(reader.take(reader.varint())).split("\n");
  if (nTerms !== (nTerms === 0 ? 0 : ends.length)) throw new IndexFormatError("the index has another number of terms");
  const terms: string[] = [];
  let term = "";
  for (let at = 0; at < nTerms; at += 1) {
    term = term.slice(0, reader.varint()) + (ends[at] ?? "");
    terms.push(term);
  }
  return terms;
}
