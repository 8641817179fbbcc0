import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { page, pruned, sidebar, site } from "../../../tests/fixture";
import { PageProvider } from "../../hooks/PageContext";
import type { SidebarView } from "../../contract";
import { Sidebar } from "./Sidebar";

function At({ at, view = sidebar }: { at: string | undefined; view?: SidebarView }) {
  return (
    <PageProvider value={{ site, page, sidebar: view }}>
      <Sidebar sidebar={view} currentKey={at} />
    </PageProvider>
  );
}

function detailsOf(name: string): HTMLDetailsElement {
  const summary = screen.queryByText(name, { selector: "summary" }) ?? screen.getByLabelText(`Pages in ${name}`);
  const details = summary.closest("details");
  if (details === null) throw new Error(`${name} is not in a disclosure`);
  return details;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("marks the current entry and opens the way to it", () => {
  render(<At at="3.1.0" />);
  expect(screen.getByRole("link", { name: "Make payment" }).getAttribute("aria-current")).toBe("page");
  expect(detailsOf("Payments").open).toBe(true);
  expect(detailsOf("Transactions").open).toBe(false);
  expect(detailsOf("Guides").open).toBe(true);
});

it("opens the way to a new page and closes nothing", () => {
  const { rerender } = render(<At at="3.1.0" />);
  rerender(<At at="4.1" />);
  expect(detailsOf("SDKs").open).toBe(true);
  expect(detailsOf("Payments").open).toBe(true);
  expect(screen.getByRole("link", { name: "JavaScript" }).getAttribute("aria-current")).toBe("page");
});

it("leaves a category closed that the reader closed", async () => {
  const { rerender } = render(<At at="3.1.0" />);
  await userEvent.click(screen.getByText("Guides"));
  rerender(<At at="3.1.1" />);
  expect(detailsOf("Guides").open).toBe(false);
});

it("gives a category with a page both a link and a disclosure", () => {
  render(<At at="3.1" />);
  expect(screen.getByRole("link", { name: "Payments" }).getAttribute("aria-current")).toBe("page");
  expect(detailsOf("Payments").open).toBe(true);
});

it("loads entries of a category that was opened before the page worked", async () => {
  vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(JSON.stringify({ ...sidebar, isPruned: true })))));
  // Nobody has fetched that one yet.
  const view = { ...pruned(sidebar, "0"), id: "guides" };
  const guides = { ...site, sidebarFiles: { guides: "/page-data/sidebars/guides.json" } };
  const tree = (
    <PageProvider value={{ site: guides, page, sidebar: view }}>
      <Sidebar sidebar={view} currentKey="0" />
    </PageProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(tree);
  // React for development tells of what the reader has opened since.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  container.querySelectorAll("details").forEach((details) => { details.open = true; });
  render(tree, { container, hydrate: true });
  expect(await screen.findByRole("link", { name: "JavaScript" })).toBeTruthy();
});

it("loads entries that were left out when their category is opened", async () => {
  const fetchFile = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ ...sidebar, isPruned: true }))));
  vi.stubGlobal("fetch", fetchFile);
  render(<At at="0" view={pruned(sidebar, "0")} />);
  expect(detailsOf("SDKs").querySelector("a")?.getAttribute("href")).toBe("/sdks/overview");
  await userEvent.click(screen.getByText("SDKs"));
  expect(await screen.findByRole("link", { name: "JavaScript" })).toBeTruthy();
  expect(fetchFile).toHaveBeenCalledExactlyOnceWith("/page-data/sidebars/integration.json");
  await userEvent.click(screen.getByText("Transactions"));
  await waitFor(() => { expect(screen.getByRole("link", { name: "Get transaction" })).toBeTruthy(); });
  expect(fetchFile).toHaveBeenCalledOnce();
});
