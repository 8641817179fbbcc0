import type { ScrollPosition } from "./history-entries";

/** How the reader came to what is now shown. */
export interface Arrival {
  /** A new entry, this entry again, an entry from the history, or no move at all. */
  kind: "push" | "replace" | "pop" | "update";
  hash: string;
  /** Where the reader was in this entry before. */
  position: ScrollPosition | null;
}

/** Puts the reader where they expect to be: where they were, at the target of the hash, or at the top. */
export function arriveAt({ kind, hash, position }: Arrival, content: HTMLElement | null): void {
  if (kind === "update") return;
  if (kind === "pop" && position !== null) {
    window.scrollTo({ left: position.x, top: position.y, behavior: "instant" });
    return;
  }
  const target = hashTarget(hash);
  if (target !== null) {
    reveal(target);
    target.scrollIntoView({ behavior: "instant" });
    focusQuietly(target);
    return;
  }
  if (kind !== "pop" && content !== null) focusQuietly(content);
  window.scrollTo({ left: 0, top: 0, behavior: "instant" });
}

/** The element that a hash names. */
export function hashTarget(hash: string): HTMLElement | null {
  const id = hash.replace(/^#/, "");
  if (id === "") return null;
  return document.getElementById(id) ?? document.getElementById(decoded(id));
}

/** Opens everything that hides an element: closed details, and parts hidden until they are found. */
export function reveal(element: HTMLElement): void {
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement && !at.open) at.open = true;
    if (at.hasAttribute("hidden")) at.dispatchEvent(new Event("beforematch", { bubbles: true }));
    if (at.getAttribute("hidden") === "until-found") at.removeAttribute("hidden");
  }
}

/** Moves focus without scrolling; what cannot take focus takes it this once. */
export function focusQuietly(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (document.activeElement === element || element.hasAttribute("tabindex")) return;
  element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
  element.addEventListener("blur", () => { element.removeAttribute("tabindex"); }, { once: true });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
