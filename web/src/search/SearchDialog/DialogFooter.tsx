import { messages } from "../../lib/messages";
import styles from "./SearchDialog.module.css";

export interface DialogFooterProps {
  /** Something to know about the results. */
  note: string | null;
}

/** What the keys do, and where results come from if that is not the usual place. */
export function DialogFooter({ note }: DialogFooterProps) {
  return (
    <footer className={styles.footer} data-state={note === null ? "plain" : "noted"}>
      {note !== null && <p>{note}</p>}
      <ul>
        <li>
          <kbd aria-label={messages.searchEnterKey}>↵</kbd> {messages.searchToSelect}
        </li>
        <li>
          <kbd aria-label={messages.searchArrowKeys}>↑↓</kbd> {messages.searchToNavigate}
        </li>
        <li>
          <kbd aria-label={messages.searchEscapeKey}>esc</kbd> {messages.searchToClose}
        </li>
      </ul>
    </footer>
  );
}
