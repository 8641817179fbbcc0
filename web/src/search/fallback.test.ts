import { beforeEach, expect, test, vi } from "vitest";
import type { SearchAnswer, SearchBackend, SearchQuery } from "./backend";
import { withFallback } from "./fallback";

const answer: SearchAnswer = { total: 1, isPartial: false, groups: [], areas: [], suggestions: [] };
const query = (signal = new AbortController().signal): SearchQuery => ({ text: "x", areas: [], page: 0, perPage: 1, signal });

const first = { warm: vi.fn<SearchBackend["warm"]>(), search: vi.fn<SearchBackend["search"]>() };
const second = { warm: vi.fn<SearchBackend["warm"]>(), search: vi.fn<SearchBackend["search"]>() };
const loadSecond = vi.fn(() => Promise.resolve(second));

beforeEach(() => {
  vi.resetAllMocks();
  loadSecond.mockImplementation(() => Promise.resolve(second));
  vi.spyOn(console, "info").mockImplementation(() => undefined);
});

test("the second is not even loaded while the first answers", async () => {
  first.search.mockResolvedValue(answer);
  expect(await withFallback(() => Promise.resolve(first), loadSecond).search(query())).toEqual(answer);
  expect(loadSecond).not.toHaveBeenCalled();
});

test("the second answers when the first fails, and says so", async () => {
  first.search.mockRejectedValue(new Error("down"));
  second.search.mockResolvedValue(answer);
  const backend = withFallback(() => Promise.resolve(first), loadSecond);
  expect(await backend.search(query())).toEqual({ ...answer, isFallback: true });
  first.search.mockResolvedValue(answer);
  expect(await backend.search(query())).toEqual(answer);
});

test("the second answers when the first cannot be loaded", async () => {
  second.search.mockResolvedValue(answer);
  const backend = withFallback(() => Promise.reject(new Error("offline")), loadSecond);
  expect((await backend.search(query())).isFallback).toBe(true);
});

test("a search that nobody waits for is not asked again", async () => {
  const controller = new AbortController();
  first.search.mockImplementation(() => {
    controller.abort();
    return Promise.reject(new Error("down"));
  });
  await expect(withFallback(() => Promise.resolve(first), loadSecond).search(query(controller.signal))).rejects.toMatchObject({ name: "AbortError" });
  expect(loadSecond).not.toHaveBeenCalled();
});

test("when both fail, the search has failed", async () => {
  first.search.mockRejectedValue(new Error("down"));
  second.search.mockRejectedValue(new Error("gone"));
  await expect(withFallback(() => Promise.resolve(first), loadSecond).search(query())).rejects.toThrow("gone");
});
