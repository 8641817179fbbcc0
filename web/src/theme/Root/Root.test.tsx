import { act, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { page, site } from "../../../tests/fixture";
import type { Router, View } from "../../navigation/router";
import { Root } from "./Root";

const viewOf = (title: string): View => ({ site, page: { ...page, title, hasTitle: true, route: `/${title}` }, sidebar: null, contentHtml: "", arrival: null });

function routerAt(initial: View, view: View): Router {
  return {
    view: () => view,
    initialView: () => initial,
    subscribe: () => () => undefined,
    navigate: vi.fn(),
    prefetch: vi.fn(),
    forget: vi.fn(),
    refresh: vi.fn(),
  };
}

it("hydrates the document's own page when the reader has gone on before that, and then shows the other", () => {
  const [own, other] = [viewOf("Own"), viewOf("Other")];
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<Root router={routerAt(own, own)} onCommit={vi.fn()} />);
  const onRecoverableError = vi.fn();
  const onCommit = vi.fn();
  act(() => {
    render(<Root router={routerAt(own, other)} onCommit={onCommit} />, { container, hydrate: true, onRecoverableError });
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(onCommit.mock.calls).toEqual([[own], [other]]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Other");
});
