import { useCallback, useSyncExternalStore } from "react";
import type { SidebarView } from "../contract";

/*
 * Large sidebars come pruned with the page; the whole is one file for all pages, fetched when a reader opens a category
 * whose entries were left out.
 */
const loaded = new Map<string, SidebarView>();
const loading = new Map<string, Promise<SidebarView>>();
const listeners = new Set<() => void>();

/** Fetches a sidebar's shared file, once. */
export function loadSidebar(address: string): Promise<SidebarView> {
  const running = loading.get(address);
  if (running !== undefined) return running;
  const started = fetchSidebar(address);
  loading.set(address, started);
  // A failure is forgotten, so that the next try fetches anew.
  started.catch(() => loading.delete(address));
  return started;
}

async function fetchSidebar(address: string): Promise<SidebarView> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${String(response.status)}`);
  const view = (await response.json()) as SidebarView;
  loaded.set(address, view);
  for (const listener of listeners) listener();
  return view;
}

/** The whole sidebar as soon as its file is there, and what fetches it. */
export function useWholeSidebar(address: string | undefined): [SidebarView | null, () => void] {
  const whole = useSyncExternalStore(
    subscribe,
    () => (address === undefined ? null : (loaded.get(address) ?? null)),
    () => null,
  );
  const load = useCallback(() => {
    // Without the file the category keeps its link to the first page inside.
    if (address !== undefined) void loadSidebar(address).catch(() => undefined);
  }, [address]);
  return [whole, load];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
