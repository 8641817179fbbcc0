import { useEffect, useRef } from "react";
import type { SidebarView } from "../../contract";
import { usePage } from "../../hooks/PageContext";
import { useWholeSidebar } from "../../hooks/useWholeSidebar";
import { SidebarEntries, SidebarFrame } from "./SidebarParts";

export interface SidebarProps {
  sidebar: SidebarView;
  /** Key of the current page's entry, if it has one. */
  currentKey: string | undefined;
}

/** The site tree around the current page. The build assembles it from the templates of `sidebarTemplates`. */
export function Sidebar({ sidebar, currentKey }: SidebarProps) {
  const { site } = usePage();
  const [whole, load] = useWholeSidebar(sidebar.isPruned ? site.sidebarFiles[sidebar.id] : undefined);
  const nav = useRef<HTMLElement>(null);

  useEffect(() => {
    if (nav.current !== null) showCurrentEntry(nav.current);
  }, [currentKey]);

  return (
    <SidebarFrame ref={nav}>
      <SidebarEntries
        entries={(whole ?? sidebar).entries}
        currentKey={currentKey}
        isLazy={sidebar.isPruned}
        onLoad={load}
      />
    </SidebarFrame>
  );
}

/** Scrolls the sidebar or the menu around it, never the page, and only if the current entry is out of view. */
function showCurrentEntry(nav: HTMLElement) {
  const entry = nav.querySelector("[aria-current='page']");
  const scroller = nav.scrollHeight > nav.clientHeight ? nav : nav.parentElement;
  if (entry === null || scroller === null) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  const place = entry.getBoundingClientRect();
  // Below the announcement the sidebar reaches out of the window.
  const end = Math.min(bottom, window.innerHeight);
  if (place.top >= top && place.bottom <= end) return;
  scroller.scrollTop += place.top - top - (end - top) / 3;
}
