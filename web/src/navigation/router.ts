import type { PageData, SidebarView, SiteData } from "../contract";
import { notifyLocation } from "../lib/location";
import { toHref } from "../lib/routes";
import { arriveAt, type Arrival } from "./arrival";
import { adoptEntry, entryId, leaveLostOverlay, pushEntry, restoreScrollAfterReload, savedScroll, saveScroll } from "./history-entries";
import { PageLoadError } from "./page-loader";
import { createPageSource, type LoadedPage } from "./page-source";
import { createProgressBar } from "./progress-bar";
import { forgetReload, mayReload, rememberReload } from "./reload-guard";
import { navigationState, setNavigationState } from "./useNavigation";

/** What is shown. Every arrival at a page makes a new one. */
export interface View {
  site: SiteData;
  page: PageData;
  sidebar: SidebarView | null;
  contentHtml: string;
  /** How the reader came here; `null` for the document's own page. */
  arrival: Arrival | null;
}

export interface Router {
  view: () => View;
  /** The document's own page, to be hydrated whatever has happened since. */
  initialView: () => View;
  subscribe: (onChange: () => void) => () => void;
  /** Goes to an address of this site. */
  navigate: (target: URL) => void;
  /** Loads the page at that address ahead of need. */
  prefetch: (target: URL) => Promise<void>;
  /** Drops what is remembered of pages. */
  forget: () => void;
  /** Loads the page shown again, with the facts of the site as they are now. */
  refresh: (site: SiteData) => Promise<void>;
}

export interface RouterOptions {
  initial: View;
  /** Called before what is shown gives way to another page or to an error. */
  onLeave: () => void;
  /** The element that holds what is the page's own. */
  main: () => HTMLElement | null;
}

/** A move that a reader wants. */
interface Move {
  kind: Arrival["kind"];
  target: URL;
  /** The history entry that they go back or forward to. */
  entry: string | null;
}

