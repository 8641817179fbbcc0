/*
 * The site's tag manager: its script and the page views of client navigation. Loaded only by sites that have one.
 */
const SCRIPT = "https://www.googletagmanager.com/gtm.js";

type DataLayer = Record<string, unknown>[];

/** Starts the tag manager once the page is on the screen and the browser has time. */
export function startTagManager(containerId: string): void {
  push({ "gtm.start": Date.now(), event: "gtm.js" });
  const start = () => {
    const script = document.createElement("script");
    script.async = true;
    script.src = `${SCRIPT}?id=${encodeURIComponent(containerId)}`;
    document.head.append(script);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 4000 });
  else setTimeout(start, 1000);
}

/** Reports that a reader has come to another page, at that address. */
export function reportPageView(title: string, { href, pathname }: URL): void {
  push({ event: "page_view", page_title: title, page_location: href, page_path: pathname });
}

function push(entry: Record<string, unknown>) {
  const owner = window as { dataLayer?: DataLayer };
  owner.dataLayer ??= [];
  owner.dataLayer.push(entry);
}
