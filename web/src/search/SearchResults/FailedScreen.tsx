import { messages } from "../../lib/messages";
import styles from "./SearchResults.module.css";

export interface FailedScreenProps {
  onRetry: () => void;
}

/** The answer could not be had. */
export function FailedScreen({ onRetry }: FailedScreenProps) {
  return (
    <div className={styles.message} role="alert">
      <p className={styles.title}>{messages.searchFailedTitle}</p>
      <p>{messages.searchFailedText}</p>
      <button type="button" className="button" onClick={onRetry}>
        {messages.retry}
      </button>
    </div>
  );
}
