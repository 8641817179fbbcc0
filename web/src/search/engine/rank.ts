import { IndexFormatError } from "./bytes";
import type { Query } from "./query";
import type { WordMatches } from "./matches";

/** A page that was found, and the best sections on it. */
export interface RankedPage {
  page: number;
  score: number;
  /** The best first. */
  sections: readonly RankedSection[];
}

export interface RankedSection {
  /** Position on its page; 0 is the page itself. */
  at: number;
  score: number;
}

/** Share of what was asked for that a page must at least have. */
const LEAST_SHARE = 0.34;
/** Sections shown of a page, and how much worse than the best they may be. */
export const MOST_SECTIONS = 4;
const LEAST_SECTION = 0.4;

/** What standing in the page's title is worth to its sections, and standing elsewhere on the page. */
const FROM_TITLE = 0.5;
const FROM_PAGE = 0.15;
const HEADING_BONUS = 0.7;
const CONTEXT_BONUS = 0.35;
const EXACT_BONUS = 0.5;
const NAME_BONUS = 1;
/** What having the only thing asked for as it was typed is worth, where its parts stand in many places. */
const WHOLE_BONUS = 1.0;
/** By kind of section: page, heading, operation, field, code. */
const NAME_WORTH = [1, 1.1, 1.3, 0.6, 1.8] as const;

const FIELD = 3;
const CODE = 4;

/** What the words of a query have gathered in each section. */
interface Tally {
  /** For each word and section its score. */
  scores: Float32Array[];
  /** For each section, as bits, the words in its heading. */
  headings: Uint16Array;
  /** For each section how much of the query it explains. */
  names: Float32Array;
  /** For each section whether it has the whole chunk that was asked for. */
  wholes: Uint8Array;
  about: Uint8Array;
  touched: Uint32Array;
}

/** Ranks pages by the words that they have. `starts` has the first section of each page, and their number. */
export function rank(starts: Uint32Array, query: Query, matches: readonly WordMatches[]): RankedPage[] {
  const nSections = starts.at(-1) ?? 0;
  const asked = matches.filter(({ word }) => !word.isWhole);
  const scale = asked.reduce((sum, { rarity }) => sum + rarity, 0);
  if (scale === 0) return [];
  const tally = tallyUp(matches, nSections, query.isSingle ? scale : 2 * scale);
  const pages: RankedPage[] = [];
  for (let page = 0; page + 1 < starts.length; page += 1) {
    const first = starts[page] ?? 0;
    const count = (starts[page + 1] ?? first) - first;
    if (!isTouched(tally, first, count)) continue;
    const ranked = rankPage(page, { first, count, matches, scale, tally, isSingle: query.isSingle });
    if (ranked !== null) pages.push(ranked);
  }
  return pages.sort((one, other) => other.score - one.score || one.page - other.page);
}

function tallyUp(matches: readonly WordMatches[], nSections: number, scale: number): Tally {
  const tally: Tally = {
    scores: matches.map(() => new Float32Array(nSections)),
    headings: new Uint16Array(nSections),
    names: new Float32Array(nSections),
    wholes: new Uint8Array(nSections),
    about: new Uint8Array(nSections),
    touched: new Uint32Array((nSections >> 5) + 1),
  };
  matches.forEach(({ expansions, rarity, word }, index) => {
    const scores = tally.scores[index] ?? new Float32Array(nSections);
    const share = word.isWhole ? 1 : Math.min(1, rarity / scale);
    // A name that is only begun counts as one if nothing is called just so.
    const isBegun = word.isPrefix && expansions.every(({ weight }) => weight < 1);
    for (const { shard, at, weight } of expansions) {
      shard.each(at, ({ section, strength, isHeading, isName, about }) => {
        if (section >= nSections) throw new IndexFormatError("the index has a term in no section");
        tally.touched[section >> 5] = (tally.touched[section >> 5] ?? 0) | (1 << (section & 31));
        scores[section] = Math.max(scores[section] ?? 0, weight * rarity * strength);
        if (word.isWhole && weight === 1) tally.wholes[section] = 1;
        if (isHeading || isName) tally.about[section] = about;
        if (isHeading && weight >= 0.35) tally.headings[section] = (tally.headings[section] ?? 0) | (1 << index);
        if (isName && (weight === 1 || isBegun)) tally.names[section] = Math.max(tally.names[section] ?? 0, weight * weight * share);
      });
    }
  });
  return tally;
}

