import type { IndexFiles } from "./index-files";
import { comparable } from "./query";
import { MOST_SECTIONS, type RankedPage } from "./rank";

/** Files of texts read to find phrases: first where they are likeliest, then up to so many if too few pages had them. */
const ROUNDS = [8, 28] as const;
/** Pages whose sections are weighed against each other. */
const MOST_PAGES = 200;

type TextFiles = Pick<IndexFiles, "text" | "textFileOf">;

/**
 * The pages that have all phrases in one section, with only such sections. Phrases stand in texts alone, so texts are read,
 * but only until there are as many pages as wanted, and one to tell whether there are more. What later rounds find comes
 * after what earlier ones did: so a reader who turns to the next page of results misses none and sees none twice.
 */
export async function withPhrases(
  files: TextFiles,
  ranked: readonly RankedPage[],
  phrases: readonly string[],
  wanted: number,
): Promise<{ pages: RankedPage[]; isPartial: boolean }> {
  const likely = ranked.slice(0, MOST_PAGES);
  const order = likeliestFiles(files, likely);
  const found = new Map<number, RankedPage>();
  let nRead = 0;
  for (const most of ROUNDS) {
    const read = new Set(order.slice(0, most));
    nRead = read.size;
    const checked = await Promise.all(likely.map((page) => withPhrasesInSections(files, page, phrases, read)));
    for (const page of checked) if (page.sections.length > 0) found.set(page.page, page);
    if (found.size > wanted || nRead === order.length) break;
  }
  return { pages: [...found.values()], isPartial: nRead < order.length || likely.length < ranked.length };
}

/** The files of texts that the sections are in, those of the best sections first. */
function likeliestFiles(files: TextFiles, pages: readonly RankedPage[]): number[] {
  const places = pages.flatMap(({ page, sections }) => sections.map(({ at, score }) => ({ file: files.textFileOf(page, at), score })));
  places.sort((one, other) => other.score - one.score);
  return [...new Set(places.map(({ file }) => file))];
}

async function withPhrasesInSections(files: TextFiles, page: RankedPage, phrases: readonly string[], read: ReadonlySet<number>): Promise<RankedPage> {
  const within = page.sections.filter(({ at }) => read.has(files.textFileOf(page.page, at)));
  if (within.length === 0) return { ...page, sections: [] };
  const text = await files.text(page.page, within.map(({ at }) => at));
  const sections = within.filter(({ at }) => {
    const section = text.sections.get(at);
    const all = section === undefined ? "" : comparable([section.heading, section.text, section.code].join(" "));
    return phrases.every((phrase) => all.includes(phrase));
  });
  return { ...page, sections: sections.slice(0, MOST_SECTIONS) };
}
