import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import type { SiteData } from "../contract";
import { SearchDialog, type InitialQuery } from "./SearchDialog/SearchDialog";

let root: Root | null = null;
let isOpen = false;

/**
 * Shows the search. It has a React root of its own, so that the page behind is not touched. When this returns, the field
 * has focus: no key is lost in between.
 */
export function openSearchDialog(site: SiteData, initial: InitialQuery): void {
  if (isOpen) return;
  isOpen = true;
  const shown = (root ??= createRoot(makeContainer()));
  flushSync(() => {
    shown.render(
      <StrictMode>
        <SearchDialog site={site} initial={initial} onClose={closeSearchDialog} />
      </StrictMode>,
    );
  });
}

/** Takes the search away. */
export function closeSearchDialog(): void {
  isOpen = false;
  root?.render(null);
}

export function isSearchDialogOpen(): boolean {
  return isOpen;
}

function makeContainer(): HTMLElement {
  const container = document.createElement("div");
  document.body.append(container);
  return container;
}
