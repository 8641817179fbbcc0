import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { site } from "../../../tests/fixture";
import { renderPart } from "../../../tests/render-page";
import { PageProvider } from "../../hooks/PageContext";
import { NO_PAGE } from "../../lib/no-page";
import { PageActions } from "./PageActions";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("leads to the page as Markdown without script", () => {
  renderPart(<PageActions />, { page: { markdownUrl: "/docs/quickstart.md" } });
  expect(screen.getByRole("link", { name: "View as Markdown" }).getAttribute("href")).toBe("/docs/quickstart.md");
});

it("copies what the address of the Markdown gives", async () => {
  const user = userEvent.setup();
  const fetched = vi.fn(() => Promise.resolve(new Response("# Title\n")));
  vi.stubGlobal("fetch", fetched);
  renderPart(<PageActions />, { page: { markdownUrl: "/quickstart.md" } });
  await user.click(screen.getByRole("button", { name: "Copy page as Markdown" }));
  expect(await screen.findByRole("button", { name: "Page copied" })).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("Page copied");
  expect(fetched).toHaveBeenCalledWith("/quickstart.md");
  expect(await navigator.clipboard.readText()).toBe("# Title\n");
});

it("says when the page could not be copied", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  renderPart(<PageActions />, { page: { markdownUrl: "/gone.md" } });
  await user.click(screen.getByRole("button", { name: "Copy page as Markdown" }));
  expect((await screen.findByRole("status")).textContent).toBe("The page could not be copied");
});

it("is absent where a page has no Markdown", () => {
  render(<PageProvider value={{ site, page: NO_PAGE, sidebar: null }}><PageActions /></PageProvider>);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
