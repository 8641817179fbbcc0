import { useLayoutEffect, useRef, type RefObject } from "react";
import type { SearchHistory } from "../history";

/** What a button of a row does, and where the row stands. */
export interface HistoryPlace {
  list: keyof SearchHistory;
  at: number;
  action: "save" | "remove";
}

/**
 * Keeps focus near when the row goes away whose button was pressed: the row in its place gets it, else the last one of its
 * list, else the first one of the other list. If no row is left, `onNone` is called. Gives what is to be told of each press.
 */
export function useFocusAfterRemoval(grid: RefObject<HTMLElement | null>, onNone: () => void) {
  const gone = useRef<HistoryPlace | null>(null);
  useLayoutEffect(() => {
    if (gone.current === null) return;
    const button = nearestButton(grid.current, gone.current);
    gone.current = null;
    if (button === null) onNone();
    else button.focus();
  });
  return (place: HistoryPlace) => {
    gone.current = place;
  };
}

function nearestButton(grid: HTMLElement | null, { list, at, action }: HistoryPlace): HTMLElement | null {
  const inList = [...(grid?.querySelectorAll<HTMLElement>(`[data-list="${list}"] [data-action="${action}"]`) ?? [])];
  return inList[at] ?? inList.at(-1) ?? grid?.querySelector<HTMLElement>("[data-action=remove]") ?? null;
}
