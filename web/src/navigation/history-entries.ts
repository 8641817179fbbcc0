import { isOverlayOpen } from "../lib/overlay";
import { hashTarget } from "./arrival";

/*
 * Where the reader was in each history entry. Entries are told apart by an id in `history.state`; the positions lie in
 * sessionStorage, so that they outlive a reload. Without storage they last as long as the document.
 */
const STORAGE_KEY = "portico.scroll";
const CAPACITY = 60;
const STATE_KEY = "porticoEntry";

export interface ScrollPosition {
  x: number;
  y: number;
}

let positions: [string, ScrollPosition][] | null = null;

/** The id of a history entry, if it has one. */
export function entryId(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !(STATE_KEY in state)) return null;
  const id: unknown = state[STATE_KEY];
  return typeof id === "string" ? id : null;
}

/** A history state with a new id, and whatever else was in the old one. */
function withNewEntryId(state: unknown): { state: object; id: string } {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return { state: { ...(typeof state === "object" ? state : null), [STATE_KEY]: id }, id };
}

/** Goes back to the page's own entry from that of an overlay which a reload has taken away. */
export function leaveLostOverlay(): void {
  if (isOverlayEntry()) history.back();
}

function isOverlayEntry(): boolean {
  return (history.state as { overlay?: boolean } | null)?.overlay === true;
}

/** Makes an entry for that address; gives its id. Below the entry of an overlay, which the page arrives under. */
export function pushEntry(address: URL): string {
  const { state, id } = withNewEntryId(null);
  if (isOverlayEntry() && isOverlayOpen()) {
    history.replaceState(state, "", address);
    history.pushState({ ...state, overlay: true }, "");
  } else {
    history.pushState(state, "", address);
  }
  return id;
}

/** Gives this history entry an id unless it has one. */
export function adoptEntry(): string {
  const known = entryId(history.state);
  if (known !== null) return known;
  const { state, id } = withNewEntryId(history.state);
  history.replaceState(state, "");
  return id;
}

/**
 * Browsers restore the position themselves if the entry lets them; where they did not, or went to the target of the hash,
 * this does. A reader who has scrolled since is left alone.
 */
export function restoreScrollAfterReload(entry: string): void {
  const position = savedScroll(entry);
  if (position !== null && (window.scrollY === 0 || isAtHashTarget())) scrollTo(position);
  history.scrollRestoration = "manual";
}

function isAtHashTarget(): boolean {
  const target = hashTarget(location.hash);
  const { scrollX: x, scrollY: y } = window;
  // To go there once more tells, wherever the target may come to stand; nothing is painted in between.
  target?.scrollIntoView({ behavior: "instant" });
  const moved = window.scrollY - y;
  scrollTo({ x, y });
  return target !== null && Math.abs(moved) < 2;
}

function scrollTo({ x, y }: ScrollPosition): void {
  window.scrollTo({ left: x, top: y, behavior: "instant" });
}

/** Remembers where the reader is in that entry. */
export function saveScroll(id: string): void {
  const others = read().filter(([other]) => other !== id);
  positions = [...others, [id, { x: window.scrollX, y: window.scrollY }] satisfies [string, ScrollPosition]].slice(-CAPACITY);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
  } catch {
    // They last as long as the document, then.
  }
}

/** Where the reader was in that entry. */
export function savedScroll(id: string): ScrollPosition | null {
  return read().find(([other]) => other === id)?.[1] ?? null;
}

function read(): [string, ScrollPosition][] {
  if (positions !== null) return positions;
  positions = [];
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    if (Array.isArray(value)) positions = value.filter(isEntry);
  } catch {
    // Corrupt or forbidden: nothing is known.
  }
  return positions;
}

function isEntry(value: unknown): value is [string, ScrollPosition] {
  if (!Array.isArray(value) || typeof value[0] !== "string") return false;
  const position: unknown = value[1];
  return (
    typeof position === "object" && position !== null &&
    "x" in position && typeof position.x === "number" &&
    "y" in position && typeof position.y === "number"
  );
}
