import type { Bootstrap, NavbarLink, PageData, SidebarCategory, SidebarEntry, SidebarView, SiteData } from "../src/contract";
import { NO_PAGE } from "../src/lib/no-page";

/** A link of navbar or footer. */
export function navbarLink(label: string, href: string, extra: Partial<NavbarLink> = {}): NavbarLink {
  return { label, href, isExternal: href.startsWith("http"), sidebar: null, activePrefix: null, ...extra };
}

/** A site with every part that the contract knows. */
export const site: SiteData = {
  title: "Harborline Developers",
  titleDelimiter: "|",
  basePath: "/",
  locale: "en",
  provider: {
    name: "Harborline",
    apiBaseUrl: "https://api.example.com",
    sdkScriptUrl: "https://js.example.com/v2.js",
    websiteUrl: "https://www.example.com",
  },
  announcementBar: {
    id: "same-day-2026",
    html: 'The third same-day ACH window opens in March. <a href="/resources/ach-reference/payment-cycles">See the cycles</a>',
    backgroundColor: null,
    textColor: null,
    isCloseable: true,
  },
  navbar: {
    title: "Harborline",
    logo: null,
    logoDark: null,
    left: [
      { kind: "link", ...navbarLink("Home", "/") },
      { kind: "link", ...navbarLink("Integration", "/quickstart/", { sidebar: "integration" }) },
      { kind: "link", ...navbarLink("Resources", "/resources/platforms/overview", { sidebar: "resources" }) },
    ],
    right: [
      { kind: "link", ...navbarLink("Support", "/support") },
      {
        kind: "dropdown",
        label: "More",
        items: [navbarLink("Status", "https://status.example.com"), navbarLink("Disclaimer", "/disclaimer")],
      },
      { kind: "html", html: "<span>v2 & later</span>" },
      { kind: "search" },
    ],
  },
  footer: {
    columns: [
      {
        title: null,
        links: [
          navbarLink("Home", "/"),
          navbarLink("Quickstart", "/quickstart/"),
          navbarLink("Platforms", "/resources/platforms/overview"),
          navbarLink("Disclaimer", "/disclaimer"),
          navbarLink("Harborline", "https://www.example.com"),
        ],
      },
    ],
    copyrightHtml: "Copyright © 2025 Harborline",
  },
  colorMode: { defaultMode: "light", isSwitchDisabled: false },
  docsVersion: { name: "current", label: "Next" },
  search: { route: "/search", indexUrl: null, hosted: null, reportUrl: null },
  tagManager: null,
  sidebarFiles: { integration: "/page-data/sidebars/integration.json" },
  isPreview: false,
};

type Draft = [label: string, href: string] | [label: string, href: string | null, isCollapsed: boolean, entries: Draft[]];

function toEntries(drafts: readonly Draft[], prefix: string): SidebarEntry[] {
  return drafts.map(([label, href, isCollapsed, inner], index): SidebarEntry => {
    const key = `${prefix}${String(index)}`;
    if (inner === undefined) {
      return { kind: "link", key, label, href: href ?? "", isExternal: href?.startsWith("http") ?? false };
    }
    const entries = toEntries(inner, `${key}.`);
    return { kind: "category", key, label, href, firstHref: href ?? firstHref(entries), isCollapsed: isCollapsed ?? true, entries };
  });
}

function firstHref(entries: readonly SidebarEntry[]): string {
  const first = entries[0];
  if (first === undefined) return "/";
  return first.kind === "link" ? first.href : first.firstHref;
}

/** The integration sidebar, in short. */
export const sidebar: SidebarView = {
  id: "integration",
  isPruned: false,
  entries: toEntries(
    [
      ["Quickstart", "/quickstart/"],
      ["Integration overview", "/integration/overview"],
      [
        "Guides",
        null,
        false,
        [
          ["Experience integration", "/experience-integration"],
          ["User experience & branding", "/user-experience-branding"],
          ["On-site messaging", "/on-site-messaging"],
          ["Best practices", "/best-practices"],
          ["Reconciliation", "/reconciliation"],
        ],
      ],
      [
        "API reference",
        "/api/overview",
        false,
        [
          [
            "Authentication",
            null,
            true,
            [
              ["Overview", "/api/authentication/overview"],
              ["Get token", "/api/authentication/gettoken"],
            ],
          ],
          [
            "Payments",
            "/api/payments/overview",
            true,
            [
              ["Make payment", "/api/payments/make-payment"],
              ["Make credit", "/api/payments/make-credit"],
              ["Make refund", "/api/payments/make-refund"],
              ["Cancel <transaction>", "/api/payments/cancel-transaction"],
              ["Release \"hold\"", "/api/payments/release-hold"],
            ],
          ],
          ["Transactions", null, true, [["Get transaction", "/api/transactions/get-transaction"]]],
        ],
      ],
      [
        "SDKs",
        null,
        true,
        [
          ["Overview", "/sdks/overview"],
          ["JavaScript", "/sdks/javascript-sdk"],
        ],
      ],
      ["API status", "https://status.example.com/?a=1&b=2"],
    ],
    "",
  ),
};

