// Generated from crates/portico-contract by `cargo xtask codegen`. Do not edit.

/**
 * What the HTML document of a page carries inline for hydration (`<script type="application/json" id="portico-data">`).
 */
export type Bootstrap = { 
/**
 * Site-wide facts.
 */
site: SiteData, 
/**
 * The page, with `html` empty: the content is adopted from the document, not sent twice.
 */
page: PageData, 
/**
 * The page's sidebar as prerendered, or `null` for pages without one.
 */
sidebar: SidebarView | null, };

/**
 * What the browser needs to show one page.
 *
 * Fetched from `/page-data/<route>.json` on client navigation (`/` is `index`, slashes at the end are dropped), and
 * carried inline by the page's own document. What a page does not have is absent: that is less to send with every page.
 */
export type PageData = { 
/**
 * Fingerprint of the theme that made this data. A client with another one loads the document anew.
 */
theme: string, 
/**
 * The route as declared: `/quickstart/`, `/api/overview`.
 */
route: string, 
/**
 * Shape of the page.
 */
layout: Layout, 
/**
 * Title of the page: its h1.
 */
title: string, 
/**
 * Text for `<title>`: `Page | Site`.
 */
documentTitle: string, 
/**
 * Text for `<meta name="description">`.
 */
description: string, 
/**
 * Canonical URL.
 */
canonicalUrl: string, 
/**
 * Whether the title is shown as the h1 above the content.
 */
hasTitle: boolean, 
/**
 * Id of the page's sidebar.
 */
sidebar?: string, 
/**
 * Key of the page's entry in its sidebar.
 */
sidebarKey?: string, 
/**
 * Path to here, from the outermost category; empty for pages without a sidebar.
 */
breadcrumbs?: Array<Crumb>, 
/**
 * Headings of the page, nested.
 */
toc: Array<TocEntry>, 
/**
 * The page before this one in its sidebar.
 */
previous?: PageLink, 
/**
 * The page after this one in its sidebar.
 */
next?: PageLink, 
/**
 * Where the source can be edited.
 */
editUrl?: string, 
/**
 * Address of the page's Markdown twin, if it has one.
 */
markdownUrl?: string, 
/**
 * When the source last changed.
 */
lastUpdated?: LastUpdated, 
/**
 * Picture for previews of links, if the page has one.
 */
image?: SocialImage, 
/**
 * The article as HTML. Empty in a document's inline data.
 */
html: string, 
/**
 * Names of the islands that the article uses, sorted; their code is loaded only then.
 */
islands?: Array<string>, 
/**
 * Elements that the page's author wants in the document's head; few pages have any.
 */
head?: Array<HeadElement>, };

/**
 * The shape of a page.
 */
export type Layout = "home" | "doc" | "search" | "not-found";

/**
 * One step of the breadcrumbs.
 */
export type Crumb = { 
/**
 * Text.
 */
label: string, 
/**
 * Route, for steps that can be visited.
 */
href?: string, };

/**
 * One heading in the toc.
 */
export type TocEntry = { 
/**
 * Id of the heading.
 */
id: string, 
/**
 * Its text as inline HTML (`code`, `em`, `strong`, `del` only).
 */
html: string, 
/**
 * Headings below it.
 */
children?: Array<TocEntry>, };

/**
 * A link to a neighbouring page.
 */
export type PageLink = { 
/**
 * Text.
 */
label: string, 
/**
 * Route.
 */
href: string, };

/**
 * When and by whom a page last changed.
 */
export type LastUpdated = { 
/**
 * Day for machines: `2026-11-20`.
 */
date: string, 
/**
 * Day for people: `20 November 2026`.
 */
label: string, 
/**
 * Who changed it, if known.
 */
author?: string, };

/**
 * A picture that stands for a page where links to it are shown. What it shows is told by the page's title.
 */
export type SocialImage = { 
/**
 * Absolute address.
 */
url: string, 
/**
 * Width and height in pixels, if known.
 */
size?: [number, number], };

/**
 * An element of the document's head that belongs to one page. The page's own document marks it with
 * `data-page-head`.
 */
export type HeadElement = { 
/**
 * `meta` or `link`.
 */
tag: string, 
/**
 * Attributes by name.
 */
attributes: { [key in string]: string }, };

/**
 * A sidebar as one page shows it, or (from its shared file) as a whole.
 */
