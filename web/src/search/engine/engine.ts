import type { AreaCount, SearchAnswer, SearchGroup, SearchHit, TextPart } from "../backend";
import type { SearchSectionText } from "../../contract";
import { IndexFormatError } from "./bytes";
import { Highlighter } from "./excerpt";
import type { IndexFiles } from "./index-files";
import { matchWords, type WordMatches } from "./matches";
import { withPhrases } from "./phrases";
import { withoutFarPlaces } from "./places";
import { parseQuery, type Query } from "./query";
import { rank, type RankedPage } from "./rank";

/** What is asked of the engine. */
export interface EngineQuery {
  text: string;
  areas: readonly string[];
  page: number;
  perPage: number;
}

/** Searches an index. `isWanted` is asked between steps whether anyone still waits for the answer. */
export async function search(files: IndexFiles, asked: EngineQuery): Promise<SearchAnswer> {
  const query = parseQuery(asked.text, new Set(files.head.stopWords));
  const matches = await matchWords(files, query);
  const ranked = rank(files.pages.starts, query, matches);
  const wanted = (asked.page + 1) * asked.perPage;
  const { pages: checked, isPartial } =
    query.phrases.length === 0 ? { pages: ranked, isPartial: false } : await withPhrases(files, ranked, query.phrases, wanted);
  const areaOf = ({ page }: RankedPage) => files.head.areas[files.pages.areas[page] ?? 0] ?? "";
  const inAreas = asked.areas.length === 0 ? checked : checked.filter((page) => asked.areas.includes(areaOf(page)));
  const start = asked.page * asked.perPage;
  const onPage = inAreas.slice(start, start + asked.perPage);
  // Where phrases were asked for, the texts are at hand.
  const shown = query.phrases.length === 0 ? withoutFarPlaces(files, onPage) : onPage;
  const highlighter = new Highlighter(matches);
  const groups = await Promise.all(shown.map((page) => toGroup(files, page, highlighter)));
  return {
    total: inAreas.length,
    isPartial,
    groups,
    areas: countAreas(checked.map(areaOf)),
    suggestions: ranked.length === 0 ? suggestions(query, matches) : [],
  };
}

function countAreas(areas: readonly string[]): AreaCount[] {
  const counts = new Map<string, number>();
  for (const area of areas) counts.set(area, (counts.get(area) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count);
}

/** The words of a query that are known, one by one. */
function suggestions(query: Query, matches: readonly WordMatches[]): string[] {
  const known = matches.filter(({ word, expansions }) => expansions.length > 0 && !word.isStopWord && !word.isWhole);
  const words = known.map(({ word, expansions }) => expansions[0]?.shard.terms[expansions[0].at] ?? word.text);
  return query.words.length > 1 ? [...new Set(words)].slice(0, 3) : [];
}

async function toGroup(files: IndexFiles, { page, sections }: RankedPage, highlighter: Highlighter): Promise<SearchGroup> {
  const positions = sections.map(({ at }) => at);
  const text = await files.text(page, positions);
  const hits = positions.map((at) => {
    const section = text.sections.get(at);
    if (section === undefined) throw new IndexFormatError("the index lacks the text of a section");
    return toHit(section, text.route, highlighter);
  });
  return { route: text.route, title: text.title, crumbs: text.crumbs, hits: withoutDoubles(hits) };
}

function toHit(section: SearchSectionText, route: string, highlighter: Highlighter): SearchHit {
  const heading = highlighter.whole(section.heading);
  const inText = highlighter.best(section.text);
  const inCode = inText.nWords === 0 && section.code !== "" ? highlighter.best(section.code) : null;
  const excerpt = inCode !== null && inCode.nWords > 0 ? inCode.parts : inText.parts;
  const isTextHit = section.kind === "heading" && !heading.some(isHit) && excerpt.some(isHit);
  return {
    href: section.anchor === "" ? route : `${route}#${section.anchor}`,
    kind: isTextHit ? "text" : section.kind,
    heading,
    trail: section.trail,
    excerpt,
  };
}

/** Fields of one table lead to the same place: only the best is shown of those with the same heading. */
function withoutDoubles(hits: readonly SearchHit[]): SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ href, heading }) => {
    const key = `${href}\n${heading.map((part) => part.text).join("")}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function isHit(part: TextPart): boolean {
  return part.isHit;
}
