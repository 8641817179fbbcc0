import type { SearchKind } from "../contract";

/** What every search engine behind the dialog and the search page can do. */
export interface SearchBackend {
  /** Gets ready ahead of the first search. */
  warm: () => Promise<void>;
  /** Searches. Rejects if the answer cannot be had, with an `AbortError` if the signal says so. */
  search: (query: SearchQuery) => Promise<SearchAnswer>;
}

export interface SearchQuery {
  /** What the reader typed. */
  text: string;
  /** Areas to search in; all if there is none. */
  areas: readonly string[];
  /** From 0. */
  page: number;
  /** Groups on a page of results. */
  perPage: number;
  signal: AbortSignal;
}

export interface SearchAnswer {
  /** Number of pages found in the areas searched. */
  total: number;
  /** Whether `total` is an estimate. */
  isPartial: boolean;
  groups: readonly SearchGroup[];
  /** Areas in which something was found, whatever areas were searched. */
  areas: readonly AreaCount[];
  /** Other queries that would find something; for when this one did not. */
  suggestions: readonly string[];
  /** Whether the embedded index answered because the hosted service did not. */
  isFallback?: boolean;
}

export interface AreaCount {
  name: string;
  /** Number of pages. */
  count: number;
}

/** A page and what was found on it. */
export interface SearchGroup {
  /** Route, or an address outside the site. */
  route: string;
  title: string;
  /** Categories above it, outermost first. */
  crumbs: readonly string[];
  /** The best first. */
  hits: readonly SearchHit[];
}

export interface SearchHit {
  /** Route, or an address outside the site, and anchor. */
  href: string;
  kind: HitKind;
  /** Heading, name or code; the title for a page. */
  heading: readonly TextPart[];
  /** Headings above it on the page, outermost first. */
  trail: readonly string[];
  /** What it says; the best part of it. */
  excerpt: readonly TextPart[];
}

/** Kinds of places that a search leads to. */
export const searchKinds = ["page", "heading", "operation", "field", "code"] as const satisfies readonly SearchKind[];

/** What matched: `text` is a heading of which only the text below it did. */
export type HitKind = SearchKind | "text";

/** A piece of text; the parts that match are hits. */
export interface TextPart {
  text: string;
  isHit: boolean;
}
