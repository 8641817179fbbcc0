/*
 * What the build calls, inside an engine that has neither URL, Intl, timers nor TextEncoder. Every function takes one
 * JSON text and returns a text. README.md describes the protocol.
 */
import { renderToString } from "react-dom/server";
import type { ReactNode } from "react";
import { ContentSlot } from "./content/ContentSlot/ContentSlot";
import { registry, type ContentComponent } from "./content/registry";
import { asContentComponent, isSiteComponent } from "./content/site-component";
import type { Bootstrap, PageData, SiteData } from "./contract";
import { PageProvider } from "./hooks/PageContext";
import { token, withoutSeparatorsAtTokens } from "./lib/assembly-tokens";
import { NO_PAGE } from "./lib/no-page";
import { navbarKey as keyOfNavbar } from "./lib/navbar-state";
import * as jsxRuntime from "./site-modules/jsx-runtime";
import * as react from "./site-modules/react";
import { AnnouncementBar } from "./theme/AnnouncementBar/AnnouncementBar";
import { App } from "./theme/App";
import { Footer } from "./theme/Footer/Footer";
import { Navbar } from "./theme/Navbar/Navbar";
import { renderSidebarTemplates } from "./theme/Sidebar/sidebar-templates";
import { AssemblyContext } from "./theme/Slot/Slot";
import { renderTocTemplates } from "./theme/Toc/toc-list";

let site: SiteData | null = null;

/** What modules of the site may import, by the name that they do it by. */
const siteModules: Readonly<Record<string, object>> = { react, "react/jsx-runtime": jsxRuntime };
/** The components of the site, by the name that Markdown uses. */
const siteComponents = new Map<string, ContentComponent>();

function currentSite(): SiteData {
  if (site === null) throw new Error("setSite comes before all else");
  return site;
}

/** Sets what every page knows about the site. */
export function setSite(json: string): string {
  site = JSON.parse(json) as SiteData;
  return "";
}

/**
 * Renders a page with a token for each slot and for the content. The build asks once for all pages of a shape, with marks
 * in place of texts and addresses: whatever is rendered here may show those, and do nothing else with them.
 */
export function renderPage(json: string): string {
  const page = JSON.parse(json) as PageData;
  const html = renderToString(
    <AssemblyContext value={true}>
      <App site={currentSite()} page={page} sidebar={null} contentHtml={token("content")} />
    </AssemblyContext>,
  );
  return withoutSeparatorsAtTokens(html);
}

/** Renders a slot for a page: `announcement`, `footer` or `navbar`. */
export function renderSlot(json: string): string {
  const { name, page } = JSON.parse(json) as { name: string; page: PageData };
  return renderPart(page, slotContent(name));
}

function slotContent(name: string): ReactNode {
  const { announcementBar } = currentSite();
  switch (name) {
    case "announcement":
      return announcementBar === null ? null : <AnnouncementBar announcement={announcementBar} />;
    case "navbar":
      return <Navbar />;
    case "footer":
      return <Footer />;
    default:
      throw new Error(`no slot ${name}`);
  }
}

/** Names the state of the navbar on a page, of which it takes the route and the sidebar: equal keys, equal navbars. */
export function navbarKey(json: string): string {
  return keyOfNavbar(currentSite().navbar, JSON.parse(json) as Pick<PageData, "route" | "sidebar">);
}

/** Renders the list of headings once, with tokens for its values. */
export function tocTemplates(): string {
  return JSON.stringify(renderTocTemplates((node) => renderPart(NO_PAGE, node)));
}

/** Renders each kind of sidebar entry once, with tokens for its values. */
export function sidebarTemplates(): string {
  return JSON.stringify(renderSidebarTemplates((node) => renderPart(NO_PAGE, node)));
}

/** Renders a page in one go, with a token for the content only. */
export function renderWhole(json: string): string {
  const bootstrap = JSON.parse(json) as Bootstrap;
  return renderToString(<App {...bootstrap} contentHtml={token("content")} />);
}

/** Says of every component that Markdown can name whether the browser makes it interactive. */
export function contentComponents(): string {
  const components = Object.entries(registry).map(([name, component]) => [
    name,
    { isInteractive: component.isInteractive === true },
  ]);
  return JSON.stringify(Object.fromEntries(components));
}

/** Names what each module exports that modules of the site may import. */
export function siteModuleExports(): string {
  const names = Object.entries(siteModules).map(([name, module]) => [name, Object.keys(module)]);
  return JSON.stringify(Object.fromEntries(names));
}

/** What such a module exports. Called by code of the build, not through the protocol. */
export function siteModule(name: string): object | undefined {
  return siteModules[name];
}

/** Makes a component of the site known. Called by code of the build, not through the protocol. */
export function registerComponent(name: string, component: unknown): void {
  if (!isSiteComponent(component)) throw new Error("the module has no component as its default export");
  siteComponents.set(name, { component: asContentComponent(component), isInteractive: true });
}

/** Renders a component that Markdown names, with a token `slot:0`, `slot:1`… for each of its Markdown children. */
export function renderIsland(json: string): string {
  const { name, props, slots, isInline, idPrefix } = JSON.parse(json) as IslandRequest;
  const entry = siteComponents.get(name) ?? registry[name];
  if (entry === undefined) throw new Error(`no component ${name}; there are ${Object.keys(registry).join(", ")}`);
  const { component: Component, isInteractive } = entry;
  const tokens = Array.from({ length: slots }, (_, index) => token(`slot:${String(index)}`));
  // The browser finds the children of an island again; the others leave no trace of having been children.
  const children = isInteractive ? tokens.map((html, index) => <ContentSlot key={html} index={index} html={html} isInline={isInline} />) : tokens;
  const html = renderToString(<Component props={props} slots={children} />, { identifierPrefix: idPrefix });
  return withoutSeparatorsAtTokens(html);
}

interface IslandRequest {
  name: string;
  props: Record<string, unknown>;
  /** How many Markdown children it has. */
  slots: number;
  /** Whether it stands within a line. */
  isInline: boolean;
  /** What the ids of `useId` begin with; the browser gives each island the same. */
  idPrefix: string;
}

function renderPart(page: PageData, node: ReactNode): string {
  return renderToString(<PageProvider value={{ site: currentSite(), page, sidebar: null }}>{node}</PageProvider>);
}
