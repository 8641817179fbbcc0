import type { HostedSearch } from "../../contract";
import type { SearchAnswer, SearchBackend } from "../backend";
import { toAnswer, type Locate } from "./answer";
import { rememberNodes } from "./nodes";
import { searchRequest, type WireRequest } from "./request";
import { readResults } from "./wire";

export interface TypesenseOptions {
  hosted: HostedSearch;
  /** Path that the site's routes are below, with slashes at both ends. */
  basePath: string;
  /** Whether nobody else can answer when the cluster does not. */
  isLastResort: boolean;
}

const NOTHING: SearchAnswer = { total: 0, isPartial: false, groups: [], areas: [], suggestions: [] };

/** Searches a collection of a Typesense cluster. */
export function typesenseBackend({ hosted, basePath, isLastResort }: TypesenseOptions): SearchBackend {
  const nodes = rememberNodes({ ...hosted, isLastResort, now: () => performance.now() });
  const locate = locator(basePath, hosted.externalUrlPattern);

  /** Asks one node after the other until one answers. What the cluster refuses, no other node will grant. */
  async function ask(request: WireRequest, signal: AbortSignal): Promise<unknown> {
    let reason: unknown = new Error("all nodes of the cluster failed lately");
    for (const node of nodes.toTry()) {
      try {
        const response = await fetchWithin(hosted.timeoutMs, node + request.path, request.init, signal);
        if (response.status >= 500) throw new Error(`${node} answers ${String(response.status)}`);
        const body: unknown = await response.json();
        nodes.answered(node);
        if (response.ok) return body;
        reason = new Error(`the cluster refused the search: ${String(response.status)}`);
        break;
      } catch (error) {
        signal.throwIfAborted();
        nodes.failed(node);
        reason = error;
      }
    }
    throw reason instanceof Error ? reason : new Error(String(reason));
  }

  return {
    // A connection costs the cluster something; the first search makes it soon enough.
    warm: () => Promise.resolve(),
    async search({ signal, ...query }) {
      signal.throwIfAborted();
      if (!/[\p{L}\p{N}]/u.test(query.text)) return NOTHING;
      const results = readResults(await ask(searchRequest(hosted, query), signal));
      signal.throwIfAborted();
      const [result, counts] = results;
      if (result === undefined) throw new Error("the cluster's answer has no results");
      return toAnswer(result, counts ?? result, locate);
    },
  };
}

/** The whole answer within a time, or an error; with an `AbortError` if nobody waits any longer. */
async function fetchWithin(milliseconds: number, address: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(signal.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(new Error(`no answer within ${String(milliseconds)} ms`));
  }, milliseconds);
  signal.addEventListener("abort", abort);
  try {
    const response = await fetch(address, { ...init, signal: controller.signal, credentials: "omit", referrerPolicy: "origin" });
    return new Response(await response.text(), { status: response.status });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/**
 * Addresses that the site's owner names stay as they are; all others are pages of this site, whatever host they were
 * indexed under, so that a copy of the site leads to its own pages. Only web addresses lead anywhere.
 */
function locator(basePath: string, pattern: string | null): Locate {
  const isExternal = pattern === null ? null : new RegExp(pattern);
  return (address) => {
    const base = `https://site.invalid${basePath}`;
    if (!URL.canParse(address, base)) return null;
    const url = new URL(address, base);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    if (isExternal?.test(address) === true) return url.href;
    const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length - 1) : url.pathname;
    // Two slashes at the start would name a host.
    return path.replace(/^\/+/, "/") + url.search + decoded(url.hash);
  };
}

/** A fragment as pages write it. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