export type SidebarView = { 
/**
 * Id of the sidebar.
 */
id: string, 
/**
 * Its top level.
 */
entries: Array<SidebarEntry>, 
/**
 * Whether closed categories were left without their children because the sidebar is large.
 */
isPruned: boolean, };

/**
 * One entry of a sidebar.
 */
export type SidebarEntry = { "kind": "link" } & SidebarLink | { "kind": "category" } & SidebarCategory;

/**
 * A link of a sidebar.
 */
export type SidebarLink = { 
/**
 * Stable key, unique in the sidebar: the positions on the way to it (`2.0.1`).
 */
key: string, 
/**
 * Text.
 */
label: string, 
/**
 * Route or outside address.
 */
href: string, 
/**
 * Whether it leads outside the site.
 */
isExternal: boolean, };

/**
 * A category of a sidebar.
 */
export type SidebarCategory = { 
/**
 * Stable key, unique in the sidebar.
 */
key: string, 
/**
 * Text.
 */
label: string, 
/**
 * The category's own page, if it has one.
 */
href: string | null, 
/**
 * Route of the first page inside: where a reader without JavaScript goes when the entries are left out.
 */
firstHref: string, 
/**
 * Whether it starts closed when the current page is not inside.
 */
isCollapsed: boolean, 
/**
 * Its entries; `null` when they were left out of a pruned sidebar.
 */
entries: Array<SidebarEntry> | null, };

/**
 * What every page knows about the site.
 */
export type SiteData = { 
/**
 * Title of the site.
 */
title: string, 
/**
 * What stands between page title and site title: `|`.
 */
titleDelimiter: string, 
/**
 * Path that all routes are below, with slashes at both ends: `/` or `/docs/`.
 */
basePath: string, 
/**
 * Language of the site: `en`.
 */
locale: string, 
/**
 * The provider whose portal this is.
 */
provider: Provider, 
/**
 * Announcement bar, if there is one.
 */
announcementBar: AnnouncementBar | null, 
/**
 * Top navbar.
 */
navbar: Navbar, 
/**
 * Footer.
 */
footer: Footer, 
/**
 * Colour mode settings.
 */
colorMode: ColorModeSettings, 
/**
 * The single docs version.
 */
docsVersion: DocsVersion, 
/**
 * Search settings.
 */
search: SearchSettings, 
/**
 * Tag manager, in production builds of sites that have one.
 */
tagManager: TagManager | null, 
/**
 * Address of each sidebar's shared file, by sidebar id.
 */
sidebarFiles: { [key in string]: string }, 
/**
 * Whether this is the development server's output.
 */
isPreview: boolean, };

/**
 * The provider and its three settings (specification section 1).
 */
export type Provider = { 
/**
 * Name.
 */
name: string, 
/**
 * API base URL.
 */
apiBaseUrl: string, 
/**
 * SDK script URL.
 */
sdkScriptUrl: string, 
/**
 * Website URL.
 */
websiteUrl: string, };

/**
 * The bar above the navbar.
 */
export type AnnouncementBar = { 
/**
 * Dismissal lasts until this changes.
 */
id: string, 
/**
 * Content as HTML, written by the site's owner.
 */
html: string, 
/**
 * CSS colour of the background.
 */
backgroundColor: string | null, 
/**
 * CSS colour of the text.
 */
textColor: string | null, 
/**
 * Whether readers can dismiss it.
 */
isCloseable: boolean, };

/**
 * The top navbar.
 */
export type Navbar = { 
/**
 * Text beside the logo.
 */
title: string, 
/**
 * Address of the logo for light mode.
 */
logo: string | null, 
/**
 * Address of the logo for dark mode, if another one.
 */
logoDark: string | null, 
/**
 * Items on the left.
 */
left: Array<NavbarItem>, 
/**
 * Items on the right.
 */
right: Array<NavbarItem>, };

/**
 * An item of the navbar.
 */
export type NavbarItem = { "kind": "link" } & NavbarLink | { "kind": "dropdown", 
/**
 * Text of the button.
 */
label: string, 
/**
 * What it opens.
 */
items: Array<NavbarLink>, } | { "kind": "search" } | { "kind": "html", 
/**
 * The HTML.
 */
html: string, };

/**
 * A link in the navbar or footer.
 */
export type NavbarLink = { 
/**
 * Text.
 */
label: string, 
/**
 * Route or outside address.
 */
href: string, 
/**
 * Whether it leads outside the site.
 */
isExternal: boolean, 
/**
 * Sidebar whose pages make the item active.
 */
sidebar: string | null, 
/**
 * Route prefix that makes the item active; `null` means the exact route (or the sidebar) does.
 */
activePrefix: string | null, };

