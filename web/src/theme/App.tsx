import type { PageData, SidebarView, SiteData } from "../contract";
import { PageProvider } from "../hooks/PageContext";

export interface AppProps {
  site: SiteData;
  page: PageData;
  sidebar: SidebarView | null;
  /** The article. The build passes a token, the browser what it found in the document. */
  contentHtml: string;
}

/** One page, from skip link to footer. */
export function App({ site, page, sidebar, contentHtml }: AppProps) {
  return (
    <PageProvider value={{ site, page, sidebar }}>
      <main id="main">
        <div data-content="" dangerouslySetInnerHTML={{ __html: contentHtml }} />
      </main>
    </PageProvider>
  );
}
