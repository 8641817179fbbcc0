import { expect, test } from "vitest";
import { allowedEdits, corrections, editDistance, split, stem } from "./spelling";

test.each([
  ["payment", "payment", 0],
  ["paymnet", "payment", 1],
  ["paymen", "payment", 1],
  ["paymentt", "payment", 1],
  ["poyment", "payment", 1],
  ["idempotncey", "idempotency", 2],
  ["token", "payment", 3],
])("%s is %s with %i edits", (typed, wanted, edits) => {
  expect(editDistance(typed, wanted, 2, false)).toBe(edits);
});

test("a word may go on after what was typed", () => {
  expect(editDistance("recnocil", "reconciliation", 1, true)).toBe(1);
  expect(editDistance("recnocil", "reconciliation", 1, false)).toBe(2);
});

test("short words and codes are never corrected", () => {
  expect(["r01", "web", "c05x", "pay"].map(allowedEdits)).toEqual([0, 0, 0, 0]);
  expect(allowedEdits("refnd")).toBe(1);
  expect(allowedEdits("idempotenci")).toBe(2);
});

test("the likelier correction comes first", () => {
  const found = corrections("retunr", false, ["return", "tuner", "returned"], [40, 1, 30]);
  expect(found.map(({ word }) => word)).toEqual(["return"]);
});

test("a missing space is put back", () => {
  const counts: Record<string, number> = { make: 5, payment: 9, ma: 1, kepayment: 0 };
  expect(split("makepayment", (word) => counts[word] ?? 0)).toEqual(["make", "payment"]);
  expect(split("qwertyuiop", () => 0)).toBeNull();
});

test.each([
  ["returns", "return"],
  ["returned", "return"],
  ["refunding", "refunds"],
  ["policies", "policy"],
  ["cancelled", "cancels"],
])("%s and %s have one stem", (one, other) => {
  expect(stem(one)).toBe(stem(other));
});

test("words that only look alike keep apart", () => {
  expect(stem("status")).not.toBe(stem("state"));
  expect(stem("thing")).not.toBe(stem("th"));
});