/** The same sidebar as a large one comes with a page: closed categories without their entries. */
export function pruned(view: SidebarView, currentKey: string | undefined): SidebarView {
  const prune = (entry: SidebarEntry): SidebarEntry => {
    if (entry.kind === "link") return entry;
    const isOnTrail = currentKey === entry.key || (currentKey?.startsWith(`${entry.key}.`) ?? false);
    if (!isOnTrail && entry.isCollapsed) return { ...entry, entries: null };
    return { ...entry, entries: (entry.entries ?? []).map(prune) };
  };
  return { ...view, isPruned: true, entries: view.entries.map(prune) };
}

/** The category with that key. */
export function category(view: SidebarView, label: string): SidebarCategory & { kind: "category" } {
  const found = view.entries.find((entry) => entry.label === label);
  if (found?.kind !== "category") throw new Error(`no category ${label}`);
  return found;
}

/** A page with every part. */
export const page: PageData = {
  theme: "test",
  route: "/api/payments/make-payment",
  layout: "doc",
  title: "Make payment",
  documentTitle: "Make payment | Harborline Developers",
  description: "Debit a bank account.",
  canonicalUrl: "https://developers.example.com/api/payments/make-payment",
  hasTitle: true,
  sidebar: "integration",
  sidebarKey: "3.1.0",
  breadcrumbs: [
    { label: "API reference", href: "/api/overview" },
    { label: "Payments", href: "/api/payments/overview" },
    { label: "Make payment", href: "/api/payments/make-payment" },
  ],
  toc: [
    {
      id: "request",
      html: "Request",
      children: [
        { id: "headers", html: "Headers" },
        { id: "body", html: "Body: <code>amount</code> and the rest" },
      ],
    },
    { id: "response", html: "Response" },
    { id: "errors", html: "Errors", children: [{ id: "retry", html: "When to retry" }] },
  ],
  previous: { label: "Payments overview", href: "/api/payments/overview" },
  next: { label: "Make credit", href: "/api/payments/make-credit" },
  editUrl: "https://git.example.com/edit/make-payment.md",
  markdownUrl: "/api/payments/make-payment.md",
  lastUpdated: { date: "2026-11-20", label: "20 November 2026", author: "Dana O'Neil" },
  html: "",
};

function without(name: "next" | "previous", from: PageData): PageData {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name)) as PageData;
}

/** One page of each kind. */
export const bootstraps: Readonly<Record<string, Bootstrap>> = {
  doc: { site, page, sidebar },
  "doc of a linked category": {
    site,
    page: without("next", { ...page, route: "/api/payments/overview", title: "Payments", sidebarKey: "3.1" }),
    sidebar,
  },
  "first doc, pruned sidebar": {
    site,
    page: without("previous", { ...page, route: "/quickstart/", title: "Quickstart", sidebarKey: "0", hasTitle: false }),
    sidebar: pruned(sidebar, "0"),
  },
  "doc deep in a pruned sidebar": { site, page, sidebar: pruned(sidebar, page.sidebarKey) },
  "doc without sidebar": { site, page: { ...NO_PAGE, theme: "test", hasTitle: true, route: "/support", title: "Support" }, sidebar: null },
  "site below a base path, dark, nothing optional": {
    site: {
      ...site,
      basePath: "/docs/",
      announcementBar: null,
      colorMode: { defaultMode: "dark", isSwitchDisabled: true },
      navbar: { ...site.navbar, logo: "/docs/logo.svg", logoDark: "/docs/logo-dark.svg" },
    },
    page,
    sidebar,
  },
  home: { site, page: { ...NO_PAGE, theme: "test", route: "/", layout: "home", title: "Home" }, sidebar: null },
  search: { site, page: { ...NO_PAGE, theme: "test", hasTitle: true, route: "/search", layout: "search", title: "Search" }, sidebar: null },
  "not found": { site, page: { ...NO_PAGE, theme: "test", hasTitle: true, route: "/404", layout: "not-found", title: "Page Not Found" }, sidebar: null },
};