/**
 * The footer.
 */
export type Footer = { 
/**
 * Columns of links; a single column without title is a plain row.
 */
columns: Array<FooterColumn>, 
/**
 * Copyright line as HTML.
 */
copyrightHtml: string, };

/**
 * A column of the footer.
 */
export type FooterColumn = { 
/**
 * Title of the column.
 */
title: string | null, 
/**
 * Its links.
 */
links: Array<NavbarLink>, };

/**
 * Light or dark.
 */
export type ColorMode = "light" | "dark";

/**
 * Colour mode settings (specification section 4).
 */
export type ColorModeSettings = { 
/**
 * Mode of a reader who never chose.
 */
defaultMode: ColorMode, 
/**
 * Whether the switch is left out and a stored choice ignored.
 */
isSwitchDisabled: boolean, };

/**
 * The single docs version.
 */
export type DocsVersion = { 
/**
 * Name in storage and search tags: `current`.
 */
name: string, 
/**
 * Label for people: `Next`.
 */
label: string, };

/**
 * Search settings that the browser needs.
 */
export type SearchSettings = { 
/**
 * Route of the search page.
 */
route: string, 
/**
 * Address of the embedded index's entry file, or `null` when none was built.
 */
indexUrl: string | null, 
/**
 * The cluster that hosts the search, or `null` when the embedded index is all there is.
 */
hosted: HostedSearch | null, 
/**
 * Where readers report missing results; `{query}` stands for the query.
 */
reportUrl: string | null, };

/**
 * A Typesense cluster, as far as a search needs it.
 */
export type HostedSearch = { 
/**
 * Addresses of the nodes, without a slash at the end, in the order they are asked.
 */
nodes: Array<string>, 
/**
 * Address of the node that is asked before all others.
 */
nearestNode: string | null, 
/**
 * Collection to search in.
 */
collection: string, 
/**
 * Search-only API key.
 */
searchKey: string, 
/**
 * Filter by language and docs version; `null` if the search is not contextual.
 */
contextualFilter: string | null, 
/**
 * Regular expression for addresses of results that lead outside the site.
 */
externalUrlPattern: string | null, 
/**
 * How long a node may take, in milliseconds.
 */
timeoutMs: number, 
/**
 * Search parameters of the site's own.
 */
parameters: { [key in string]: string }, };

/**
 * The tag manager container.
 */
export type TagManager = { 
/**
 * Container id, such as `GTM-XXXXXXX`.
 */
containerId: string, };

/**
 * The head of the index's entry file.
 */
export type SearchIndexHead = { 
/**
 * Version of the format.
 */
format: number, 
/**
 * Language of the pages: `en`.
 */
language: string, 
/**
 * Where the other files are, relative to the entry file; empty if there are none.
 */
folder: string, 
/**
 * Parts of the site that a search can be narrowed to.
 */
areas: Array<string>, 
/**
 * Words that say little about a text, sorted.
 */
stopWords: Array<string>, 
/**
 * Where each shard of terms begins: its terms come at or after that text. The first one is empty.
 */
shards: Array<string>, 
/**
 * Whether the only shard and the only texts follow in this very file.
 */
isWhole: boolean, };

/**
 * What a search result can be.
 */
export type SearchKind = "page" | "heading" | "operation" | "field" | "code";

/**
 * The texts that results are shown with: those of a page, or of some of its sections.
 */
export type SearchPageText = { 
/**
 * Route.
 */
route: string, 
/**
 * Title.
 */
title: string, 
/**
 * Labels of the categories above it, outermost first.
 */
crumbs: Array<string>, 
/**
 * Number of the first of these sections on its page. Section 0 is the page itself.
 */
first: number, 
/**
 * Its sections, or some of them.
 */
sections: Array<SearchSectionText>, };

/**
 * The texts of a section.
 */
export type SearchSectionText = { 
/**
 * Anchor on the page; empty for its top.
 */
anchor: string, 
/**
 * What it is.
 */
kind: SearchKind, 
/**
 * Headings above it on the page, outermost first; without the page's title.
 */
trail: Array<string>, 
/**
 * Its heading, name or code; the title for a page.
 */
heading: string, 
/**
 * Text, with line breaks between paragraphs.
 */
text: string, 
/**
 * Code.
 */
code: string, };
