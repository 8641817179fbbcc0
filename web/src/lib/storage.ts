import { useSyncExternalStore } from "react";

/*
 * What a reader chose, in localStorage where that is to be had. Where it is not (private windows, full or forbidden
 * storage), a choice lasts as long as the page: it is kept here, so that all parts of the page still agree.
 */
const unsaved = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();

/** Reads a stored value; `null` where nothing is stored or storage is not to be had. */
export function readStored(key: string): string | null {
  const kept = unsaved.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value and tells everyone who follows it, in this tab and in others. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
  notify(key);
}

/** Calls back whenever the value changes, here or in another tab, or may have while the page lay in the browser's cache. */
export function subscribeStored(key: string, onChange: () => void): () => void {
  const followers = listeners.get(key) ?? new Set();
  if (listeners.size === 0) {
    window.addEventListener("storage", handleStorage);
    // A page that lies in the browser's cache hears of nothing.
    window.addEventListener("pageshow", notifyAll);
  }
  listeners.set(key, followers.add(onChange));
  return () => {
    followers.delete(onChange);
    if (followers.size === 0) listeners.delete(key);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", handleStorage);
    window.removeEventListener("pageshow", notifyAll);
  };
}

/**
 * A stored value as it is now. `parse` makes sense of what is stored and answers `null` when it makes none; then, and
 * while the prerendered page is hydrated, it is the fallback. The value is compared by its stored text.
 */
export function useStored<T>(
  key: string,
  parse: (stored: string) => T | null,
  fallback: T,
): [T, (stored: string) => void] {
  const stored = useSyncExternalStore(
    (onChange) => subscribeStored(key, onChange),
    () => readStored(key),
    () => null,
  );
  return [parsed(stored, parse) ?? fallback, (value) => { writeStored(key, value); }];
}

function parsed<T>(stored: string | null, parse: (stored: string) => T | null): T | null {
  try {
    return stored === null ? null : parse(stored);
  } catch {
    // Corrupt, or written by something else: as good as nothing.
    return null;
  }
}

function notifyAll() {
  for (const key of [...listeners.keys()]) notify(key);
}

function handleStorage(event: StorageEvent) {
  if (event.key === null) {
    notifyAll();
  } else {
    unsaved.delete(event.key);
    notify(event.key);
  }
}

function notify(key: string) {
  for (const onChange of [...(listeners.get(key) ?? [])]) onChange();
}
