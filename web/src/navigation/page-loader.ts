import type { PageData } from "../contract";
import { pageDataUrl } from "../lib/page-key";

/** What the site answers for a page: its data, or where it went. */
export type PageAnswer = { kind: "page"; page: PageData } | { kind: "redirect"; to: string };

/** Why a page's data could not be used. */
export class PageLoadError extends Error {
  override name = "PageLoadError";
  readonly reason: "missing" | "unreachable" | "unreadable" | "stale";

  constructor(reason: PageLoadError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface PageLoaderOptions {
  basePath: string;
  /** Fingerprint of the theme that runs; data made by another one is of no use. */
  theme: string;
  /** How many answers are kept. */
  capacity?: number;
}

export interface PageLoader {
  /** The answer for a page, from memory if it is there. */
  load(key: string, signal: AbortSignal): Promise<PageAnswer>;
  /** Remembers a page that is known from elsewhere. */
  keep(key: string, page: PageData): void;
  /** Loads an answer ahead of need; `null` if it would not load. */
  prefetch(key: string): Promise<PageAnswer | null>;
  /** Drops what is remembered of pages; what is under way is asked for again. */
  forget(): void;
}

const MAX_AGE_MS = 300_000;

/** Loads page data and remembers the answers used last. */
export function createPageLoader({ basePath, theme, capacity = 60 }: PageLoaderOptions): PageLoader {
  const answers = new Map<string, { promise: Promise<PageAnswer>; at: number }>();
  /** How often everything was dropped: what was asked for before may be outdated when it comes. */
  let nForgotten = 0;

  async function request(key: string, init: RequestInit): Promise<PageAnswer> {
    const url = pageDataUrl(basePath, key);
    const response = await fetch(url, init).catch((error: unknown) => {
      throw new PageLoadError("unreachable", `${url}: ${String(error)}`);
    });
    if (!response.ok) {
      const reason = response.status === 404 || response.status === 410 ? "missing" : "unreachable";
      throw new PageLoadError(reason, `${url} answered ${String(response.status)}`);
    }
    const value: unknown = await response.json().catch((error: unknown) => {
      throw new PageLoadError("unreadable", `${url}: ${String(error)}`);
    });
    return parsePageAnswer(value, theme);
  }

  function remember(key: string, promise: Promise<PageAnswer>) {
    answers.delete(key);
    answers.set(key, { promise, at: performance.now() });
    promise.catch(() => {
      if (answers.get(key)?.promise === promise) answers.delete(key);
    });
    const oldest = answers.keys().next();
    if (answers.size > capacity && oldest.done !== true) answers.delete(oldest.value);
  }

  function recall(key: string): Promise<PageAnswer> | null {
    const known = answers.get(key);
    if (known === undefined || performance.now() - known.at > MAX_AGE_MS) return null;
    answers.delete(key);
    answers.set(key, known);
    return known.promise;
  }

  async function loadAnew(key: string, signal: AbortSignal): Promise<PageAnswer> {
    const answer = await request(key, { signal });
    remember(key, Promise.resolve(answer));
    return answer;
  }

  async function load(key: string, signal: AbortSignal): Promise<PageAnswer> {
    const nBefore = nForgotten;
    const known = recall(key);
    // A prefetch that failed says nothing about now.
    const answer = await (known?.catch(() => loadAnew(key, signal)) ?? loadAnew(key, signal));
    if (nForgotten === nBefore) return answer;
    answers.delete(key);
    return load(key, signal);
  }

  return {
    load,
    keep(key, page) {
      remember(key, Promise.resolve({ kind: "page", page }));
    },
    prefetch(key) {
      const known = recall(key);
      const promise = known ?? request(key, { priority: "low" });
      if (known === null) remember(key, promise);
      return promise.catch(() => null);
    },
    forget() {
      nForgotten += 1;
      answers.clear();
    },
  };
}

/** Makes sense of an answer; throws `PageLoadError` if it makes none. */
export function parsePageAnswer(value: unknown, theme: string): PageAnswer {
  if (!isRecord(value)) throw new PageLoadError("unreadable", "page data is not an object");
  if (typeof value["redirect"] === "string") return { kind: "redirect", to: value["redirect"] };
  if (!isPageData(value)) throw new PageLoadError("unreadable", "page data lacks what a page needs");
  if (value.theme !== theme) throw new PageLoadError("stale", "page data was made by another theme");
  return { kind: "page", page: value };
}

function isPageData(value: Record<string, unknown>): value is Record<string, unknown> & PageData {
  const texts = ["theme", "route", "layout", "title", "documentTitle", "description", "canonicalUrl", "html"];
  const lists = ["breadcrumbs", "islands"];
  return (
    texts.every((name) => typeof value[name] === "string") &&
    Array.isArray(value["toc"]) &&
    lists.every((name) => value[name] === undefined || Array.isArray(value[name]))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
