import { createContext, use } from "react";
import type { PageData, SidebarView, SiteData } from "../contract";

export interface PageContextValue {
  site: SiteData;
  page: PageData;
  /** The page's sidebar, whole or pruned. */
  sidebar: SidebarView | null;
}

const PageContext = createContext<PageContextValue | null>(null);

/** Tells everything below which site and page it is part of. */
export const PageProvider = PageContext.Provider;

/** The site and page that the component is part of. */
export function usePage(): PageContextValue {
  const value = use(PageContext);
  if (value === null) throw new Error("usePage needs a PageProvider above it");
  return value;
}
