import type { ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { listen, root, run } from "./command";
import { expect, test as base } from "./portal";

export interface Variant {
  /** Folder of the site, below the repository. A small site with nested categories unless said otherwise. */
  site?: "site" | "fixtures/nested-sidebar";
  /** Settings as the environment gives them: `PORTICO_DOCS__BREADCRUMBS`. */
  settings?: Record<string, string>;
  /** Pages instead of those of the site, or besides them, by path below `content/`. */
  pages?: Record<string, string>;
  /** Other files instead of those of the site, or besides them, by path below its folder. */
  files?: Record<string, string>;
  /** Sidebars instead of those of the site. */
  sidebars?: string;
}

/** Builds and serves a portal with other settings, and answers with its address: origin and base path, no slash at the end. */
export type ServeVariant = (variant: Variant) => Promise<string>;

/** A test with portals of its own, each built once per worker. */
export const test = base.extend<object, { serveVariant: ServeVariant }>({
  serveVariant: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "portico-variants-"));
      const servers: ChildProcess[] = [];
      const addresses = new Map<string, Promise<string>>();
      await use((variant) => {
        const key = JSON.stringify(variant);
        const address = addresses.get(key) ?? buildAndServe(variant, join(folder, String(addresses.size)), servers);
        addresses.set(key, address);
        return address;
      });
      for (const server of servers) server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

export { expect };

async function buildAndServe(variant: Variant, folder: string, servers: ChildProcess[]): Promise<string> {
  const { site = "fixtures/nested-sidebar", settings = {}, pages = {}, files = {}, sidebars } = variant;
  let source = join(root, site);
  const inContent = Object.entries(pages).map(([path, text]) => [join("content", path), text] as const);
  const written = [...inContent, ...Object.entries(files)];
  if (written.length > 0) {
    cpSync(source, `${folder}-site`, { recursive: true });
    source = `${folder}-site`;
    for (const [path, text] of written) {
      mkdirSync(dirname(join(source, path)), { recursive: true });
      writeFileSync(join(source, path), text);
    }
    if (sidebars !== undefined) writeFileSync(join(source, "sidebars.toml"), sidebars);
  }
  await run(["build", "--site", source, "--out", folder], settings);
  const { server, origin } = await listen(["serve", "--dir", folder, "--addr", "127.0.0.1:0"]);
  servers.push(server);
  return site === "site" ? origin : `${origin}/docs`;
}

/** What the reader sees while a document loads, frame by frame, each different sight once. */
export interface Sights {
  /** Colour modes and backgrounds. */
  colors: string[];
  /** Heights of the announcement bar. */
  bars: number[];
  /** Sum of all layout shifts. */
  shift: number;
}

/** Watches every document that is opened from now on. */
export async function watchLoading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sights = { colors: new Set<string>(), bars: new Set<number>(), shift: 0 };
    (window as { sights?: unknown }).sights = sights;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sights.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
      // A document is painted once its style sheets are there.
      if ([...document.styleSheets].some(({ href }) => href?.includes("/theme-"))) {
        const root = document.documentElement;
        sights.colors.add(`${root.dataset["theme"] ?? ""} ${getComputedStyle(root).backgroundColor}`);
        const bar = document.querySelector("[data-announcement-bar]");
        if (bar !== null) sights.bars.add(bar.getBoundingClientRect().height);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** What was seen since the document began to load. */
export function sightsOf(page: Page): Promise<Sights> {
  return page.evaluate(() => {
    const { colors, bars, shift } = (window as unknown as { sights: { colors: Set<string>; bars: Set<number>; shift: number } }).sights;
    return { colors: [...colors], bars: [...bars], shift };
  });
}

/** Widths on both sides of the one at which the navbar becomes a menu, and those of a phone and a desktop. */
export const WIDTHS = [390, 996, 997, 1440] as const;
