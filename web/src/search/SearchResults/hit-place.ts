import type { SearchGroup, SearchHit, TextPart } from "../backend";
import type { Visit } from "../history";

/** Text of parts, without what matched. */
export function plain(parts: readonly TextPart[]): string {
  return parts.map((part) => part.text).join("");
}

/** Where a page is: the categories above it. */
export function pagePlace({ crumbs }: SearchGroup): string {
  return crumbs.join(" › ");
}

/** Where a hit is on its page: the headings above it. */
export function hitPlace(hit: SearchHit): string {
  return hit.trail.join(" › ");
}

/** What is remembered of a hit that was opened: of a piece of text, the page that it is on. */
export function visitOf(group: SearchGroup, hit: SearchHit): Visit {
  const isPage = hit.kind === "page" || hit.kind === "text";
  if (isPage) return { href: group.route, label: group.title, place: pagePlace(group) };
  return { href: hit.href, label: plain(hit.heading), place: [group.title, ...hit.trail].join(" › ") };
}
