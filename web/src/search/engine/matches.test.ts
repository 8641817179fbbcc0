import { expect, test } from "vitest";
import { openFixture } from "../../../tests/search-fixture";
import { matchWords } from "./matches";
import { parseQuery } from "./query";

test.each([
  ["the", ["the"]],
  ["get a token", ["get", "token"]],
  ["the token", ["the", "token"]],
])("of %j, what says little is looked up only where hardly anything else is asked", async (text, looked) => {
  const files = await openFixture("sharded");
  const matches = await matchWords(files, parseQuery(text, new Set(files.head.stopWords)));
  expect(matches.map(({ word }) => word.text)).toEqual(looked);
});
