import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { bootstraps, page, site } from "../../tests/fixture";
import { App } from "./App";

function show(kind: string) {
  const bootstrap = bootstraps[kind];
  if (bootstrap === undefined) throw new Error(`no page ${kind}`);
  return render(<App {...bootstrap} contentHtml="<p>Article</p>" />);
}

it("shows a page of documentation with all its parts", () => {
  const { container } = show("doc");
  expect(container.querySelector("a")?.textContent).toBe("Skip to main content");
  expect(container.querySelector("a")?.getAttribute("href")).toBe(`#${screen.getByRole("main").id}`);
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("heading", { level: 1, name: "Make payment" })).toBeTruthy();
  const crumbs = within(main.getByRole("navigation", { name: "Breadcrumbs" }));
  expect(crumbs.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["", "API reference", "Payments", "Make payment"]);
  expect(crumbs.getByRole("link", { name: "Home page" }).getAttribute("href")).toBe("/");
  expect(main.getByRole("link", { name: "Previous Payments overview" }).getAttribute("rel")).toBe("prev");
  expect(main.getByRole("link", { name: "Next Make credit" }).getAttribute("href")).toBe("/api/payments/make-credit");
  expect(main.getByRole("link", { name: "Edit this page" })).toBeTruthy();
  expect(main.getByText("20 November 2026").getAttribute("datetime")).toBe("2026-11-20");
  expect(within(main.getByRole("navigation", { name: "On this page" })).getByText("When to retry").getAttribute("href")).toBe("#retry");
  expect(main.getByText("Article")).toBeTruthy();
});

it("shows a page outside all sidebars without breadcrumbs and neighbours", () => {
  show("doc without sidebar");
  expect(screen.getAllByRole("navigation").map((part) => part.getAttribute("aria-label"))).toEqual(["Main", "Footer"]);
});

it("leads on from a page that does not exist", () => {
  show("not found");
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeTruthy();
  expect(main.getByText("We could not find what you were looking for.")).toBeTruthy();
  expect(main.getByRole("link", { name: "Resources" }).getAttribute("href")).toBe("/resources/platforms/overview");
  expect(main.getByRole("searchbox", { name: "Search the documentation" }).getAttribute("name")).toBe("q");
});

it("has a search form that works without script", () => {
  show("search");
  const form = screen.getByRole("searchbox").closest("form");
  expect(form?.getAttribute("action")).toBe("/search");
  expect(form?.getAttribute("method")).toBe("get");
  expect(document.querySelector("[data-search-results]")).toBeTruthy();
});

it("keeps a crash inside the page", () => {
  const broken = { ...page, toc: null } as unknown as typeof page;
  const errors = console.error;
  console.error = () => undefined;
  render(<App site={site} page={broken} sidebar={null} contentHtml="" />);
  console.error = errors;
  expect(screen.getByRole("heading", { level: 1, name: "This page crashed." })).toBeTruthy();
  expect(screen.getByRole("banner")).toBeTruthy();
  expect(screen.getByRole("contentinfo")).toBeTruthy();
});
