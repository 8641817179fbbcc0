import { messages } from "../../lib/messages";
import styles from "./SearchDialog.module.css";

/** What the keys do. */
export function DialogFooter() {
  return (
    <footer className={styles.footer}>
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
