import { isPagePath, pathBelowBase } from "../lib/page-key";

/** The link that an event happened in. */
export function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
}

/** Whether it is an ordinary click, with which a reader expects the page to change in this tab. */
export function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}

/** Where a link leads if that is a page of this site to be shown in this tab; `null` for all else. */
export function pageTarget(link: HTMLAnchorElement, basePath: string): URL | null {
  if ((link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return null;
  // An <a> inside an <svg> has an object here.
  if (typeof link.href !== "string" || !URL.canParse(link.href)) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || pathBelowBase(url.pathname, basePath) === null) return null;
  return isPagePath(url.pathname) ? url : null;
}

/** Whether the target differs from the address bar in its hash alone: browsers do that best themselves. */
export function isWithinDocument(target: URL): boolean {
  const isSameDocument = target.pathname === location.pathname && target.search === location.search;
  return isSameDocument && target.hash !== "";
}
