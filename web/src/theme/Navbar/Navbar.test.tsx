import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { navbarLink, site } from "../../../tests/fixture";
import { renderPart } from "../../../tests/render-page";
import { SEARCH_EVENT } from "../SearchButton/SearchButton";
import { Navbar } from "./Navbar";

beforeEach(() => {
  localStorage.clear();
  document.documentElement.dataset.theme = "light";
});

it("marks the page shown and the section around it", () => {
  renderPart(<Navbar />, { page: { route: "/support" } });
  expect(screen.getByRole("link", { name: "Support" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Integration" }).getAttribute("aria-current")).toBe("true");
  expect(screen.getByRole("link", { name: "Resources" }).getAttribute("aria-current")).toBeNull();
});

it("marks links that lead outside and opens them in a new tab", async () => {
  renderPart(<Navbar />);
  await userEvent.click(screen.getByText("More"));
  const status = screen.getByRole("link", { name: "Status (opens in a new tab)" });
  expect(status.getAttribute("target")).toBe("_blank");
  expect(status.getAttribute("rel")).toContain("noopener");
});

it("joins routes to the base path", () => {
  renderPart(<Navbar />, { site: { basePath: "/docs/" } });
  expect(screen.getByRole("link", { name: "Support" }).getAttribute("href")).toBe("/docs/support");
  expect(screen.getByRole("button", { name: "Search" }).getAttribute("href")).toBe("/docs/search");
});

it("switches the colour mode, remembers it and follows other tabs", async () => {
  renderPart(<Navbar />);
  await userEvent.click(screen.getByRole("button", { name: "Switch to dark mode" }));
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  localStorage.setItem("theme", "light");
  window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "light" }));
  expect(document.documentElement.dataset.theme).toBe("light");
  expect(await screen.findByRole("button", { name: "Switch to dark mode" })).toBeTruthy();
});

it("has no colour switch where it is disabled", () => {
  renderPart(<Navbar />, { site: { colorMode: { defaultMode: "light", isSwitchDisabled: true } } });
  expect(screen.queryByRole("button", { name: /mode/ })).toBeNull();
});

it("asks for the search, and stays on the page if someone answers", async () => {
  const followed: boolean[] = [];
  const handleClick = (event: Event) => {
    followed.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener("click", handleClick);
  renderPart(<Navbar />);
  const button = screen.getByRole("button", { name: "Search" });
  await userEvent.click(button);
  window.addEventListener(SEARCH_EVENT, (event) => { event.preventDefault(); }, { once: true });
  button.focus();
  await userEvent.keyboard(" ");
  expect(followed).toEqual([true, false]);
  document.removeEventListener("click", handleClick);
});

it("closes a dropdown on Escape and on leaving it", async () => {
  renderPart(<Navbar />);
  const summary = screen.getByText("More");
  await userEvent.click(summary);
  expect(screen.getByRole("link", { name: "Disclaimer" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(summary.closest("details")?.open).toBe(false);
  await userEvent.click(summary);
  screen.getByRole("link", { name: "Home" }).focus();
  expect(summary.closest("details")?.open).toBe(false);
});

it("opens a menu with the page's sidebar and the navbar's items", async () => {
  renderPart(<Navbar />);
  const opener = screen.getByRole("button", { name: "Open menu" });
  await userEvent.click(opener);
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  expect(menu.getByRole("link", { name: "Make payment" }).getAttribute("aria-current")).toBe("page");
  await userEvent.click(menu.getByRole("button", { name: "Back to main menu" }));
  expect(menu.getByRole("link", { name: "Support" })).toBeTruthy();
  await userEvent.click(menu.getByRole("button", { name: "Pages in this section" }));
  expect(menu.getByRole("navigation", { name: "Docs sidebar" })).toBeTruthy();
  await userEvent.click(menu.getByRole("button", { name: "Close menu" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => { expect(history.state).toBeNull(); });
});

it("opens the menu at the navbar's items on pages without sidebar", async () => {
  renderPart(<Navbar />, { sidebar: null, site: { navbar: { ...site.navbar, left: [{ kind: "link", ...navbarLink("Only", "/only") }] } } });
  await userEvent.click(screen.getByRole("button", { name: "Open menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  expect(menu.getByRole("link", { name: "Only" })).toBeTruthy();
  expect(menu.queryByRole("button", { name: "Pages in this section" })).toBeNull();
});
