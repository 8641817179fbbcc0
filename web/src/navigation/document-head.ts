import type { PageData } from "../contract";

/** Makes the document's head say what it says in the page's own document. */
export function updateHead(page: PageData): void {
  document.title = page.documentTitle;
  document.documentElement.dataset["layout"] = page.layout;
  setMeta("name", "description", page.description);
  setIfThere('meta[property="og:title"]', "content", page.documentTitle);
  setIfThere('meta[property="og:description"]', "content", page.description);
  setIfThere('meta[property="og:url"]', "content", page.canonicalUrl);
  setLink('link[rel="canonical"]', { rel: "canonical" }, page.canonicalUrl);
  const markdown = { rel: "alternate", type: "text/markdown" };
  setLink('link[rel="alternate"][type="text/markdown"]', markdown, page.markdownUrl);
}

function setMeta(attribute: "name" | "property", name: string, content: string) {
  const found = document.head.querySelector(`meta[${attribute}="${name}"]`);
  const meta = found ?? document.head.appendChild(document.createElement("meta"));
  meta.setAttribute(attribute, name);
  meta.setAttribute("content", content);
}

function setIfThere(selector: string, attribute: string, value: string) {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
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
