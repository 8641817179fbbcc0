import { searchKinds, type HitKind, type SearchAnswer, type SearchGroup, type SearchHit, type TextPart } from "../backend";
import { parseMarks, withoutMarks } from "./highlight";
import { AREA, LEVELS } from "./request";
import type { WireHit, WireResult } from "./wire";

/** Where results lead: decides about an address in a document, or rejects it. */
export type Locate = (address: string) => string | null;

/** Characters of a text of which nothing matched. */
const LONGEST_BEGINNING = 160;

/** Answers of a cluster as answers of a search. `counts` has the areas when `result` is narrowed to some. */
export function toAnswer(result: WireResult, counts: WireResult, locate: Locate): SearchAnswer {
  const groups = new Map<string, SearchGroup & { hits: SearchHit[] }>();
  for (const hit of result.groups.flat()) {
    const href = locate(hit.text("url"));
    if (href === null) continue;
    const route = href.replace(/#.*/s, "");
    const group = groups.get(route) ?? newGroup(route, hit);
    groups.set(route, group);
    group.hits.push(toHit(href, hit));
  }
  return {
    total: result.found,
    isPartial: result.isCutOff,
    groups: [...groups.values()],
    areas: counts.facet.map(({ value, count }) => ({ name: value, count })),
    suggestions: [],
  };
}

function newGroup(route: string, hit: WireHit) {
  const area = hit.text(AREA);
  const crumbs = hit.list("crumbs");
  const title = hit.text("hierarchy.lvl1");
  return { route, title: title === "" ? area : title, crumbs: crumbs.length > 0 || title === "" ? crumbs : [area], hits: [] };
}

function toHit(href: string, hit: WireHit): SearchHit {
  const deepest = LEVELS.findLastIndex((level) => hit.text(level) !== "");
  const own = LEVELS[Math.max(deepest, 0)] ?? AREA;
  const heading = parseMarks(hit.whole(own) ?? hit.text(own));
  const excerpt = excerptOf(hit);
  const kind = kindOf(hit, deepest);
  const isTextHit = kind === "heading" && !heading.some(isHit) && excerpt.some(isHit);
  return {
    href,
    kind: isTextHit ? "text" : kind,
    heading,
    trail: LEVELS.slice(2, Math.max(deepest, 2)).map(hit.text).filter((text) => text !== ""),
    excerpt,
  };
}

/** Our documents say what they are; those of a crawler only how deep they stand. */
function kindOf(hit: WireHit, deepest: number): HitKind {
  const kind = searchKinds.find((known) => known === hit.text("kind"));
  if (kind !== undefined) return kind;
  if (hit.text("type") === "content") return "text";
  return deepest <= 1 ? "page" : "heading";
}

function excerptOf(hit: WireHit): TextPart[] {
  const content = hit.text("content");
  const snippet = hit.snippet("content");
  if (snippet === null) {
    const isCut = content.length > LONGEST_BEGINNING;
    const text = isCut ? `${content.slice(0, content.lastIndexOf(" ", LONGEST_BEGINNING))} …` : content;
    return text === "" ? [] : [{ text, isHit: false }];
  }
  const shown = withoutMarks(snippet).trim();
  const parts = parseMarks(snippet);
  if (!content.startsWith(shown)) parts.unshift({ text: "… ", isHit: false });
  if (!content.trimEnd().endsWith(shown)) parts.push({ text: " …", isHit: false });
  return parts;
}

function isHit(part: TextPart): boolean {
  return part.isHit;
}
