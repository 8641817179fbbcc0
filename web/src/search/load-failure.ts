import { messages } from "../lib/messages";
import { setOverlayOpen } from "../lib/overlay";

/** Says that the search itself could not be loaded. Its own components are what is missing, so this is plain DOM. */
export function showLoadFailure(onRetry: () => void): void {
  const dialog = document.createElement("dialog");
  dialog.className = "notice";
  dialog.setAttribute("aria-label", messages.search);
  dialog.append(
    element("h2", messages.searchFailedTitle),
    element("p", messages.searchFailedText),
    button(messages.retry, () => {
      dialog.close();
      onRetry();
    }),
    button(messages.close, () => {
      dialog.close();
    }),
  );
  dialog.addEventListener("close", () => {
    setOverlayOpen(false);
    dialog.remove();
  });
  // Back leads to another page, which this has nothing to say about.
  window.addEventListener("popstate", () => { dialog.close(); }, { once: true });
  document.body.append(dialog);
  dialog.showModal();
  setOverlayOpen(true);
}

function element(tag: "h2" | "p", text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = text;
  made.addEventListener("click", onClick);
  return made;
}
