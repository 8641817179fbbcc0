import type { HostedSearch } from "../../contract";
import type { SearchQuery } from "../backend";
import { CLOSE, OPEN } from "./highlight";

/** Headings, outermost first: `lvl0` is the part of the site, `lvl1` the page. */
export const LEVELS = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"].map((level) => `hierarchy.${level}`);
export const AREA = "hierarchy.lvl0";
/** Keys that are longer go into a header, since addresses are cut at some length. */
const LONGEST_KEY_IN_ADDRESS = 2000;
/** The most that a server gives at once. */
const MOST_PER_PAGE = 250;

type Search = Record<string, string | number>;

export interface WireRequest {
  /** Path and query, to be put behind a node's address. */
  path: string;
  init: { method: "POST"; headers: Record<string, string>; body: string };
}

/**
 * One request with one search, and a second one that counts the areas when the first is narrowed to some. Key and content
 * type are such that browsers ask no leave beforehand.
 */
export function searchRequest(hosted: HostedSearch, query: Omit<SearchQuery, "signal">): WireRequest {
  const common = searchOf(hosted, query.text);
  const context = [hosted.contextualFilter, hosted.parameters["filter_by"]];
  const searches: Search[] = [
    {
      ...common,
      page: query.page + 1,
      per_page: Math.min(query.perPage, MOST_PER_PAGE),
      ...filterBy([...context, areaFilter(query.areas)]),
    },
  ];
  if (query.areas.length > 0) searches.push({ ...common, page: 1, per_page: 0, ...filterBy(context) });
  const isLong = hosted.searchKey.length > LONGEST_KEY_IN_ADDRESS;
  const key = isLong ? "" : `?x-typesense-api-key=${encodeURIComponent(hosted.searchKey)}`;
  const headers = { "content-type": "text/plain", ...(isLong && { "x-typesense-api-key": hosted.searchKey }) };
  return { path: `/multi_search${key}`, init: { method: "POST", headers, body: JSON.stringify({ searches }) } };
}

function searchOf(hosted: HostedSearch, text: string): Search {
  const fields = [...LEVELS, "content"];
  return {
    query_by: [...fields, "tags"].join(","),
    include_fields: [...fields, "url", "type", "kind", "crumbs"].join(","),
    highlight_full_fields: LEVELS.join(","),
    highlight_affix_num_tokens: 8,
    group_by: "url_without_anchor",
    group_limit: 4,
    sort_by: "_text_match:desc,item_priority:desc",
    ...hosted.parameters,
    facet_by: AREA,
    max_facet_values: 30,
    highlight_start_tag: OPEN,
    highlight_end_tag: CLOSE,
    collection: hosted.collection,
    // A lone half of a character is nothing that can be sent.
    q: text.trim().replace(/\p{Surrogate}/gu, "\ufffd"),
  };
}

/** All filters together: none takes another's place. */
function filterBy(filters: readonly (string | null | undefined)[]): { filter_by?: string } {
  const given = filters.filter((filter) => filter !== null && filter !== undefined && filter.trim() !== "");
  if (given.length === 0) return {};
  return { filter_by: given.length === 1 ? String(given[0]) : given.map((filter) => `(${String(filter)})`).join(" && ") };
}

function areaFilter(areas: readonly string[]): string | null {
  if (areas.length === 0) return null;
  return `${AREA}:=[${areas.map((area) => `\`${area.replaceAll("`", "")}\``).join(",")}]`;
}
