import type { SiteData } from "../contract";
import { toHref } from "../lib/routes";
import type { SearchBackend } from "./backend";

let known: { address: string; backend: Promise<SearchBackend> } | null = null;

/** The engine that the site searches with; loaded once. Rejects if its code cannot be had. */
export function searchBackend(site: SiteData): Promise<SearchBackend> {
  const address = toHref(site.basePath, site.search.indexUrl ?? "");
  if (known?.address === address) return known.backend;
  const backend = import("./embedded/embedded-backend").then(({ embeddedBackend }) => embeddedBackend(address));
  known = { address, backend };
  backend.catch(() => {
    known = null;
  });
  return backend;
}
