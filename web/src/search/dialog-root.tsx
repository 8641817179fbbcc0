import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { SiteData } from "../contract";
import { SearchDialog } from "./SearchDialog/SearchDialog";

let root: Root | null = null;
let isOpen = false;

/** Shows the search. It has a React root of its own, so that the page behind is not touched. */
export function openSearchDialog(site: SiteData, text: string): void {
  if (isOpen) return;
  isOpen = true;
  root ??= createRoot(makeContainer());
  root.render(
    <StrictMode>
      <SearchDialog site={site} initialText={text} onClose={closeSearchDialog} />
    </StrictMode>,
  );
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
