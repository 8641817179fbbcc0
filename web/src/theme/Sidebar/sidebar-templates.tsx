import type { ReactNode } from "react";
import type { SidebarCategory, SidebarEntry } from "../../contract";
import { token } from "../../lib/assembly-tokens";
import { SidebarCategoryItem } from "./SidebarCategoryItem";
import { SidebarFrame, SidebarLinkItem } from "./SidebarParts";

/** A category of one kind, in each of its states. */
export interface CategoryTemplates {
  /** Closed, with its entries. */
  closed: string;
  /** Open, the current page elsewhere. */
  open: string;
  /** Open, since the current page is inside or is the category's own. */
  trail: string;
  /** Closed, its entries left out of a pruned sidebar: token `firstHref` instead of `entries`. */
  lazy: string;
}

/** HTML of each kind of sidebar entry, with tokens `label`, `href`, `firstHref` and `entries`. */
export interface SidebarTemplates {
  frame: string;
  link: string;
  linkActive: string;
  linkExternal: string;
  category: {
    /** Without a page of its own. */
    unlinked: CategoryTemplates;
    /** With a page of its own. */
    linked: CategoryTemplates;
    /** With a page of its own, which is the current one: always open, so all states are alike. */
    linkedActive: CategoryTemplates;
  };
}

/** Renders every kind of sidebar entry in every state with `render`. */
export function renderSidebarTemplates(render: (node: ReactNode) => string): SidebarTemplates {
  const link = { key: "0", label: token("label"), href: token("href"), isExternal: false };
  const category: SidebarCategory = {
    key: "0",
    label: token("label"),
    href: null,
    firstHref: token("firstHref"),
    isCollapsed: true,
    entries: [placeholder],
  };
  const categoryHtml = (state: Partial<SidebarCategory>, currentKey?: string) =>
    render(
      <SidebarCategoryItem
        category={{ ...category, ...state }}
        currentKey={currentKey}
        isLazy={false}
        onLoad={() => undefined}
      />,
    ).replace(render(<SidebarLinkItem link={placeholder} isCurrent={false} />), token("entries"));
  const categoryStates = (href: string | null): CategoryTemplates => ({
    closed: categoryHtml({ href }),
    open: categoryHtml({ href, isCollapsed: false }),
    trail: categoryHtml({ href }, `${category.key}.0`),
    lazy: categoryHtml({ href, entries: null }),
  });
  const active = categoryHtml({ href: link.href }, category.key);
  return {
    frame: render(<SidebarFrame>{token("entries")}</SidebarFrame>),
    link: render(<SidebarLinkItem link={link} isCurrent={false} />),
    linkActive: render(<SidebarLinkItem link={link} isCurrent />),
    linkExternal: render(<SidebarLinkItem link={{ ...link, isExternal: true }} isCurrent={false} />),
    category: {
      unlinked: categoryStates(null),
      linked: categoryStates(link.href),
      linkedActive: { closed: active, open: active, trail: active, lazy: active },
    },
  };
}

const placeholder = { kind: "link", key: "0.x", label: "x", href: "x", isExternal: false } satisfies SidebarEntry;
