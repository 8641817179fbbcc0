import { memo, useEffect, useRef, useState } from "react";
import type { SidebarCategory } from "../../contract";
import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import { SidebarEntries } from "./SidebarParts";

export interface SidebarCategoryItemProps {
  category: SidebarCategory;
  /** Key of the current page's entry if this category is or contains it, else `null`. */
  currentKey: string | null;
  isLazy: boolean;
  onLoad: () => void;
}

/**
 * A category: a link beside a disclosure if it has a page of its own, else a disclosure. Opened once by the reader or by
 * a page inside, it stays open until the reader closes it.
 */
export const SidebarCategoryItem = memo(function SidebarCategoryItem({
  category,
  currentKey,
  isLazy,
  onLoad,
}: SidebarCategoryItemProps) {
  const { basePath } = usePage().site;
  const { label, href, entries, firstHref } = category;
  const isOnTrail = currentKey !== null;
  const [isOpen, setOpen] = useOpen(isOnTrail, !category.isCollapsed);
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    // What the reader did before hydration counts.
    setOpen(details.current?.open ?? false);
  }, [setOpen]);

  const isLeftOut = entries === null || (isLazy && !isOpen);
  const handleToggle = () => {
    const isNowOpen = details.current?.open ?? false;
    setOpen(isNowOpen);
    if (isNowOpen && entries === null) onLoad();
  };

  return (
    <li>
      {href !== null && (
        <a href={toHref(basePath, href)} aria-current={currentKey === category.key ? "page" : undefined}>
          {label}
        </a>
      )}
      <details ref={details} open={isOpen} data-trail={isOnTrail ? "" : undefined} onToggle={handleToggle}>
        {href === null ? <summary>{label}</summary> : <summary aria-label={messages.categoryPages(label)} />}
        <ul>
          {isLeftOut ? (
            <li>
              <a href={toHref(basePath, firstHref)}>{messages.openCategory(label)}</a>
            </li>
          ) : (
            <SidebarEntries entries={entries} currentKey={currentKey} isLazy={isLazy} onLoad={onLoad} />
          )}
        </ul>
      </details>
    </li>
  );
});

/** Whether a category is open; a page inside opens it. */
function useOpen(isOnTrail: boolean, startsOpen: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(isOnTrail || startsOpen);
  const [wasOnTrail, setWasOnTrail] = useState(isOnTrail);
  if (isOnTrail !== wasOnTrail) {
    setWasOnTrail(isOnTrail);
    if (isOnTrail) setOpen(true);
  }
  return [isOpen, setOpen];
}
