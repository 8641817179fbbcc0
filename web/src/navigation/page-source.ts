import type { PageData, SidebarView, SiteData } from "../contract";
import { pageKey, pathBelowBase } from "../lib/page-key";
import { toHref } from "../lib/routes";
import { createPageLoader } from "./page-loader";
import { probableSidebar, wholeSidebar } from "./sidebars";

/** Everything that a page needs to be shown. */
export interface LoadedPage {
  page: PageData;
  sidebar: SidebarView | null;
  /** Where it was found: the target, or where redirects led. */
  target: URL;
}

/** What is at hand already. */
export interface AtHand {
  site: SiteData;
  /** The sidebar shown, if it is whole. */
  sidebar: SidebarView | null;
}

export interface PageSource {
  /** The key of the page at an address of this site. */
  keyOf: (url: URL) => string;
  /** Loads a page, following redirects. An address outside the site is the answer when they lead there. */
  load: (target: URL, atHand: AtHand, signal: AbortSignal) => Promise<LoadedPage | URL>;
  /** Remembers the page at an address, which is known already. */
  keep: (at: URL, page: PageData) => void;
  /** Loads a page ahead of need; failures are swallowed. */
  prefetch: (target: URL, site: SiteData) => Promise<void>;
  /** Drops what is remembered of pages. */
  forget: () => void;
}

const MAX_REDIRECTS = 10;

/** Loads pages with their sidebars. */
export function createPageSource(basePath: string, theme: string): PageSource {
  const pages = createPageLoader({ basePath, theme });

  function routeOf(url: URL): string | null {
    return url.origin === location.origin ? pathBelowBase(url.pathname, basePath) : null;
  }

  function keyOf(url: URL): string {
    return pageKey(routeOf(url) ?? url.pathname);
  }

  function redirected(from: URL, to: string): URL {
    const url = new URL(toHref(basePath, to), from);
    if (url.search === "") url.search = from.search;
    if (url.hash === "") url.hash = from.hash;
    return url;
  }

  function sidebarOf({ sidebar: id }: PageData, atHand: AtHand): Promise<SidebarView | null> {
    if (id === undefined) return Promise.resolve(null);
    return atHand.sidebar?.id === id ? Promise.resolve(atHand.sidebar) : wholeSidebar(atHand.site, id);
  }

  return {
    keyOf,

    async load(target, atHand, signal) {
      let at = target;
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        const route = routeOf(at);
        if (route === null) return at;
        const probable = probableSidebar(atHand.site, route);
        if (probable !== null && probable !== atHand.sidebar?.id) wholeSidebar(atHand.site, probable).catch(() => undefined);
        const answer = await pages.load(keyOf(at), signal);
        if (answer.kind === "page") {
          return { page: answer.page, sidebar: await sidebarOf(answer.page, atHand), target: at };
        }
        at = redirected(at, answer.to);
      }
      throw new Error(`${target.pathname} redirects without end`);
    },

    keep(at, page) {
      pages.keep(keyOf(at), page);
    },

    async prefetch(target, site) {
      let answer = await pages.prefetch(keyOf(target));
      if (answer?.kind === "redirect") {
        const next = redirected(target, answer.to);
        answer = routeOf(next) === null ? null : await pages.prefetch(keyOf(next));
      }
      if (answer?.kind === "page") await sidebarOf(answer.page, { site, sidebar: null }).catch(() => null);
    },

    forget() {
      pages.forget();
    },
  };
}
