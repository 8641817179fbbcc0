import { expect, test } from "vitest";
import type { PageText } from "./index-files";
import { withPhrases } from "./phrases";

const PHRASE = "raw body";

/** Pages of one section each, every one in a file of its own; some have the phrase. Tells which were read. */
function pagesWith(nPages: number, ...having: number[]) {
  const read = new Set<number>();
  const text = (page: number): Promise<PageText> => {
    read.add(page);
    const section = { anchor: "", kind: "page" as const, trail: [], heading: "", text: having.includes(page) ? `Of the Raw\nbody` : "Other", code: "" };
    return Promise.resolve({ route: `/${String(page)}`, title: "", crumbs: [], sections: new Map([[0, section]]) });
  };
  const ranked = Array.from({ length: nPages }, (_, page) => ({ page, score: nPages - page, sections: [{ at: 0, score: nPages - page }] }));
  const find = (wanted: number) => withPhrases({ text, textFileOf: (page) => page }, ranked, [PHRASE], wanted);
  return { read, find };
}

test("pages that have the phrase are found, whatever its letter case and spaces", async () => {
  const { find } = pagesWith(6, 1, 4);
  const { pages, isPartial } = await find(10);
  expect(pages.map(({ page }) => page)).toEqual([1, 4]);
  expect(isPartial).toBe(false);
});

test("no more texts are read once there are more pages than wanted", async () => {
  const { read, find } = pagesWith(100, 0, 1, 2, 3);
  expect((await find(3)).isPartial).toBe(true);
  expect(read.size).toBe(8);
});

test("more are read where too few pages had it, but not all of a large site", async () => {
  const { read, find } = pagesWith(100, 20, 60);
  const { pages, isPartial } = await find(6);
  expect(pages.map(({ page }) => page)).toEqual([20]);
  expect(isPartial).toBe(true);
  expect(read.size).toBe(28);
});

test("the next page of results goes on where the one before ended", async () => {
  const having = Array.from({ length: 20 }, (_, at) => at);
  const first = await pagesWith(100, ...having).find(6);
  const second = await pagesWith(100, ...having).find(12);
  expect(second.pages.slice(0, first.pages.length)).toEqual(first.pages);
});