/** Takes over moving between pages from the browser. The document's own page is already shown. */
export function createRouter({ initial, onLeave, main }: RouterOptions): Router {
  const source = createPageSource(initial.site.basePath, initial.page.theme);
  const progress = createProgressBar();
  const listeners = new Set<() => void>();

  let view = initial;
  let shownKey = source.keyOf(new URL(location.href));
  let shownEntry = adoptEntry();
  /** The history entry that the browser is at; its page may still be on the way. */
  let atEntry = shownEntry;
  let wholeSidebar = initial.sidebar?.isPruned === true ? null : initial.sidebar;
  let running: AbortController | null = null;

  source.keep(new URL(location.href), { ...initial.page, html: initial.contentHtml });
  restoreScrollAfterReload(shownEntry);
  leaveLostOverlay();

  function show(next: View) {
    onLeave();
    view = next;
    for (const listener of [...listeners]) listener();
  }

  /** The reader is where they want to be: what is under way is given up. */
  function settle() {
    running?.abort();
    running = null;
    progress.finish();
    setNavigationState({ status: "idle", failedHref: null });
  }

  async function move(wanted: Move): Promise<void> {
    if (source.keyOf(wanted.target) === shownKey && wanted.kind !== "update") {
      moveWithinPage(wanted);
      return;
    }
    running?.abort();
    const controller = new AbortController();
    running = controller;
    if (wanted.kind !== "update") {
      setNavigationState({ ...navigationState(), status: "loading" });
      progress.start();
    }
    try {
      const loaded = await source.load(wanted.target, { site: view.site, sidebar: wholeSidebar }, controller.signal);
      if (running !== controller) return;
      if (loaded instanceof URL) location.assign(loaded);
      else arrive(wanted, loaded);
    } catch (error) {
      if (running !== controller) return;
      console.warn(error);
      fail(wanted, error);
    }
    progress.finish();
  }

  function arrive(wanted: Move, { page, sidebar, target }: LoadedPage) {
    const { kind } = wanted;
    // The page for unknown paths has no address of its own.
    const isAnywhere = page.layout === "not-found";
    const address = new URL(isAnywhere ? target.pathname : toHref(view.site.basePath, page.route), target);
    address.search = target.search;
    address.hash = target.hash;
    enterEntry(wanted, address);
    forgetReload(source.keyOf(wanted.target));
    setNavigationState({ status: "idle", failedHref: null });
    shownKey = source.keyOf(address);
    wholeSidebar = sidebar ?? wholeSidebar;
    const arrival = { kind, hash: address.hash, position: kind === "pop" ? savedScroll(shownEntry) : null };
    show({ site: view.site, page, sidebar, contentHtml: page.html, arrival });
    notifyLocation();
  }

  function moveWithinPage(wanted: Move) {
    const { kind, target } = wanted;
    const isQueryChange = target.search !== location.search && target.hash === "";
    const hadFailed = navigationState().failedHref !== null;
    enterEntry(wanted, target);
    settle();
    const arrival = { kind, hash: target.hash, position: kind === "pop" ? savedScroll(shownEntry) : null };
    // Where an error stood in the page's place, the page comes back as if from elsewhere.
    if (hadFailed) show({ ...view, arrival });
    else if (kind === "pop" || !isQueryChange) arriveAt(arrival, main());
    notifyLocation();
  }

  /** Leaves the shown history entry for the one that a move leads to. */
  function enterEntry({ kind, entry }: Move, address: URL) {
    if (kind === "push" && address.href !== location.href) {
      saveScroll(shownEntry);
      shownEntry = atEntry = pushEntry(address);
      return;
    }
    shownEntry = atEntry = entry ?? adoptEntry();
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }

  function fail(wanted: Move, error: unknown) {
    const { kind, target } = wanted;
    const key = source.keyOf(target);
    const isMissing = error instanceof PageLoadError && error.reason === "missing";
    // Of a page without data the server knows best: it may have moved, or there is none. Without a network a full load
    // would leave the reader with the browser's own error page.
    if (isMissing || (navigator.onLine && mayReload(key, Date.now()))) {
      rememberReload(key, Date.now());
      if (target.href === location.href) location.reload();
      else location.assign(target);
      return;
    }
    enterEntry(wanted, target);
    onLeave();
    setNavigationState({ status: "failed", failedHref: target.href }, () => {
      void move({ kind: kind === "push" ? "replace" : kind, target, entry: shownEntry });
    });
    arriveAt({ kind: "push", hash: "", position: null }, main());
    notifyLocation();
  }

  window.addEventListener("popstate", () => {
    const known = entryId(history.state);
    // An overlay has come or gone: its entry is the page's own once more.
    if (known === atEntry) return;
    saveScroll(shownEntry);
    const target = new URL(location.href);
    const entry = known ?? adoptEntry();
    atEntry = entry;
    if (known === null && source.keyOf(target) === shownKey) {
      // The browser followed a link to a place of this page by itself: the reader is there, and stays.
      settle();
      shownEntry = entry;
      notifyLocation();
      return;
    }
    void move({ kind: "pop", target, entry });
  });
  window.addEventListener("pagehide", () => {
    saveScroll(shownEntry);
    // Until the page comes back, its position is the browser's to remember.
    history.scrollRestoration = "auto";
  });
  window.addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });

  return {
    view: () => view,
    initialView: () => initial,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
    navigate(target) {
      void move({ kind: "push", target, entry: null });
    },
    async prefetch(target) {
      if (source.keyOf(target) !== shownKey) await source.prefetch(target, view.site);
    },
    forget: source.forget,
    async refresh(site) {
      const id = view.page.sidebar;
      // A sidebar's file is named after what it holds.
      const isSidebarSame = id !== undefined && site.sidebarFiles[id] === view.site.sidebarFiles[id];
      view = { ...view, site };
      source.forget();
      if (!isSidebarSame) wholeSidebar = null;
      // Who is on the way to another page gets that one anew.
      if (navigationState().status !== "loading") await move({ kind: "update", target: new URL(location.href), entry: shownEntry });
    },
  };
}
