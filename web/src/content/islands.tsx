import { StrictMode, useEffect, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root, type RootOptions } from "react-dom/client";
import { ContentSlot } from "./ContentSlot/ContentSlot";
import type { ContentProps } from "./content-props";
import { islandLoaders } from "./island-loaders";
import { asContentComponent, type SiteComponent } from "./site-component";

/*
 * Islands are parts of the article with a React root of their own. Those of the document are hydrated; those that came
 * with page data are rendered at once, so that the reader's choices show before anything is painted.
 */
export interface Islands {
  /** Done when all of them work. */
  ready: Promise<void>;
  /** Takes them away, before the article goes. */
  stop: () => void;
}

/** Brings the islands of an article to life. */
export function startIslands(content: Element, names: readonly string[], mode: "hydrate" | "render"): Islands {
  const stops: (() => void)[] = [];
  let isStopped = false;

  async function start(): Promise<void> {
    const components = await loadComponents(content, names);
    const started = new WeakSet<Element>();
    const readiness: Promise<void>[] = [];
    const next = () => [...content.querySelectorAll<HTMLElement>("portico-island")].find((island) => !started.has(island));
    // Outer ones come first in the document. Rendering one replaces those inside it, so each look is a fresh one.
    for (let island = next(); island !== undefined && !isStopped; island = next()) {
      started.add(island);
      const Component = components.get(island.dataset["component"] ?? "");
      if (Component === undefined) continue;
      const { promise, resolve } = withResolvers();
      readiness.push(promise);
      stops.push(startIsland(island, Component, mode, resolve));
    }
    await Promise.all(readiness);
  }

  return {
    ready: start(),
    stop() {
      isStopped = true;
      for (const stop of stops.reverse()) stop();
    },
  };
}

async function loadComponents(content: Element, names: readonly string[]): Promise<Map<string, ComponentType<ContentProps>>> {
  const found = await Promise.all(
    names.map(async (name) => {
      const component = await loadComponent(content, name)?.catch((error: unknown) => {
        // The prerendered part stays as it is.
        console.error(error);
        return undefined;
      });
      return component === undefined ? [] : [[name, component] as const];
    }),
  );
  return new Map(found.flat());
}

/** Components of the theme are its chunks; those of a site are modules whose addresses stand in the article. */
function loadComponent(content: Element, name: string): Promise<ComponentType<ContentProps>> | undefined {
  const island = content.querySelector<HTMLElement>(`portico-island[data-component="${name}"][data-module]`);
  const address = island?.dataset["module"];
  return address === undefined ? islandLoaders[name]?.() : loadSiteComponent(address);
}

async function loadSiteComponent(address: string): Promise<ComponentType<ContentProps>> {
  const module = (await import(/* @vite-ignore */ address)) as { default: SiteComponent };
  return asContentComponent(module.default);
}

function startIsland(island: HTMLElement, Component: ComponentType<ContentProps>, mode: "hydrate" | "render", onReady: () => void): () => void {
  const prerendered = island.innerHTML;
  const options: RootOptions = {
    // Ids of `useId` are those that the build wrote, and differ from island to island.
    identifierPrefix: island.dataset["idPrefix"] ?? "",
    onRecoverableError: (error: unknown) => {
      console.error(error);
    },
    onUncaughtError: (error: unknown) => {
      console.error(error);
      island.innerHTML = prerendered;
      onReady();
    },
  };
  const props = JSON.parse(island.dataset["props"] ?? "{}") as ContentProps["props"];
  const slots = slotsOf(island).map((slot, index) => <ContentSlot key={index} index={index} {...slot} />);
  const tree = (
    <StrictMode>
      <ReadyIsland onReady={onReady}>
        <Component props={props} slots={slots} />
      </ReadyIsland>
    </StrictMode>
  );
  const root = mode === "hydrate" ? hydrateRoot(island, tree, options) : renderNow(island, tree, options);
  return () => {
    root.unmount();
    island.innerHTML = prerendered;
  };
}

function renderNow(island: HTMLElement, tree: ReactNode, options: RootOptions): Root {
  island.replaceChildren();
  const root = createRoot(island, options);
  flushSync(() => {
    root.render(tree);
  });
  return root;
}

interface Slot {
  html: string;
  isInline: boolean;
}

/** An island's own slots, in order. Those of islands inside it are part of that. */
function slotsOf(island: HTMLElement): Slot[] {
  const slots: Slot[] = [];
  for (const slot of island.querySelectorAll<HTMLElement>("[data-slot]")) {
    if (slot.closest("portico-island") === island) {
      slots[Number(slot.dataset["slot"])] = { html: slot.innerHTML, isInline: slot.localName === "span" };
    }
  }
  return Array.from(slots, (slot) => slot ?? { html: "", isInline: false });
}

interface ReadyIslandProps {
  onReady: () => void;
  children: ReactNode;
}

function ReadyIsland({ onReady, children }: ReadyIslandProps) {
  useEffect(onReady, [onReady]);
  return children;
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
