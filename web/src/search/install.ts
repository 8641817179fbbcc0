import type { SiteData } from "../contract";
import { isOverlayOpen } from "../lib/overlay";
import { reloadPage } from "../lib/reload";
import { searchBackend } from "./backends";
import { showLoadFailure } from "./load-failure";

/** What the search button dispatches on the window. Who shows the search prevents its default. */
const SEARCH_EVENT = "portico:search";
const BUTTON = "[data-search-button]";
/** A longer selection is a text that someone copies rather than a question. */
const LONGEST_SELECTION = 64;

type DialogModule = typeof import("./dialog-root");

/** Takes over the search button and the keys that open the search. Nothing is loaded before it is likely to be used. */
export function installSearch(site: SiteData): void {
  if (site.search.indexUrl === null && site.search.hosted === null) return;
  let loading: Promise<DialogModule> | null = null;
  let dialog: DialogModule | null = null;

  const load = () => {
    loading ??= import("./dialog-root").then(
      (loaded) => {
        dialog = loaded;
        return loaded;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  const warmBackend = () => {
    searchBackend(site).then((backend) => backend.warm()).catch(() => undefined);
  };

  const warm = (event: Event) => {
    if (!(event.target instanceof Element) || event.target.closest(BUTTON) === null) return;
    load().catch(() => undefined);
    warmBackend();
  };
  for (const type of ["pointerover", "focusin", "touchstart"]) document.addEventListener(type, warm, { passive: true });

  const open = async (selected: string, begun = "") => {
    const typing = collectTyping();
    warmBackend();
    try {
      const loaded = await load();
      const more = typing.stop();
      if (more === null || isOverlayOpen()) return;
      const typed = begun + more;
      loaded.openSearchDialog(site, typed === "" ? { text: selected, isTyped: false } : { text: typed, isTyped: true });
    } catch (error) {
      console.warn(error);
      if (typing.stop() !== null) tellFailure();
    }
  };

  const tellFailure = () => {
    showLoadFailure(() => void reloadPage().catch(tellFailure));
  };

  window.addEventListener(SEARCH_EVENT, (event) => {
    event.preventDefault();
    void open(selectedText());
  });

  document.addEventListener("keydown", (event) => {
    const wish = wishOf(event);
    if (wish === null || event.defaultPrevented || event.isComposing) return;
    const isOpen = dialog?.isSearchDialogOpen() === true;
    if (isOpen ? wish !== "toggle" : isOverlayOpen()) return;
    event.preventDefault();
    if (isOpen) dialog?.closeSearchDialog();
    else if (wish === "type") void open("", event.key);
    else void open(selectedText());
  });
}

/** What a key says to the search: Ctrl/Cmd+K opens and closes it, a slash opens it, typing on the button opens it so. */
function wishOf(event: KeyboardEvent): "toggle" | "open" | "type" | null {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return "toggle";
  if (!isPlain || isTyping(event.target)) return null;
  if (event.key === "/") return "open";
  const isOnButton = event.target instanceof Element && event.target.closest(BUTTON) !== null;
  return isOnButton && /^[\p{L}\p{N}]$/u.test(event.key) ? "type" : null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [contenteditable='true']") !== null;
}

function selectedText(): string {
  const text = document.getSelection()?.toString().trim() ?? "";
  return text.length <= LONGEST_SELECTION && !text.includes("\n") ? text : "";
}

/** Keeps what is typed while the dialog is on its way: `null` once the reader has turned away by Escape, a click or Back. */
function collectTyping(): { stop: () => string | null } {
  let typed: string | null = "";
  const listening = new AbortController();
  const { signal } = listening;
  const turnAway = () => {
    typed = null;
    listening.abort();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") turnAway();
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (typed === null || !isText || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    typed += event.key;
  };
  // The key or click that opened the search has passed this phase of its way: we hear the next one first.
  document.addEventListener("keydown", handleKeyDown, { capture: true, signal });
  document.addEventListener("click", turnAway, { capture: true, signal });
  window.addEventListener("popstate", turnAway, { signal });
  return {
    stop() {
      listening.abort();
      return typed;
    },
  };
}
