import type { Bootstrap, PageData, SidebarEntry, SidebarView, SiteData, TocEntry } from "../src/contract";
import { token } from "../src/lib/assembly-tokens";
import type { CategoryTemplates, SidebarTemplates } from "../src/theme/Sidebar/sidebar-templates";
import type { TocTemplates } from "../src/theme/Toc/toc-list";

/*
 * What the build does in Rust with the exports of server.tsx, told once more in TypeScript: the tests prove with it that
 * assembling gives the bytes of a whole rendering.
 */

/** The exports of the prerender bundle. */
export type Server = typeof import("../src/server");

/** Assembles the inside of `#app`. */
export function assemble(server: Server, { site, page, sidebar }: Bootstrap, contentHtml: string): string {
  const templates = JSON.parse(server.sidebarTemplates()) as SidebarTemplates;
  const toc = JSON.parse(server.tocTemplates()) as TocTemplates;
  return server
    .renderPage(JSON.stringify({ ...page, html: "" }))
    .replace(/\uE000([^\uE001]*)\uE001/gu, (_, name: string) => {
      if (name === "content") return contentHtml;
      if (name === "sidebar") return sidebar === null ? "" : assembleSidebar(templates, sidebar, page, site);
      if (name === "toc") return assembleToc(toc, page.toc);
      return server.renderSlot(JSON.stringify({ name, page }));
    });
}

function assembleToc(templates: TocTemplates, entries: readonly TocEntry[]): string {
  const one = ({ id, html, children }: TocEntry): string =>
    fill(templates.entry, { id })
      .replace(token("html"), () => html)
      .replace(token("children"), () => (children === undefined ? "" : assembleToc(templates, children)));
  return templates.list.replace(token("entries"), () => entries.map(one).join(""));
}

function assembleSidebar(templates: SidebarTemplates, sidebar: SidebarView, page: PageData, site: SiteData): string {
  const all = (entries: readonly SidebarEntry[]): string => entries.map(one).join("");
  const one = (entry: SidebarEntry): string => {
    const isActive = entry.key === page.sidebarKey;
    if (entry.kind === "link") {
      const template = isActive ? "linkActive" : entry.isExternal ? "linkExternal" : "link";
      return fill(templates[template], { label: entry.label, href: address(entry.href, site) });
    }
    const kind = isActive ? "linkedActive" : entry.href === null ? "unlinked" : "linked";
    const isOnTrail = isActive || (page.sidebarKey?.startsWith(`${entry.key}.`) ?? false);
    const state: keyof CategoryTemplates =
      entry.entries === null ? "lazy" : isOnTrail ? "trail" : entry.isCollapsed ? "closed" : "open";
    const filled = fill(templates.category[kind][state], {
      label: entry.label,
      href: address(entry.href ?? "", site),
      firstHref: address(entry.firstHref, site),
    });
    return filled.replace(token("entries"), () => all(entry.entries ?? []));
  };
  return templates.frame.replace(token("entries"), () => all(sidebar.entries));
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((html, [name, value]) => html.replaceAll(token(name), escapeHtml(value)), template);
}

function address(href: string, site: SiteData): string {
  return href.startsWith("/") && !href.startsWith("//") ? site.basePath.slice(0, -1) + href : href;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
