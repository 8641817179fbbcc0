import type { NavbarItem, SidebarView, SiteData } from "../contract";
import { isSameRoute } from "../lib/routes";

export interface SidebarLoader {
  /** The whole sidebar, from memory if it is there. */
  load(site: SiteData, id: string): Promise<SidebarView>;
  /** Drops all that is remembered. */
  forget(): void;
}

/** Loads the sidebars' shared files, each once. Their names change with their content. */
export function createSidebarLoader(): SidebarLoader {
  const sidebars = new Map<string, Promise<SidebarView>>();
  return {
    load(site, id) {
      const url = site.sidebarFiles[id];
      if (url === undefined) return Promise.reject(new Error(`the site has no file for the sidebar ${id}`));
      const known = sidebars.get(url);
      if (known !== undefined) return known;
      const promise = request(url);
      sidebars.set(url, promise);
      promise.catch(() => sidebars.delete(url));
      return promise;
    },
    forget() {
      sidebars.clear();
    },
  };
}

/** The sidebar that the page at that route probably has, as far as the navbar tells; it can be fetched ahead. */
export function probableSidebar(site: SiteData, route: string): string | null {
  const items: NavbarItem[] = [...site.navbar.left, ...site.navbar.right];
  for (const item of items) {
    if (item.kind === "link" && item.sidebar !== null && isSameRoute(item.href, route)) return item.sidebar;
  }
  return null;
}

async function request(url: string): Promise<SidebarView> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  const value: unknown = await response.json();
  if (!isSidebarView(value)) throw new Error(`${url} is not a sidebar`);
  return value;
}

function isSidebarView(value: unknown): value is SidebarView {
  return typeof value === "object" && value !== null && "id" in value && "entries" in value && Array.isArray(value.entries);
}
