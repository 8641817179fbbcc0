/*
 * What the head says of one page alone, as `crates/portico-render` writes it into the page's own document (`document.rs`,
 * `structured.rs`): that one has it from the start, so this is loaded with the first page that a reader moves to.
 */
import type { HeadElement, PageData, SiteData, SocialImage } from "../contract";
import { toHref } from "../lib/routes";

/** Marks what one page's author put into the head, in documents as here. */
const MARK = "data-page-head";
const FACTS = 'script[type="application/ld+json"]';

/** Names of what documents say that an author can say otherwise, or that not all of them say. */
const NAMES = new Set([
  "description", "robots", "canonical", "text/markdown", "og:url", "og:title", "og:description", "og:type", "og:site_name",
  "og:locale", "og:image", "og:image:width", "og:image:height", "og:image:alt", "article:modified_time", "twitter:card",
  "docsearch:language", "docsearch:version", "docsearch:docusaurus_tag",
]);

/** Makes the document's head say of the page what it says in the page's own document. */
export function updateHead(page: PageData, site: SiteData): void {
  const authors = (page.head ?? []).map(makeElement);
  for (const element of authors) element.setAttribute(MARK, "");
  const taken = new Set(authors.map(nameOf));
  // A picture of the author's own takes the place of all that is said of ours.
  const image = taken.has("og:image") ? undefined : page.image;
  const ours = pageElements(page, site, image).map(makeElement).filter((element) => !taken.has(nameOf(element)));

  for (const element of document.head.querySelectorAll(`meta, link, ${FACTS}`)) {
    if (element.hasAttribute(MARK) || element.matches(FACTS) || NAMES.has(nameOf(element) ?? "")) element.remove();
  }
  document.head.append(...ours, ...structuredData(page, site, image).map(makeFacts), ...authors);
}

function makeElement({ tag, attributes }: HeadElement): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function makeFacts(facts: object): Element {
  const script = document.createElement("script");
  script.type = "application/ld+json";
  script.textContent = JSON.stringify(facts);
  return script;
}

/** What a document says once only: elements of the same name take each other's place. */
function nameOf(element: Element): string | null {
  const isLink = element.tagName === "LINK";
  const relation = isLink ? element.getAttribute("rel")?.toLowerCase() : undefined;
  if (relation === "canonical") return relation;
  if (relation === "alternate") return element.getAttribute("type");
  return isLink ? null : (element.getAttribute("name") ?? element.getAttribute("property"))?.toLowerCase() ?? null;
}

function pageElements(page: PageData, site: SiteData, image: SocialImage | undefined): HeadElement[] {
  const isListed = page.layout === "home" || page.layout === "doc";
  const isDoc = page.layout === "doc";
  const { canonicalUrl, documentTitle, description, markdownUrl } = page;
  const version = site.docsVersion.name;
  return [
    meta("name", "description", description),
    isListed ? link({ rel: "canonical", href: canonicalUrl }) : meta("name", "robots", "noindex, nofollow"),
    isListed && meta("property", "og:url", canonicalUrl),
    meta("property", "og:title", documentTitle),
    meta("property", "og:description", description),
    meta("property", "og:type", page.layout === "home" ? "website" : "article"),
    meta("property", "og:site_name", site.title),
    meta("property", "og:locale", site.locale),
    meta("name", "docsearch:language", site.locale),
    isDoc && meta("name", "docsearch:version", version),
    meta("name", "docsearch:docusaurus_tag", isDoc ? `docs-default-${version}` : "default"),
    meta("name", "twitter:card", image ? "summary_large_image" : "summary"),
    isDoc && page.lastUpdated && meta("property", "article:modified_time", page.lastUpdated.date),
    image && meta("property", "og:image", image.url),
    image?.size && meta("property", "og:image:width", String(image.size[0])),
    image?.size && meta("property", "og:image:height", String(image.size[1])),
    image && meta("property", "og:image:alt", page.title),
    markdownUrl !== undefined && link({ rel: "alternate", href: markdownUrl, type: "text/markdown" }),
  ].filter((element) => typeof element === "object" && element !== null);
}

function meta(kind: "name" | "property", name: string, content: string): HeadElement {
  return { tag: "meta", attributes: { [kind]: name, content } };
}

function link(attributes: Record<string, string>): HeadElement {
  return { tag: "link", attributes };
}

/** Facts about the page in the words of schema.org. */
function structuredData(page: PageData, site: SiteData, image: SocialImage | undefined): object[] {
  const { name, websiteUrl } = site.provider;
  const described = {
    "@context": "https://schema.org",
    description: page.description || undefined,
    url: page.canonicalUrl,
    inLanguage: site.locale,
    publisher: name === "" ? undefined : { "@type": "Organization", name, url: websiteUrl || undefined },
  };
  if (page.layout === "home") return [{ ...described, "@type": "WebSite", name: site.title }];
  if (page.layout !== "doc") return [];
  const dateModified = page.lastUpdated?.date;
  const article = { ...described, "@type": "TechArticle", headline: page.title, dateModified, image: image?.url };
  return [breadcrumbList(page, site), article];
}

function breadcrumbList(page: PageData, site: SiteData): object {
  const { origin } = new URL(page.canonicalUrl);
  const steps = [{ name: site.title, item: origin + site.basePath }];
  // The last crumb is the page, which its canonical URL names.
  for (const { label, href } of page.breadcrumbs?.slice(0, -1) ?? []) {
    if (href !== undefined) steps.push({ name: label, item: origin + toHref(site.basePath, href) });
  }
  steps.push({ name: page.title, item: page.canonicalUrl });
  const itemListElement = steps.map((step, index) => ({ "@type": "ListItem", position: index + 1, ...step }));
  return { "@context": "https://schema.org", "@type": "BreadcrumbList", itemListElement };
}
