import { act } from "@testing-library/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { token } from "../src/lib/assembly-tokens";
import * as server from "../src/server";
import { App } from "../src/theme/App";
import { assemble } from "./assemble";
import { bootstraps, page, site } from "./fixture";

const CONTENT = "<p>Article</p>";

describe.each(Object.entries(bootstraps))("%s", (_, bootstrap) => {
  it("is assembled to the bytes of a whole rendering", () => {
    server.setSite(JSON.stringify(bootstrap.site));
    const whole = server.renderWhole(JSON.stringify(bootstrap)).replace(token("content"), CONTENT);
    expect(assemble(server, bootstrap, CONTENT)).toBe(whole);
    expect(whole).not.toMatch(/[\uE000\uE001]/u);
  });

  it("hydrates without a complaint", async () => {
    server.setSite(JSON.stringify(bootstrap.site));
    const complain = vi.spyOn(console, "error");
    const container = document.createElement("div");
    container.innerHTML = assemble(server, bootstrap, CONTENT);
    document.body.append(container);
    const before = container.querySelector("main");
    const onRecoverableError = vi.fn();
    const root = await act(() => hydrateRoot(container, <StrictMode><App {...bootstrap} contentHtml={CONTENT} /></StrictMode>, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(complain).not.toHaveBeenCalled();
    expect(container.querySelector("main")).toBe(before);
    act(() => {
      root.unmount();
    });
    container.remove();
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("slots", () => {
  it("hold no generated ids, for the build renders them as roots of their own", () => {
    server.setSite(JSON.stringify(site));
    const parts = ["announcement", "navbar", "footer"].map((name) => server.renderSlot(JSON.stringify({ name, page })));
    for (const html of [...parts, server.sidebarTemplates()]) expect(html).not.toMatch(/\bid=\\?"|[:«_]r[0-9a-z]+[:»_]/u);
  });

  it("share a navbar between pages that make the same links active", () => {
    server.setSite(JSON.stringify(site));
    const keyOf = (route: string, sidebar: string | null) => server.navbarKey(JSON.stringify({ route, sidebar }));
    expect(keyOf("/best-practices", "integration")).toBe(keyOf("/reconciliation", "integration"));
    expect(keyOf("/best-practices", "integration")).not.toBe(keyOf("/quickstart/", "integration"));
    expect(keyOf("/best-practices", "integration")).not.toBe(keyOf("/resources/overview", null));
  });
});

describe("islands", () => {
  it("names those that exist when one does not", () => {
    expect(() => server.renderIsland(JSON.stringify({ name: "Nope", props: {}, slots: 0 }))).toThrow(/no component Nope/);
  });
});
