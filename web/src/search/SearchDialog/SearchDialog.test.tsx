import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { site } from "../../../tests/fixture";
import { openFixture } from "../../../tests/search-fixture";
import type { SearchBackend, SearchQuery } from "../backend";
import { search } from "../engine/engine";
import { SearchDialog } from "./SearchDialog";

const { backend } = vi.hoisted(() => ({ backend: { warm: vi.fn(), search: vi.fn<SearchBackend["search"]>() } }));

vi.mock("../backends", () => ({ searchBackend: () => Promise.resolve(backend) }));

const searchable = { ...site, search: { ...site.search, indexUrl: "/assets/search/x/index.bin", reportUrl: "mailto:help@example.com?subject={query}" } };
const onClose = vi.fn();

async function answer({ text, areas, page, perPage }: SearchQuery) {
  return search(await openFixture("whole"), { text, areas, page, perPage });
}

beforeEach(() => {
  localStorage.clear();
  onClose.mockClear();
  Element.prototype.scrollIntoView = vi.fn();
  backend.search.mockReset();
  backend.search.mockImplementation(answer);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

function open(initialText = "") {
  render(<SearchDialog site={searchable} initial={{ text: initialText, isTyped: false }} onClose={onClose} />);
  return { user: userEvent.setup(), input: screen.getByRole("combobox", { name: "Search" }) };
}

function active(input: HTMLElement): string {
  const id = input.getAttribute("aria-activedescendant");
  return (id === null ? null : document.getElementById(id))?.getAttribute("href") ?? "";
}

test("finds as one types, by page, with the best active", async () => {
  const { user, input } = open();
  expect(document.activeElement).toBe(input);
  await user.type(input, "R01");
  const list = await screen.findByRole("listbox", { name: "Search results" });
  expect(within(list).getByRole("group", { name: /Return codes/ })).toBeTruthy();
  const first = within(list).getAllByRole("option")[0];
  expect(first?.getAttribute("href")).toBe("/reference/returns#R01");
  expect(first?.getAttribute("aria-selected")).toBe("true");
  expect(active(input)).toBe("/reference/returns#R01");
  expect(input.getAttribute("aria-expanded")).toBe("true");
  expect(first?.querySelector("mark")?.textContent).toBe("R01");
  await waitFor(() => {
    expect(screen.getByRole("status").textContent).toContain("page");
  });
});

test("arrow keys go round, Enter opens and remembers", async () => {
  const { user, input } = open();
  await user.type(input, "payment");
  const options = await screen.findAllByRole("option");
  expect(options.length).toBeGreaterThan(1);
  await user.keyboard("{ArrowUp}");
  expect(active(input)).toBe(options.at(-1)?.getAttribute("href"));
  await user.keyboard("{ArrowDown}");
  expect(active(input)).toBe(options[0]?.getAttribute("href"));
  const followed = vi.fn((event: Event) => {
    event.preventDefault();
  });
  document.addEventListener("click", followed);
  await user.keyboard("{Enter}");
  await waitFor(() => {
    expect(followed).toHaveBeenCalled();
  });
  document.removeEventListener("click", followed);
  expect(localStorage.getItem("portico.search.history")).toContain("/api/make-payment");
});

test("Enter with a modifier opens a new tab and leaves the dialog open", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const { user, input } = open();
  await user.type(input, "R01");
  await screen.findAllByRole("option");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(opened).toHaveBeenCalledWith(expect.stringContaining("/reference/returns#R01"), "_blank", "noopener");
  expect(onClose).not.toHaveBeenCalled();
});

test("says when nothing is found, what to try and where to report it", async () => {
  const { user } = open("zzzzqqqq xxyyzzxx vvbbnnmm webhooks");
  const title = await screen.findByText(/No results for/, { selector: "p:not([role])" });
  expect(title.textContent).toContain("zzzzqqqq");
  expect(screen.getByText(/Believe this query should return results\?/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Let us know." }).getAttribute("href")).toContain("subject=zzzzqqqq%20");
  expect(screen.getByText("Try searching for:")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "webhooks" }));
  expect(await screen.findAllByRole("option")).not.toHaveLength(0);
});

test("a failed request is told, and tried again", async () => {
  backend.search.mockRejectedValueOnce(new Error("offline"));
  const { user } = open("payment");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Unable to fetch results");
  expect(alert.textContent).toContain("You might want to check your network connection.");
  await user.click(within(alert).getByRole("button", { name: "Retry" }));
  expect(await screen.findAllByRole("option")).not.toHaveLength(0);
});

test("answers that come too late are dropped", async () => {
  const { user, input } = open();
  let answerFirst: () => void = () => undefined;
  backend.search.mockImplementationOnce(async (query) => {
    await new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    return answer(query);
  });
  await user.type(input, "R02");
  await waitFor(() => {
    expect(backend.search).toHaveBeenCalled();
  });
  await user.clear(input);
  await user.type(input, "R01");
  await screen.findAllByRole("option");
  answerFirst();
  await Promise.resolve();
  expect(active(input)).toBe("/reference/returns#R01");
});

test("shows all results on the search page", async () => {
  open("the payment");
  const link = await screen.findByRole("link", { name: /See all \d+ results/ });
  expect(link.getAttribute("href")).toBe("/search?q=the%20payment");
});

test("keeps a history that can be saved and forgotten", async () => {
  const visit = { href: "/webhooks", label: "Webhooks", place: "" };
  localStorage.setItem("portico.search.history", JSON.stringify({ recent: [visit], favorites: [] }));
  const { user } = open();
  const grid = screen.getByRole("grid");
  expect(within(grid).getByRole("rowgroup", { name: "Recent" })).toBeTruthy();
  await user.click(within(grid).getByRole("button", { name: "Save this search: Webhooks" }));
  expect(within(grid).getByRole("rowgroup", { name: "Favorite" })).toBeTruthy();
  await user.click(within(grid).getByRole("button", { name: "Remove this search from favorites: Webhooks" }));
  expect(screen.getByText("No recent searches")).toBeTruthy();
});

test("focus stays near what goes away", async () => {
  const visit = (name: string) => ({ href: `/${name}`, label: name, place: "" });
  const history = { recent: ["a", "b", "c"].map(visit), favorites: ["d"].map(visit) };
  localStorage.setItem("portico.search.history", JSON.stringify(history));
  const { user, input } = open();
  const press = async (label: string) => {
    await user.click(screen.getByRole("button", { name: label }));
    return document.activeElement === input ? "input" : document.activeElement?.getAttribute("aria-label");
  };
  const forget = (name: string) => `Remove this search from history: ${name}`;
  const unsave = (name: string) => `Remove this search from favorites: ${name}`;
  expect(await press(forget("b"))).toBe(forget("c"));
  expect(await press(forget("c"))).toBe(forget("a"));
  expect(await press("Save this search: a")).toBe(unsave("a"));
  expect(await press(unsave("a"))).toBe(unsave("d"));
  expect(await press(unsave("d"))).toBe("input");
});

test("saving the last of a long list leaves focus in it, though the list becomes shorter", async () => {
  const recent = ["a", "b", "c", "d", "e", "f", "g"].map((name) => ({ href: `/${name}`, label: name, place: "" }));
  localStorage.setItem("portico.search.history", JSON.stringify({ recent, favorites: [] }));
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Save this search: g" }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Save this search: d");
});

test("clears the query and closes", async () => {
  const { user, input } = open("payment");
  await user.click(screen.getByRole("button", { name: "Clear the query" }));
  expect(document.activeElement).toBe(input);
  expect(input).toHaveProperty("value", "");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
});
