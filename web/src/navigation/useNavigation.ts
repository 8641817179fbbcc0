import { useSyncExternalStore } from "react";

/** What the router is doing. */
export interface NavigationState {
  status: "idle" | "loading" | "failed";
  /** Address of the page that would not load. It stands while a new try is under way. */
  failedHref: string | null;
}

const IDLE: NavigationState = { status: "idle", failedHref: null };

let state = IDLE;
let retryFailed: () => void = () => undefined;
const listeners = new Set<() => void>();

/** What the router is doing, and how to try a page again that would not load. */
export function useNavigation(): NavigationState & { retry: () => void } {
  const current = useSyncExternalStore(subscribe, navigationState, () => IDLE);
  return { ...current, retry };
}

/** What the router is doing now. */
export function navigationState(): NavigationState {
  return state;
}

/** For the router: tells what it is doing. */
export function setNavigationState(next: NavigationState, onRetry: () => void = () => undefined): void {
  retryFailed = onRetry;
  if (next.status === state.status && next.failedHref === state.failedHref) return;
  state = next;
  for (const listener of [...listeners]) listener();
}

function retry() {
  retryFailed();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
