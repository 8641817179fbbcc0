import { expect, test } from "vitest";
import { parseHistory, withFavorite, withRecent, type SearchHistory, type Visit } from "./history";

function visit(n: number): Visit {
  return { href: `/page-${String(n)}`, label: `Page ${String(n)}`, place: "" };
}

const empty: SearchHistory = { recent: [], favorites: [] };
const many = [1, 2, 3, 4, 5, 6, 7, 8].reduce((history, n) => withRecent(history, visit(n)), empty);

test("the newest come first and seven are kept", () => {
  expect(many.recent.map(({ label }) => label)).toEqual([8, 7, 6, 5, 4, 3, 2].map((n) => `Page ${String(n)}`));
});

test("what was opened again moves to the front", () => {
  expect(withRecent(many, visit(5)).recent.map(({ label }) => label).slice(0, 3)).toEqual(["Page 5", "Page 8", "Page 7"]);
});

test("a favourite leaves the recent ones, of which fewer are kept beside it", () => {
  const saved = withFavorite(many, visit(8));
  expect(saved.favorites).toEqual([visit(8)]);
  expect(saved.recent).toEqual([7, 6, 5, 4].map(visit));
  expect(withRecent(saved, visit(8))).toEqual(saved);
});

test("ten favourites are kept", () => {
  const all = Array.from({ length: 12 }, (_, n) => visit(n)).reduce(withFavorite, empty);
  expect(all.favorites).toHaveLength(10);
});

test.each(['{"recent":[{"href":"//evil.example.com","label":"a","place":""}]}', '{"recent":[{"href":"javascript:alert(1)","label":"a","place":""}]}', '{"recent":7}', "{}"])(
  "takes nothing from %s",
  (stored) => {
    expect(parseHistory(stored)).toEqual(empty);
  },
);

test("what is no history is none", () => {
  expect(parseHistory("3")).toBeNull();
});
