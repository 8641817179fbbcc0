import { act, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { readStored, useStored, writeStored } from "./storage";

afterEach(() => {
  vi.restoreAllMocks();
  // What could not be stored is forgotten as soon as something can.
  writeStored("size", "1");
  localStorage.clear();
});

const refuse = () => {
  throw new DOMException("no", "SecurityError");
};

function parseSize(stored: string): number | null {
  const value: unknown = JSON.parse(stored);
  return typeof value === "number" ? value : null;
}

function Size() {
  const [size, setSize] = useStored("size", parseSize, 1);
  return <button type="button" onClick={() => { setSize("5"); }}>{`size ${String(size)}`}</button>;
}

test.each([
  ["3", "size 3"],
  ["{", "size 1"],
  ['"three"', "size 1"],
  ["", "size 1"],
])("with %j stored it is %j", (stored, expected) => {
  localStorage.setItem("size", stored);
  render(<Size />);
  expect(screen.getByRole("button").textContent).toBe(expected);
});

test("the server and the first render of the browser use the fallback", () => {
  localStorage.setItem("size", "3");
  expect(renderToString(<Size />)).toContain("size 1");
});

test("all parts of the page and other tabs follow", () => {
  render(<><Size /><Size /></>);
  act(() => { screen.getAllByRole("button")[0]?.click(); });
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["size 5", "size 5"]);

  act(() => {
    localStorage.setItem("size", "7");
    window.dispatchEvent(new StorageEvent("storage", { key: "size", newValue: "7" }));
  });
  expect(screen.getAllByRole("button")[1]?.textContent).toBe("size 7");

  act(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
  });
  expect(screen.getAllByRole("button")[0]?.textContent).toBe("size 1");
});

test("a page that comes back from the browser's cache follows what was chosen meanwhile", () => {
  render(<Size />);
  act(() => {
    localStorage.setItem("size", "9");
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  expect(screen.getByRole("button").textContent).toBe("size 9");
});

test("without storage a choice lasts as long as the page", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  render(<><Size /><Size /></>);
  act(() => { screen.getAllByRole("button")[0]?.click(); });
  expect(screen.getAllByRole("button")[1]?.textContent).toBe("size 5");
});

test("full storage keeps the new choice over the old one", () => {
  writeStored("size", "2");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  writeStored("size", "4");
  expect(readStored("size")).toBe("4");
});
