import { whenIdle } from "../lib/idle";
import { linkOf, pageTarget } from "./link-target";

export interface PrefetcherOptions {
  basePath: string;
  /** Loads the page at that address. */
  prefetch: (target: URL) => Promise<void>;
}

export interface Prefetcher {
  /** Looks for links again, after the page has changed. */
  observeLinks: () => void;
}

const CONCURRENCY = 2;

/**
 * Loads the pages that links lead to before they are followed: slowly, those of links on the screen; at once, those that
 * the reader points at. Each path once, and none for readers who pay for each byte.
 */
export function createPrefetcher({ basePath, prefetch }: PrefetcherOptions): Prefetcher {
  const seen = new Set<string>();
  const queue: URL[] = [];
  let inFlight = 0;
  let isIdleAwaited = false;

  /** The page that a link leads to, if it has not been loaded ahead yet. */
  function freshTarget(link: HTMLAnchorElement | null): URL | null {
    const target = link && pageTarget(link, basePath);
    if (target === null || target.pathname === location.pathname || isSparing()) return null;
    return seen.has(target.pathname) ? null : target;
  }

  function enqueue(target: URL) {
    seen.add(target.pathname);
    queue.push(target);
    awaitIdle();
  }

  function awaitIdle() {
    if (isIdleAwaited || queue.length === 0 || inFlight >= CONCURRENCY) return;
    isIdleAwaited = true;
    void whenIdle().then(() => {
      isIdleAwaited = false;
      const next = queue.shift();
      if (next === undefined) return;
      inFlight += 1;
      void prefetch(next).finally(() => {
        inFlight -= 1;
        awaitIdle();
      });
      awaitIdle();
    });
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const page = freshTarget(linkOf(target));
      if (page !== null) enqueue(page);
    }
  });

  function handlePointing(event: Event) {
    const target = freshTarget(linkOf(event.target));
    if (target === null) return;
    seen.add(target.pathname);
    void prefetch(target);
  }

  for (const type of ["mouseover", "focusin", "touchstart"]) {
    document.addEventListener(type, handlePointing, { passive: true });
  }

  return {
    observeLinks() {
      if (isSparing()) return;
      observer.disconnect();
      for (const link of document.links) {
        if (link instanceof HTMLAnchorElement && freshTarget(link) !== null) observer.observe(link);
      }
    },
  };
}

/** Whether the reader's connection is slow or metered. */
export function isSparing(): boolean {
  if (!("connection" in navigator)) return false;
  const connection = navigator.connection as { effectiveType?: string; saveData?: boolean } | undefined;
  return connection?.saveData === true || (connection?.effectiveType ?? "").includes("2g");
}

