import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { SiteData } from "../contract";
import { SearchPageResults } from "./SearchPageResults/SearchPageResults";

/** Shows results on the search page, in a root of its own. Gives the function that takes them away. */
export function mountSearchPage(container: HTMLElement, site: SiteData): () => void {
  const input = container.parentElement?.querySelector<HTMLInputElement>("input[name='q']");
  const form = input?.form;
  if (input === null || input === undefined || form === null || form === undefined) return () => undefined;
  const asked = new URLSearchParams(location.search).get("q");
  // What was typed before we came is newer than the address.
  if (input.value === "" && asked !== null) input.value = asked;
  // Who has gone on to something else by now keeps the focus there.
  const isFree = document.activeElement === null || document.activeElement.contains(input);
  if (isFree && matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true });
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  form.addEventListener("submit", handleSubmit);
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <SearchPageResults site={site} input={input} />
    </StrictMode>,
  );
  return () => {
    form.removeEventListener("submit", handleSubmit);
    // React does not unmount a root while it renders another.
    queueMicrotask(() => {
      root.unmount();
    });
  };
}
