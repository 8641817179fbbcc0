import type { PageData } from "../contract";

/** A page without anything: templates know no page, and others begin with it. */
export const NO_PAGE: PageData = {
  theme: "",
  route: "",
  layout: "doc",
  title: "",
  documentTitle: "",
  description: "",
  canonicalUrl: "",
  hasTitle: false,
  sidebar: null,
  sidebarKey: null,
  breadcrumbs: [],
  toc: [],
  previous: null,
  next: null,
  editUrl: null,
  markdownUrl: null,
  lastUpdated: null,
  html: "",
  islands: [],
};
