import type { PageData, SiteData } from "../contract";

let shown: PageData | null = null;

/** Loads what describes pages in the head, ahead of need. */
export function loadHead(): Promise<typeof import("./document-head")> {
  return import("./document-head");
}

/** Gives the document its page's title and shape at once; what the head tells machines of the page follows. */
export function showHead(page: PageData, site: SiteData): void {
  shown = page;
  document.title = page.documentTitle;
  document.documentElement.dataset["layout"] = page.layout;
  loadHead().then(
    ({ updateHead }) => { if (shown === page) updateHead(page, site); },
    (error: unknown) => { console.warn(error); },
  );
}
