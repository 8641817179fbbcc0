import { beforeEach, expect, test, vi } from "vitest";
import { arriveAt, hashTarget } from "./arrival";

const scrolled = vi.fn();
const intoView = vi.fn();
const main = () => document.querySelector<HTMLElement>("main");

beforeEach(() => {
  scrolled.mockReset();
  intoView.mockReset();
  vi.stubGlobal("scrollTo", scrolled);
  HTMLElement.prototype.scrollIntoView = intoView;
  document.body.innerHTML =
    '<main tabindex="-1"><h2 id="a">A</h2><h2 id="ü b">B</h2><details><p id="in">C</p></details><div hidden="until-found"><p id="found">D</p></div></main>';
});

test.each([
  ["#a", "a"],
  ["#%C3%BC%20b", "ü b"],
  ["#%E0%A4", undefined],
  ["#none", undefined],
  ["#", undefined],
  ["", undefined],
])("the hash %j names %j", (hash, id) => {
  expect(hashTarget(hash)?.id).toBe(id);
});

test("a new page begins at its top, with the focus on its content", () => {
  arriveAt({ kind: "push", hash: "", position: null }, main());
  expect(document.activeElement).toBe(main());
  expect(scrolled).toHaveBeenCalledWith({ left: 0, top: 0, behavior: "instant" });
});

test("a hash leads to its element, which takes the focus this once", () => {
  arriveAt({ kind: "push", hash: "#a", position: null }, main());
  expect(intoView).toHaveBeenCalled();
  const heading = document.getElementById("a");
  expect(document.activeElement).toBe(heading);
  heading?.blur();
  expect(heading?.hasAttribute("tabindex")).toBe(false);
});

test("what hides the target opens", () => {
  arriveAt({ kind: "push", hash: "#in", position: null }, main());
  expect(document.querySelector("details")?.open).toBe(true);
  arriveAt({ kind: "push", hash: "#found", position: null }, main());
  expect(document.querySelector("[hidden]")).toBeNull();
});

test("going back leads to where the reader was, and leaves the focus", () => {
  arriveAt({ kind: "pop", hash: "#a", position: { x: 0, y: 300 } }, main());
  expect(scrolled).toHaveBeenCalledWith({ left: 0, top: 300, behavior: "instant" });
  expect(document.activeElement).toBe(document.body);
});

test("an update moves nothing", () => {
  arriveAt({ kind: "update", hash: "#a", position: null }, main());
  expect(scrolled).not.toHaveBeenCalled();
  expect(intoView).not.toHaveBeenCalled();
});
