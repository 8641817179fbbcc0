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
  toc: [],
  html: "",
};
