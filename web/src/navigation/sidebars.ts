import type { NavbarItem, SidebarView, SiteData } from "../contract";
import { loadSidebar } from "../hooks/useWholeSidebar";
import { isSameRoute } from "../lib/routes";

/** A sidebar as a whole, from its shared file. */
export async function wholeSidebar(site: SiteData, id: string): Promise<SidebarView> {
  const address = site.sidebarFiles[id];
  if (address === undefined) throw new Error(`the site has no file for the sidebar ${id}`);
  const view = await loadSidebar(address);
  if (!Array.isArray(view.entries)) throw new Error(`${address} is not a sidebar`);
  return view;
}

/** The sidebar that the page at that route probably has, as far as the navbar tells: it can be fetched ahead. */
export function probableSidebar(site: SiteData, route: string): string | null {
  const items: NavbarItem[] = [...site.navbar.left, ...site.navbar.right];
  for (const item of items) {
    if (item.kind === "link" && item.sidebar !== null && isSameRoute(item.href, route)) return item.sidebar;
  }
  return null;
}
