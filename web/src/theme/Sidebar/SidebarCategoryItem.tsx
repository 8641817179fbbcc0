import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { SidebarCategory } from "../../contract";
import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import { SidebarEntries } from "./SidebarParts";

export interface SidebarCategoryItemProps {
  category: SidebarCategory;
  /** Key of the current page's entry if this category is or contains it, else `null`. */
  currentKey: string | undefined;
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
  const isOnTrail = currentKey !== undefined;
  const [isOpen, setOpen] = useState(isOnTrail || !category.isCollapsed);
  const details = useRef<HTMLDetailsElement>(null);

  useLayoutEffect(() => {
    // A page inside opens it. Not while rendering: React drops such an update beside one that waits already.
    if (isOnTrail) setOpen(true);
  }, [isOnTrail]);

  const handleToggle = () => {
    setOpen(details.current?.open ?? false);
  };

  // What the reader did before hydration counts.
  useEffect(handleToggle, []);

  useEffect(() => {
    if (isOpen && entries === null) onLoad();
  }, [isOpen, entries, onLoad]);

  const isLeftOut = entries === null || (isLazy && !isOpen);

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
