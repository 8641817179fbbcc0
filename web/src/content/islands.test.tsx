import { join } from "node:path";
import { flushSync } from "react-dom";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContentSlot } from "./ContentSlot/ContentSlot";
import { islandLoaders } from "./island-loaders";
import { startIslands } from "./islands";
import { registry } from "./registry";
import { asContentComponent, type SiteComponent } from "./site-component";
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

const COUNTER = join(import.meta.dirname, "../../tests/site-component.fixture.js");

/** What the build writes for a component of the site. */
async function siteIsland(address: string): Promise<string> {
  const { default: Counter } = (await import(/* @vite-ignore */ COUNTER)) as { default: SiteComponent };
  const Content = asContentComponent(Counter);
  const props = { label: "Clicks", start: 2 };
  const element = document.createElement("portico-island");
  Object.assign(element.dataset, { component: "Counter", module: address, props: JSON.stringify(props) });
  element.innerHTML = renderToString(<Content props={props} slots={[<ContentSlot key={0} index={0} html="<b>kept</b>" isInline />]} />);
  return element.outerHTML;
}

test.each(["hydrate", "render"] as const)("components of the site work, with their children in place: %s", async (mode) => {
  const errors = vi.spyOn(console, "error");
  content.innerHTML = await siteIsland(COUNTER);
  const before = content.innerHTML;
  const islands = startIslands(content, ["Counter"], mode);
  await islands.ready;
  const button = content.querySelector("button");
  expect(button?.textContent).toBe("Clicks: 2");
  flushSync(() => { button?.click(); });
  expect(button?.textContent).toBe("Clicks: 3");
  expect(content.querySelector("span[data-slot] > b")?.textContent).toBe("kept");
  expect(errors).not.toHaveBeenCalled();
  islands.stop();
  expect(content.innerHTML).toBe(before);
});

const LABELLED = join(import.meta.dirname, "../../tests/labelled-component.fixture.js");

test.each(["hydrate", "render"] as const)("ids differ from island to island: %s", async (mode) => {
  const errors = vi.spyOn(console, "error");
  const { default: Labelled } = (await import(/* @vite-ignore */ LABELLED)) as { default: SiteComponent };
  const Content = asContentComponent(Labelled);
  for (const idPrefix of ["i0-", "i1-"]) {
    const element = document.createElement("portico-island");
    Object.assign(element.dataset, { component: "Labelled", module: LABELLED, idPrefix, props: "{}" });
    element.innerHTML = renderToString(<Content props={{}} slots={[]} />, { identifierPrefix: idPrefix });
    content.append(element);
  }
  const ids = () => [...content.querySelectorAll("input")].map((input) => input.id);
  const before = ids();
  expect(new Set(before).size).toBe(2);
  const islands = startIslands(content, ["Labelled"], mode);
  await islands.ready;
  const after = ids();
  expect(new Set(after).size).toBe(2);
  // Hydration takes the ids that are there; rendering makes ids of another form.
  if (mode === "hydrate") expect(after).toEqual(before);
  expect(content.querySelectorAll("label")[1]?.htmlFor).toBe(after[1]);
  expect(errors).not.toHaveBeenCalled();
  islands.stop();
});

test("a module of the site that would not load leaves its prerendered part", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  content.innerHTML = await siteIsland("/assets/component-Counter-gone.js");
  const before = content.innerHTML;
  await startIslands(content, ["Counter"], "hydrate").ready;
  expect(content.innerHTML).toBe(before);
  expect(errors).toHaveBeenCalledOnce();
});

test("a component that would not load leaves its prerendered part", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  content.innerHTML = nested();
  const before = content.innerHTML;
  await startIslands(content, ["Unknown"], "hydrate").ready;
  expect(content.innerHTML).toBe(before);
});
