import type { Navbar, NavbarItem, NavbarLink, PageData } from "../contract";
import { isRouteBelow, isSameRoute } from "./routes";

/** How a link of the navbar relates to the page shown: it leads to it, to the section around it, or elsewhere. */
export type LinkState = "page" | "section" | null;

type Place = Pick<PageData, "route" | "sidebar">;

/** How that link relates to that page. */
export function linkState(link: NavbarLink, page: Place): LinkState {
  if (link.isExternal) return null;
  if (isSameRoute(link.href, page.route)) return "page";
  if (link.sidebar !== null && link.sidebar === page.sidebar) return "section";
  if (link.activePrefix !== null && isRouteBelow(page.route, link.activePrefix)) return "section";
  return null;
}

/** The value of `aria-current` that says so. */
export function ariaCurrent(state: LinkState): "page" | "true" | undefined {
  if (state === "page") return "page";
  return state === "section" ? "true" : undefined;
}

/** Names the states of all links of the navbar: pages with the same key have the same navbar. */
export function navbarKey(navbar: Navbar, page: Place): string {
  return [...navbar.left, ...navbar.right]
    .flatMap(linksOf)
    .map((link, index) => ({ index, state: linkState(link, page) }))
    .filter(({ state }) => state !== null)
    .map(({ index, state }) => `${String(index)}${state === "page" ? "p" : "s"}`)
    .join(".");
}

/** The links of an item. */
export function linksOf(item: NavbarItem): readonly NavbarLink[] {
  switch (item.kind) {
    case "link":
      return [item];
    case "dropdown":
      return item.items;
    case "search":
    case "html":
      return [];
    default:
      return item satisfies never;
  }
}
