import { useStored, writeStored } from "../lib/storage";

/** A result that the reader opened before. */
export interface Visit {
  href: string;
  label: string;
  /** Where it is: page and headings above it. */
  place: string;
}

export interface SearchHistory {
  recent: readonly Visit[];
  favorites: readonly Visit[];
}

const KEY = "portico.search.history";
const MOST_RECENT = 7;
const MOST_RECENT_BESIDE_FAVORITES = 4;
const MOST_FAVORITES = 10;
const NONE: SearchHistory = { recent: [], favorites: [] };

/** What the reader searched for before, and how to change it. It stays in this browser. */
export function useSearchHistory() {
  const [history] = useStored(KEY, parseHistory, NONE);
  const store = (next: SearchHistory) => {
    writeStored(KEY, JSON.stringify(next));
  };
  return {
    history,
    remember: (visit: Visit) => {
      store(withRecent(history, visit));
    },
    forget: (visit: Visit) => {
      store({ ...history, recent: without(history.recent, visit) });
    },
    save: (visit: Visit) => {
      store(withFavorite(history, visit));
    },
    unsave: (visit: Visit) => {
      store({ ...history, favorites: without(history.favorites, visit) });
    },
  };
}

/** The newest comes first; what is a favourite is not repeated. */
export function withRecent({ recent, favorites }: SearchHistory, visit: Visit): SearchHistory {
  if (favorites.some(({ href }) => href === visit.href)) return { recent, favorites };
  return { recent: limited([visit, ...without(recent, visit)], favorites), favorites };
}

/** A favourite is no longer among the recent ones. */
export function withFavorite({ recent, favorites }: SearchHistory, visit: Visit): SearchHistory {
  const more = [visit, ...without(favorites, visit)].slice(0, MOST_FAVORITES);
  return { recent: limited(without(recent, visit), more), favorites: more };
}

function limited(recent: readonly Visit[], favorites: readonly Visit[]): Visit[] {
  return recent.slice(0, favorites.length > 0 ? MOST_RECENT_BESIDE_FAVORITES : MOST_RECENT);
}

function without(visits: readonly Visit[], visit: Visit): Visit[] {
  return visits.filter(({ href }) => href !== visit.href);
}

/** Reads what is stored; anything that is not a history is as good as none. */
export function parseHistory(stored: string): SearchHistory | null {
  const value: unknown = JSON.parse(stored);
  if (typeof value !== "object" || value === null) return null;
  const list = (name: "recent" | "favorites") => {
    const items: unknown = name in value ? (value as Record<string, unknown>)[name] : [];
    return Array.isArray(items) ? items.filter(isVisit) : [];
  };
  return { recent: list("recent"), favorites: list("favorites") };
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== "object" || value === null) return false;
  const { href, label, place } = value as Record<string, unknown>;
  // Only routes: a stored address must not lead a click elsewhere.
  return typeof href === "string" && /^\/(?!\/)/.test(href) && typeof label === "string" && typeof place === "string";
}
