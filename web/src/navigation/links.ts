import { focusQuietly, hashTarget, reveal } from "./arrival";
import { isPlainClick, isWithinDocument, linkOf, pageTarget } from "./link-target";
import type { Router } from "./router";

/**
 * Follows links between pages. Those within the page are left to the browser, once their target can be seen. The answer
 * leaves all links to the browser again.
 */
export function startLinks(router: Router): () => void {
  const stop = new AbortController();
  const { basePath } = router.view().site;
  const handleClick = (event: MouseEvent) => {
    const link = linkOf(event.target);
    if (link === null || !isPlainClick(event)) return;
    const target = pageTarget(link, basePath);
    if (target === null) return;
    if (isWithinDocument(target)) {
      const element = revealTarget(target.hash);
      // The browser scrolls there by itself, but takes the focus away from the link and gives it to nothing.
      if (element !== null) setTimeout(focusQuietly, 0, element);
    } else {
      event.preventDefault();
      router.navigate(target);
    }
  };
  document.addEventListener("click", handleClick, { signal: stop.signal });
  window.addEventListener("hashchange", () => {
    revealTarget(location.hash);
  });
  return () => {
    stop.abort();
  };
}

function revealTarget(hash: string): HTMLElement | null {
  const element = hashTarget(hash);
  if (element !== null) reveal(element);
  return element;
}
