import type { SearchAnswer } from "../backend";
import type { SearchHistory } from "../history";

/** Id of a result, by its group and place in it. */
export function hitId(popupId: string, group: number, hit: number): string {
  return `${popupId}-${String(group)}-${String(hit)}`;
}

/** Ids of all results, in order. */
export function hitIds(popupId: string, { groups }: SearchAnswer): string[] {
  return groups.flatMap((group, at) => group.hits.map((_, index) => hitId(popupId, at, index)));
}

/** Id of something in the reader's history. */
export function visitId(popupId: string, list: keyof SearchHistory, at: number): string {
  return `${popupId}-${list}-${String(at)}`;
}

/** Ids of all that is in the reader's history, in order. */
export function visitIds(popupId: string, history: SearchHistory): string[] {
  const lists = ["recent", "favorites"] as const;
  return lists.flatMap((list) => history[list].map((_, at) => visitId(popupId, list, at)));
}
