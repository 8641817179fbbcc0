import { expect, test } from "vitest";
import { withoutFarPlaces } from "./places";

/** Pages with a section in each of ten files: page 1 begins in file 10. */
const files = { textFileOf: (page: number, at: number) => 10 * page + at };
const sections = (...positions: number[]) => positions.map((at) => ({ at, score: 1 }));
const shown = (...pages: number[][]) =>
  withoutFarPlaces(files, pages.map((positions, page) => ({ page, score: 1, sections: sections(...positions) }))).map((page) => page.sections.map(({ at }) => at));

test("the best place of each page is shown, and of the others those of two files more", () => {
  expect(shown([4, 1, 2, 3], [7, 5])).toEqual([[4, 1, 2], [7]]);
});

test("places in files that are fetched anyway are all shown", () => {
  const inOneFile = { textFileOf: (page: number) => page };
  const page = { page: 3, score: 1, sections: sections(4, 1, 2, 3) };
  expect(withoutFarPlaces(inOneFile, [page])).toEqual([page]);
});
