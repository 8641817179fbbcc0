import type { HeadElement, PageData } from "../contract";

/** Marks what one page's author put into the head, in documents as here. */
const MARK = "data-page-head";

/** Elements of ours in whose place stand those of the shown page. */
let replaced: Element[] = [];

/** Makes the document's head say what it says in the page's own document. */
export function updateHead(page: PageData): void {
  dropPageElements();
  document.title = page.documentTitle;
  document.documentElement.dataset["layout"] = page.layout;
  setMeta("name", "description", page.description);
  setMeta("property", "og:title", page.documentTitle);
  setMeta("property", "og:description", page.description);
  setMeta("property", "og:url", page.canonicalUrl);
  setLink('link[rel="canonical"]', { rel: "canonical" }, page.canonicalUrl);
  const markdown = { rel: "alternate", type: "text/markdown" };
  setLink('link[rel="alternate"][type="text/markdown"]', markdown, page.markdownUrl);
  addPageElements(page.head ?? []);
}

/** Takes away what the page shown before brought, and puts back what that stood for. */
function dropPageElements() {
  for (const element of document.head.querySelectorAll(`[${MARK}]`)) element.remove();
  document.head.append(...replaced);
  replaced = [];
}

function addPageElements(elements: HeadElement[]) {
  const made = elements.map(({ tag, attributes }) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  });
  const names = new Set(made.map(purpose));
  for (const ours of document.head.querySelectorAll("meta, link")) {
    const own = purpose(ours);
    if (own === null || !names.has(own)) continue;
    replaced.push(ours);
    ours.remove();
  }
  for (const element of made) element.setAttribute(MARK, "");
  document.head.append(...made);
}

/** What a document says once only: elements with the same purpose take each other's place. */
function purpose(element: Element): string | null {
  if (element.tagName === "LINK") return element.getAttribute("rel")?.toLowerCase() === "canonical" ? "canonical" : null;
  const name = element.getAttribute("name") ?? element.getAttribute("property");
  return name?.toLowerCase() ?? null;
}

function setMeta(attribute: "name" | "property", name: string, content: string) {
  const found = document.head.querySelector(`meta[${attribute}="${name}"]`);
  const meta = found ?? document.head.appendChild(document.createElement("meta"));
  meta.setAttribute(attribute, name);
  meta.setAttribute("content", content);
}

function setLink(selector: string, attributes: Record<string, string>, href: string | null) {
  const found = document.head.querySelector(selector);
  if (href === null) {
    found?.remove();
    return;
  }
  const link = found ?? document.head.appendChild(document.createElement("link"));
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  link.setAttribute("href", href);
}
