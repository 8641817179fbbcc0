import { useEffect, useRef } from "react";
import type { TocEntry } from "../../contract";
import { useActiveHeading } from "../../hooks/useActiveHeading";
import { messages } from "../../lib/messages";
import { Slot } from "../Slot/Slot";
import { tocList } from "./toc-list";
import styles from "./Toc.module.css";

export interface TocProps {
  entries: readonly TocEntry[];
}

/**
 * The headings of the page. One list serves all widths: a disclosure above the article, or beside it a column that CSS
 * shows whether or not the disclosure is open.
 */
export function Toc({ entries }: TocProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const active = useActiveHeading(entries.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)]));

  useEffect(() => {
    // Browsers that cannot show closed details in the column get them open.
    const summary = details.current?.firstElementChild;
    const isColumn = summary instanceof HTMLElement && getComputedStyle(summary).display === "none";
    if (isColumn && details.current !== null) details.current.open = true;
  }, []);

  useEffect(() => {
    if (active !== null && details.current !== null) showLink(details.current, active);
  }, [active]);

  return (
    <nav className={styles.toc} aria-label={messages.tocLabel}>
      <p>{messages.tocLabel}</p>
      <details ref={details}>
        <summary>{messages.tocLabel}</summary>
        <Slot name="toc">{tocList(entries, active)}</Slot>
      </details>
    </nav>
  );
}

/** Scrolls a long list, never the page, to the link of the active heading. */
function showLink(list: HTMLElement, id: string) {
  const link = list.querySelector(`[href="#${CSS.escape(id)}"]`);
  if (link === null || list.scrollHeight <= list.clientHeight) return;
  const frame = list.getBoundingClientRect();
  const place = link.getBoundingClientRect();
  if (place.top < frame.top || place.bottom > frame.bottom) list.scrollTop += place.top - frame.top - frame.height / 2;
}
