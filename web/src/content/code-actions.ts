import { writeClipboard } from "../lib/clipboard";
import { messages } from "../lib/messages";

const SHOWN_MS = 1500;

/** Where code was copied to, or that it could not be. */
export type Announce = (text: string) => void;

/** Answers the buttons of all code blocks, those of today and those to come. */
export function startCodeActions(announce: Announce): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>(".code-actions > button") : null;
    const figure = button?.closest<HTMLElement>(".code");
    if (!button || !figure) return;
    if (button.dataset["action"] === "wrap") toggleWrap(button, figure);
    else void copy(button, figure, announce);
  });
}

/** Gives code blocks their buttons; the answer is called before their article goes. */
export function addCodeActions(figures: Iterable<HTMLElement>): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) showWrapIfUseful(target);
  });
  for (const figure of figures) {
    if (figure.querySelector(":scope > .code-actions") === null) figure.append(createActions());
    const pre = figure.querySelector("pre");
    if (pre !== null) observer.observe(pre);
  }
  return () => {
    observer.disconnect();
  };
}

/** The code as a reader wants it: without what is only shown. */
export function codeText(figure: Element): string {
  return (figure.querySelector("code")?.textContent ?? "").replace(/\n$/, "");
}

function createActions(): HTMLElement {
  const actions = document.createElement("div");
  actions.className = "code-actions";
  const wrap = createButton("wrap", messages.toggleWrap);
  wrap.setAttribute("aria-pressed", "false");
  wrap.hidden = true;
  actions.append(wrap, createButton("copy", messages.copyCode));
  return actions;
}

function createButton(action: "copy" | "wrap", label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `icon icon-${action}`;
  button.dataset["action"] = action;
  button.dataset["state"] = "idle";
  button.setAttribute("aria-label", label);
  button.title = label;
  return button;
}

function toggleWrap(button: HTMLButtonElement, figure: HTMLElement) {
  const isWrapped = figure.toggleAttribute("data-wrap");
  button.setAttribute("aria-pressed", String(isWrapped));
}

function showWrapIfUseful(pre: Element) {
  const figure = pre.closest(".code");
  const button = figure?.querySelector<HTMLButtonElement>('[data-action="wrap"]');
  if (!figure || !button) return;
  // A block that was just folded away has no width and says nothing.
  if (pre.clientWidth > 0) button.hidden = !figure.hasAttribute("data-wrap") && pre.scrollWidth <= pre.clientWidth;
}

/** When a button stops saying that it has copied. */
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

async function copy(button: HTMLButtonElement, figure: HTMLElement, announce: Announce) {
  const isCopied = await writeClipboard(codeText(figure));
  announce(isCopied ? messages.copied : messages.copyFailed);
  if (!isCopied) return;
  label(button, "done", messages.copied);
  // Pressed again, it says so for as long again.
  clearTimeout(timers.get(button));
  timers.set(button, setTimeout(() => {
    label(button, "idle", messages.copyCode);
  }, SHOWN_MS));
}

function label(button: HTMLButtonElement, state: "idle" | "done", text: string) {
  button.dataset["state"] = state;
  button.setAttribute("aria-label", text);
  button.title = text;
}
