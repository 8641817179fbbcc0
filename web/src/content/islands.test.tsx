import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContentSlot } from "./ContentSlot/ContentSlot";
import { islandLoaders } from "./island-loaders";
import { startIslands } from "./islands";
import { registry } from "./registry";
import { Tabs } from "./Tabs/Tabs";

/** What the build writes for tabs with the values `<name>1`, `<name>2`. */
function island(name: string, slots: readonly string[]): string {
  const props = { groupId: name, tabs: slots.map((_, index) => ({ value: `${name}${String(index + 1)}`, label: `${name} ${String(index + 1)}` })) };
  const children = slots.map((html, index) => <ContentSlot key={index} index={index} html={html} />);
  const element = document.createElement("portico-island");
  element.dataset["component"] = "Tabs";
  element.dataset["props"] = JSON.stringify(props);
  element.innerHTML = renderToString(<Tabs props={props} slots={children} />);
  return element.outerHTML;
}

const nested = () => island("a", ["first", island("b", ["inner first", "<b>inner second</b>"])]);
let content: HTMLElement;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("scrollBy", vi.fn());
  content = document.createElement("div");
  document.body.replaceChildren(content);
});
afterEach(() => { vi.restoreAllMocks(); });

const tab = (value: string) => content.querySelector<HTMLElement>(`[role="tab"][data-value="${value}"]`);
const panel = (value: string) => content.querySelector<HTMLElement>(`[role="tabpanel"][data-value="${value}"]`);

test("the browser can load every interactive component", async () => {
  const interactive = Object.keys(registry).filter((name) => registry[name]?.isInteractive === true);
  expect(Object.keys(islandLoaders)).toEqual(interactive);
  for (const name of interactive) expect(await islandLoaders[name]?.()).toBe(registry[name]?.component);
});

test.each(["hydrate", "render"] as const)("islands and those inside them work: %s", async (mode) => {
  const errors = vi.spyOn(console, "error");
  localStorage.setItem("portico.tab.b", "b2");
  content.innerHTML = `<p>before</p>${nested()}`;
  const islands = startIslands(content, ["Tabs"], mode);
  await islands.ready;
  expect(tab("b2")?.getAttribute("aria-selected")).toBe("true");
  expect(panel("a2")?.hidden).not.toBe(false);
  tab("a2")?.click();
  expect(panel("a2")?.hidden).toBe(false);
  expect(panel("b2")?.textContent).toBe("inner second");
  expect(panel("b2")?.hidden).toBe(false);
  expect(errors).not.toHaveBeenCalled();
  islands.stop();
});

test("prerendered parts outlive their islands", async () => {
  content.innerHTML = nested();
  const before = content.innerHTML;
  const islands = startIslands(content, ["Tabs"], "hydrate");
  await islands.ready;
  tab("a2")?.click();
  islands.stop();
  expect(content.innerHTML).toBe(before);
});

test("a component that would not load leaves its prerendered part", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  content.innerHTML = nested();
  const before = content.innerHTML;
  await startIslands(content, ["Unknown"], "hydrate").ready;
  expect(content.innerHTML).toBe(before);
});
