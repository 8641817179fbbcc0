import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { PageContextValue } from "../src/hooks/PageContext";
import { PageProvider } from "../src/hooks/PageContext";
import { page, sidebar, site } from "./fixture";

/** Renders a part of a page. */
export function renderPart(node: ReactNode, { site: siteChanges, page: pageChanges, ...rest }: PartChanges = {}) {
  const value = { sidebar, ...rest, site: { ...site, ...siteChanges }, page: { ...page, ...pageChanges } };
  return render(<PageProvider value={value}>{node}</PageProvider>);
}

interface PartChanges {
  site?: Partial<PageContextValue["site"]>;
  page?: Partial<PageContextValue["page"]>;
  sidebar?: PageContextValue["sidebar"];
}