function isTouched({ touched }: Tally, first: number, count: number): boolean {
  for (let section = first; section < first + count; section += 1) {
    const bits = touched[section >> 5] ?? 0;
    if (bits === 0) section |= 31;
    else if ((bits & (1 << (section & 31))) !== 0) return true;
  }
  return false;
}

interface PageContext {
  first: number;
  count: number;
  matches: readonly WordMatches[];
  scale: number;
  tally: Tally;
  isSingle: boolean;
}

function rankPage(page: number, context: PageContext): RankedPage | null {
  const { first, count, matches, scale, tally } = context;
  const best = tally.scores.map((scores) => {
    let most = 0;
    for (let section = first; section < first + count; section += 1) most = Math.max(most, scores[section] ?? 0);
    return most;
  });
  const found = matches.reduce((sum, { word, rarity }, at) => ((best[at] ?? 0) > 0 && !word.isWhole ? sum + rarity : sum), 0);
  const hasWhole = matches.some(({ word }, at) => word.isWhole && (best[at] ?? 0) > 0);
  if (found / scale < LEAST_SHARE && !hasWhole) return null;
  const sections: RankedSection[] = [];
  for (let at = 0; at < count; at += 1) {
    const score = hasQuoted(first + at, context) ? scoreSection(first + at, context, best) : 0;
    if (score > 0) sections.push({ at, score });
  }
  if (sections.length === 0) return null;
  sections.sort((one, other) => other.score - one.score || one.at - other.at);
  const top = sections[0]?.score ?? 0;
  const more = sections.slice(1, 4).reduce((sum, { score }) => sum + score, 0);
  // All sections that may have a phrase are kept: only their texts tell which of them do.
  const isShown = ({ score }: RankedSection) => score >= top * LEAST_SECTION;
  const shown = matches.some(({ word }) => word.isQuoted) ? sections : sections.filter(isShown).slice(0, MOST_SECTIONS);
  return { page, score: top + 0.05 * more, sections: shown };
}

/** Whether a section has all words that were asked for in quotation marks. */
function hasQuoted(section: number, { matches, tally }: PageContext): boolean {
  return matches.every(({ word }, at) => !word.isQuoted || word.isWhole || word.isStopWord || (tally.scores[at]?.[section] ?? 0) > 0);
}

function scoreSection(section: number, { first, matches, scale, tally, isSingle }: PageContext, best: readonly number[]): number {
  const titleWords = tally.headings[first] ?? 0;
  const headingWords = tally.headings[section] ?? 0;
  let sum = 0;
  let own = 0;
  let covered = 0;
  let inHeading = 0;
  let inContext = 0;
  let nInHeading = 0;
  matches.forEach(({ rarity, word }, at) => {
    const score = tally.scores[at]?.[section] ?? 0;
    const bit = 1 << at;
    if (score > 0) {
      sum += score;
      own += score;
    } else if ((titleWords & bit) !== 0) sum += FROM_TITLE * (tally.scores[at]?.[first] ?? 0);
    else sum += FROM_PAGE * (best[at] ?? 0);
    if (word.isWhole) return;
    if (score > 0 || (titleWords & bit) !== 0) covered += rarity;
    if ((headingWords & bit) !== 0) {
      inHeading += rarity;
      if (!word.isStopWord) nInHeading += 1;
    }
    if (((headingWords | titleWords) & bit) !== 0) inContext += rarity;
  });
  if (own === 0) return 0;
  const coverage = covered / scale;
  const about = tally.about[section] ?? 0;
  const headingLength = Math.max(1, about & 15, nInHeading);
  const inHeadingShare = inHeading / scale;
  const isCode = about >> 4 === CODE && (tally.names[section] ?? 0) > 0.5;
  const closeness = isCode ? 1 : nInHeading / headingLength;
  let score = sum * (0.35 + 0.65 * coverage ** 2);
  const headingWorth = about >> 4 === FIELD ? 0.5 : 1;
  score += headingWorth * HEADING_BONUS * scale * inHeadingShare ** 2 * (0.4 + 0.6 * closeness);
  if (inHeadingShare > 0.99 && closeness === 1) score += headingWorth * EXACT_BONUS * scale;
  const contextShare = inContext / scale;
  if (section !== first && headingWords !== 0) score += CONTEXT_BONUS * scale * (contextShare ** 2 - inHeadingShare ** 2);
  if (isSingle && tally.wholes[section] === 1) score += WHOLE_BONUS * scale;
  const worth = NAME_WORTH[about >> 4] ?? 1;
  return score + NAME_BONUS * worth * scale * (tally.names[section] ?? 0);
}
