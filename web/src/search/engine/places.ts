import type { IndexFiles } from "./index-files";
import type { RankedPage } from "./rank";

/** Files of texts fetched at most for places besides the best one of each page. */
const MOST_FILES_BESIDES = 2;

/**
 * Leaves out places whose texts would be fetched for them alone, beyond a few: on a long page they may be in many files. The
 * best place of each page stays.
 */
export function withoutFarPlaces(files: Pick<IndexFiles, "textFileOf">, pages: readonly RankedPage[]): RankedPage[] {
  const read = new Set(pages.flatMap(({ page, sections }) => sections.slice(0, 1).map(({ at }) => files.textFileOf(page, at))));
  const most = read.size + MOST_FILES_BESIDES;
  const isNear = (file: number) => {
    if (read.size < most) read.add(file);
    return read.has(file);
  };
  return pages.map((page) => ({ ...page, sections: page.sections.filter(({ at }) => isNear(files.textFileOf(page.page, at))) }));
}
