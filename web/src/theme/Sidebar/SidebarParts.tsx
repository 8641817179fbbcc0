import type { ReactNode, Ref } from "react";
import type { SidebarEntry, SidebarLink } from "../../contract";
import { ExternalMark, externalLink } from "../../components/ExternalMark/ExternalMark";
import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import styles from "./Sidebar.module.css";
import { SidebarCategoryItem } from "./SidebarCategoryItem";

/*
 * The build renders each of these once per state, with tokens for their values, and assembles every sidebar from the
 * results. So they depend on those values and states alone: no other context, no ids.
 */

export interface SidebarFrameProps {
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** What stands around the entries. */
export function SidebarFrame({ ref, children }: SidebarFrameProps) {
  return (
    <nav ref={ref} className={styles.sidebar} aria-label={messages.sidebarLabel}>
      <ul>{children}</ul>
    </nav>
  );
}

export interface SidebarEntriesProps {
  entries: readonly SidebarEntry[];
  /** Key of the current page's entry, if it is somewhere in the sidebar. */
  currentKey: string | undefined;
  /** Whether closed categories leave their entries out. */
  isLazy: boolean;
  /** Asks for entries that were left out. */
  onLoad: () => void;
}

/** The list items of one level. */
export function SidebarEntries({ entries, currentKey, isLazy, onLoad }: SidebarEntriesProps) {
  return entries.map((entry) =>
    entry.kind === "link" ? (
      <SidebarLinkItem key={entry.key} link={entry} isCurrent={entry.key === currentKey} />
    ) : (
      <SidebarCategoryItem
        key={entry.key}
        category={entry}
        currentKey={isOnTheWay(entry.key, currentKey) ? currentKey : undefined}
        isLazy={isLazy}
        onLoad={onLoad}
      />
    ),
  );
}

/** Whether the entry with that key is the current one or contains it. */
function isOnTheWay(key: string, currentKey: string | undefined): boolean {
  return currentKey === key || (currentKey?.startsWith(`${key}.`) ?? false);
}

export interface SidebarLinkItemProps {
  link: SidebarLink;
  isCurrent: boolean;
}

/** A link. */
export function SidebarLinkItem({ link, isCurrent }: SidebarLinkItemProps) {
  const { basePath } = usePage().site;
  return (
    <li>
      <a
        href={toHref(basePath, link.href)}
        aria-current={isCurrent ? "page" : undefined}
        {...(link.isExternal ? externalLink : {})}
      >
        {link.label}
        {link.isExternal && <ExternalMark />}
      </a>
    </li>
  );
}
