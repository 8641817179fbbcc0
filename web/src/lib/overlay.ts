/** Whether a modal dialog lies over the page. No second one is opened then. */
export function isOverlayOpen(): boolean {
  return document.documentElement.dataset["overlay"] === "open";
}

/** Tells style sheets and all others whether one does. */
export function setOverlayOpen(isOpen: boolean): void {
  if (isOpen) document.documentElement.dataset["overlay"] = "open";
  else delete document.documentElement.dataset["overlay"];
}
