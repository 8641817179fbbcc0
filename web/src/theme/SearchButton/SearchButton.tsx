import type { KeyboardEvent, MouseEvent } from "react";
import { messages } from "../../lib/messages";
import styles from "./SearchButton.module.css";

/** Asks for the search dialog. Who shows it calls `preventDefault`; else the search page is opened. */
export const SEARCH_EVENT = "portico:search";

export interface SearchButtonProps {
  /** Address of the search page: where the button leads without script. */
  href: string;
}

/** Opens the search. */
export function SearchButton({ href }: SearchButtonProps) {
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (hasModifier || event.button !== 0) return;
    const isHandled = !window.dispatchEvent(new CustomEvent(SEARCH_EVENT, { cancelable: true }));
    if (isHandled) event.preventDefault();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  };
  return (
    <a
      className={styles.button}
      href={href}
      role="button"
      aria-label={messages.search}
      aria-keyshortcuts="Control+K Meta+K /"
      data-search-button=""
      onClick={handleClick}
      onKeyDown={handleKeyDown}
    >
      <span aria-hidden="true">{messages.search}</span>
      <kbd aria-hidden="true">{messages.searchKey}</kbd>
    </a>
  );
}
