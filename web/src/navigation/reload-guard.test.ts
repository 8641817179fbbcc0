import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetReload, mayReload, rememberReload } from "./reload-guard";

beforeEach(() => { sessionStorage.clear(); });
afterEach(() => { vi.restoreAllMocks(); });

test("a page may be reloaded once a minute", () => {
  expect(mayReload("a", 1000)).toBe(true);
  rememberReload("a", 1000);
  expect(mayReload("a", 2000)).toBe(false);
  expect(mayReload("b", 2000)).toBe(true);
  expect(mayReload("a", 61_000)).toBe(true);
});

test("a clock that went back does not block for ever", () => {
  rememberReload("a", 1_000_000);
  expect(mayReload("a", 500)).toBe(true);
});

test("a page that loaded starts anew", () => {
  rememberReload("a", 1000);
  rememberReload("b", 1000);
  forgetReload("a");
  expect(mayReload("a", 1001)).toBe(true);
  expect(mayReload("b", 1001)).toBe(false);
});

test.each(["{", "null", "7", '{"a":"soon"}'])("nonsense in storage counts as nothing: %s", (stored) => {
  sessionStorage.setItem("portico.reloads", stored);
  expect(mayReload("a", 1000)).toBe(true);
  rememberReload("a", 1000);
  expect(mayReload("a", 1001)).toBe(false);
});

test("without storage a reload may always be tried", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => { throw new DOMException("no"); });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => { throw new DOMException("no"); });
  rememberReload("a", 1000);
  expect(mayReload("a", 1001)).toBe(true);
});
