import { messages } from "../../lib/messages";
import styles from "./SkipLink.module.css";

/** Id of the main element. Ids of headings never begin with two underscores. */
export const MAIN_ID = "__main";

/** The first thing that the keyboard reaches: jumps over navbar and sidebar. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${MAIN_ID}`}>
      {messages.skipToContent}
    </a>
  );
}
