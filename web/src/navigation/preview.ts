import type { SiteData } from "../contract";
import { isSameRoute } from "../lib/routes";
import type { Router } from "./router";

/*
 * The development server's side of the page: it takes in what an author changes while they look. Loaded in preview only.
 */
type Message =
  | { kind: "update"; routes: string[] | null; all: boolean }
  | { kind: "diagnostics"; items: string[] }
  | { kind: "restart" };

/** Follows the development server's events. */
export function startPreview(router: Router): void {
  const { basePath } = router.view().site;
  const showDiagnostics = createOverlay();
  // An edit may come between the page and the stream: the stream begins where the page was made.
  const events = new EventSource(`${basePath}-/events${seenByPage()}`);
  let isLost = false;

  events.addEventListener("message", (event: MessageEvent<string>) => {
    const message = parseMessage(event.data);
    switch (message?.kind) {
      case "update":
        router.forget();
        if (concerns(message, router.view().page.route)) void update(router, message.all);
        break;
      case "diagnostics":
        showDiagnostics(message.items);
        break;
      case "restart":
        isLost = true;
        break;
      case undefined:
        break;
      default:
        message satisfies never;
    }
  });
  events.addEventListener("error", () => {
    isLost = true;
  });
  events.addEventListener("open", () => {
    // A server that was away may have another theme: begin anew.
    if (isLost) location.reload();
  });
}

/** The moment that the document was made at, as the server's `Server-Timing` tells it. */
function seenByPage(): string {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const seen = navigation?.serverTiming.find(({ name }) => name === "preview")?.description;
  return seen === undefined ? "" : `?seen=${encodeURIComponent(seen)}`;
}

function concerns({ all, routes }: { all: boolean; routes: string[] | null }, route: string): boolean {
  return all || routes === null || routes.some((changed) => isSameRoute(changed, route));
}

let updating: Promise<void> = Promise.resolve();

/** Loads the page anew, and the site if it may have changed too; updates follow one another. */
function update(router: Router, isSiteChanged: boolean): Promise<void> {
  updating = updating.then(async () => {
    try {
      const known = router.view().site;
      const site = isSiteChanged ? await loadSite(known) : known;
      const restore = rememberPlace();
      await router.refresh(site);
      restore();
    } catch (error) {
      console.warn(error);
    }
  });
  return updating;
}

async function loadSite(known: SiteData): Promise<SiteData> {
  const response = await fetch(`${known.basePath}page-data/-/site.json`, { cache: "no-store" });
  return response.ok ? ((await response.json()) as SiteData) : known;
}

/** Remembers scroll position, open details and chosen tabs; the answer puts them back once the new content is there. */
function rememberPlace(): () => void {
  const { scrollX, scrollY } = window;
  const opened = [...document.querySelectorAll("[data-content] details")].map((element) => element.hasAttribute("open"));
  const chosen = [...document.querySelectorAll("[data-content] .tabs")].map(chosenTab);
  return () => {
    requestAnimationFrame(() => {
      document.querySelectorAll<HTMLDetailsElement>("[data-content] details").forEach((element, index) => {
        if (opened[index] === true) element.open = true;
      });
      window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
      chooseTabs(chosen, 60);
    });
  };
}

/** Chooses tabs as soon as they can be chosen: they are alive a few frames after their markup is there. */
function chooseTabs(chosen: readonly (string | undefined)[], nFrames: number): void {
  const waiting = [...document.querySelectorAll("[data-content] .tabs")].flatMap((tabs, index) => {
    const value = chosen[index];
    const tab = value === undefined || value === chosenTab(tabs) ? null : tabOf(tabs, value);
    return tab === null ? [] : [tab];
  });
  if (waiting.length === 0 || nFrames === 0) return;
  for (const tab of waiting) tab.click();
  requestAnimationFrame(() => {
    chooseTabs(chosen, nFrames - 1);
  });
}

function chosenTab(tabs: Element): string | undefined {
  return tabs.querySelector<HTMLElement>(':scope > [role="tablist"] > [aria-selected="true"]')?.dataset["value"];
}

function tabOf(tabs: Element, value: string): HTMLElement | null {
  return tabs.querySelector<HTMLElement>(`:scope > [role="tablist"] > [data-value="${CSS.escape(value)}"]`);
}

/** Makes the place where diagnostics are shown; the answer shows them, or takes them away when there are none. */
function createOverlay(): (items: readonly string[]) => void {
  const overlay = document.createElement("dialog");
  overlay.dataset["diagnostics"] = "";
  overlay.setAttribute("aria-label", "Diagnostics");
  overlay.style.cssText =
    "position:fixed;inset:auto 0 0 0;z-index:2000;inline-size:100%;max-inline-size:100%;max-block-size:60vh;margin:0;" +
    "padding:1rem;overflow:auto;border:0;border-block-start:4px solid #c62828;background:#1c1b22;color:#f4f4f6";
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Dismiss";
  close.style.cssText = "float:inline-end;padding:.25rem .75rem;font:inherit";
  close.addEventListener("click", () => {
    overlay.close();
  });
  const text = document.createElement("div");
  overlay.append(close, text);
  document.body.append(overlay);

  return (items) => {
    text.replaceChildren(...items.map(preformatted));
    if (items.length === 0) overlay.close();
    else if (!overlay.open) overlay.show();
  };
}

function preformatted(item: string): HTMLElement {
  const pre = document.createElement("pre");
  pre.style.cssText = "margin:0 0 1rem;background:none;color:inherit;white-space:pre-wrap;font-size:.8125rem";
  // Terminal colours say nothing here.
  // eslint-disable-next-line no-control-regex
  pre.textContent = item.replace(/\u001b\[[0-9;]*m/g, "");
  return pre;
}

function parseMessage(data: string): Message | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null && "kind" in value ? (value as Message) : null;
  } catch {
    return null;
  }
}
