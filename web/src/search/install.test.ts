import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "@testing-library/user-event";
import { site } from "../../tests/fixture";
import { installSearch } from "./install";
import type { InitialQuery } from "./SearchDialog/SearchDialog";

const mocks = vi.hoisted(() => ({ isOpen: false, open: vi.fn(), close: vi.fn(), warm: vi.fn(() => Promise.resolve()) }));

vi.mock("./dialog-root", () => ({
  openSearchDialog: mocks.open,
  closeSearchDialog: mocks.close,
  isSearchDialogOpen: () => mocks.isOpen,
}));
vi.mock("./backends", () => ({ searchBackend: () => Promise.resolve({ warm: mocks.warm }) }));

const user = userEvent.setup();

beforeAll(() => {
  installSearch({ ...site, search: { ...site.search, indexUrl: "/assets/search/x/index.bin" } });
});

beforeEach(() => {
  document.body.innerHTML =
    '<a href="/search" role="button" data-search-button="">Search</a><input aria-label="Amount"><p contenteditable="true">x</p><button>Other</button>';
  mocks.isOpen = false;
});

afterEach(() => {
  vi.clearAllMocks();
});

async function opened() {
  await vi.waitFor(() => {
    expect(mocks.open).toHaveBeenCalled();
  });
  return mocks.open.mock.calls[0]?.[1] as InitialQuery;
}

test("nothing is loaded before the button is pointed at", async () => {
  await user.hover(document.querySelector("button") ?? document.body);
  expect(mocks.warm).not.toHaveBeenCalled();
  await user.hover(document.querySelector("a") ?? document.body);
  await vi.waitFor(() => {
    expect(mocks.warm).toHaveBeenCalled();
  });
});

test("the button's event is handled", async () => {
  const event = new CustomEvent("portico:search", { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(await opened()).toEqual({ text: "", isTyped: false });
});

test("a slash opens it, but not while typing", async () => {
  await user.click(document.querySelector("input") ?? document.body);
  await user.keyboard("/");
  await user.click(document.querySelector("p") ?? document.body);
  await user.keyboard("/");
  expect(mocks.open).not.toHaveBeenCalled();
  document.querySelector("button")?.focus();
  await user.keyboard("/");
  await opened();
});

test("Ctrl+K opens it inside fields, and closes it", async () => {
  await user.click(document.querySelector("input") ?? document.body);
  await user.keyboard("{Control>}k{/Control}");
  await opened();
  mocks.isOpen = true;
  await user.keyboard("{Control>}k{/Control}");
  expect(mocks.close).toHaveBeenCalledTimes(1);
});

test("other shortcuts with K are left alone", async () => {
  await user.keyboard("{Control>}{Shift>}k{/Shift}{/Control}");
  await user.keyboard("k");
  expect(mocks.open).not.toHaveBeenCalled();
});

test("typing on the button begins the query", async () => {
  document.querySelector("a")?.focus();
  await user.keyboard("r");
  expect(await opened()).toEqual({ text: "r", isTyped: true });
});

test("selected text becomes the query, unless it is long", async () => {
  const paragraph = document.createElement("p");
  paragraph.textContent = "amount_exceeds_limit";
  document.body.append(paragraph);
  document.getSelection()?.selectAllChildren(paragraph);
  window.dispatchEvent(new CustomEvent("portico:search", { cancelable: true }));
  expect(await opened()).toEqual({ text: "amount_exceeds_limit", isTyped: false });
  mocks.open.mockClear();
  paragraph.textContent = "x".repeat(65);
  document.getSelection()?.selectAllChildren(paragraph);
  window.dispatchEvent(new CustomEvent("portico:search", { cancelable: true }));
  expect(await opened()).toEqual({ text: "", isTyped: false });
});
