import { useMemo, type ReactNode } from "react";
import type { PageData, SidebarView, SiteData } from "../contract";
import { PageProvider } from "../hooks/PageContext";
import { AnnouncementBar } from "./AnnouncementBar/AnnouncementBar";
import { DocPage } from "./DocPage/DocPage";
import { Footer } from "./Footer/Footer";
import { HomePage } from "./HomePage/HomePage";
import layout from "./App.module.css";
import { LoadGuard } from "./LoadGuard/LoadGuard";
import { Navbar } from "./Navbar/Navbar";
import { NotFoundPage } from "./NotFoundPage/NotFoundPage";
import { PageBoundary } from "./PageBoundary/PageBoundary";
import { SearchPage } from "./SearchPage/SearchPage";
import { Sidebar } from "./Sidebar/Sidebar";
import { MAIN_ID, SkipLink } from "./SkipLink/SkipLink";
import { Slot } from "./Slot/Slot";

export interface AppProps {
  site: SiteData;
  page: PageData;
  /** The page's sidebar. The build needs none for a page with slots: there the sidebar is one. */
  sidebar: SidebarView | null;
  /** The article. The build passes a token, the browser what it found in the document. */
  contentHtml: string;
}

/** One page, from skip link to footer. */
export function App({ site, page, sidebar, contentHtml }: AppProps) {
  const context = useMemo(() => ({ site, page, sidebar }), [site, page, sidebar]);
  return (
    <PageProvider value={context}>
      <SkipLink />
      {site.announcementBar !== null && (
        <Slot name="announcement">
          <AnnouncementBar announcement={site.announcementBar} />
        </Slot>
      )}
      <Slot name="navbar">
        <Navbar />
      </Slot>
      <div className={layout.layout} data-sidebar={page.sidebar === undefined ? undefined : ""}>
        {page.sidebar !== undefined && (
          <Slot name="sidebar">{sidebar !== null && <Sidebar key={sidebar.id} sidebar={sidebar} currentKey={page.sidebarKey} />}</Slot>
        )}
        <main id={MAIN_ID} tabIndex={-1}>
          <PageBoundary key={page.route}>
            <LoadGuard>{pageInside(page, contentHtml)}</LoadGuard>
          </PageBoundary>
        </main>
      </div>
      <Slot name="footer">
        <Footer />
      </Slot>
    </PageProvider>
  );
}

function pageInside(page: PageData, contentHtml: string): ReactNode {
  switch (page.layout) {
    case "home":
      return <HomePage contentHtml={contentHtml} />;
    case "doc":
      return <DocPage contentHtml={contentHtml} />;
    case "search":
      return <SearchPage />;
    case "not-found":
      return <NotFoundPage />;
    default:
      return page.layout satisfies never;
  }
}
