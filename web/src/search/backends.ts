import type { SiteData } from "../contract";
import { toHref } from "../lib/routes";
import type { SearchBackend } from "./backend";
import type { LoadBackend } from "./fallback";

let known: { key: string; backend: Promise<SearchBackend> } | null = null;

/**
 * The engine that the site searches with; its code is loaded once, and only its own. A hosted search falls back on the
 * embedded index, where there is one. Rejects if the code cannot be had.
 */
export function searchBackend(site: SiteData): Promise<SearchBackend> {
  const key = JSON.stringify([site.basePath, site.search]);
  if (known?.key === key) return known.backend;
  const backend = choose(site);
  known = { key, backend };
  backend.catch(() => {
    known = null;
  });
  return backend;
}

function choose({ basePath, search: { indexUrl, hosted } }: SiteData): Promise<SearchBackend> {
  const embedded = async () => {
    const { embeddedBackend } = await import("./embedded/embedded-backend");
    return embeddedBackend(toHref(basePath, indexUrl ?? ""));
  };
  if (hosted === null) return embedded();
  const cluster = async () => {
    const { typesenseBackend } = await import("./typesense/typesense-backend");
    return typesenseBackend({ hosted, basePath, isLastResort: indexUrl === null });
  };
  if (indexUrl === null) return cluster();
  return import("./fallback").then(({ withFallback }) => withFallback(once(cluster), once(embedded)));
}

/** Loads at the first call; what failed is tried again. */
function once(load: LoadBackend): LoadBackend {
  let loading: Promise<SearchBackend> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
