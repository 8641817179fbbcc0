import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import styles from "./PageMeta.module.css";

/** Where the page comes from and when it last changed. */
export function PageMeta() {
  const { editUrl, lastUpdated } = usePage().page;
  if (editUrl === null && lastUpdated === null) return null;
  return (
    <div className={styles.meta}>
      {editUrl !== null && (
        <a className="icon icon-edit not-in-print" href={editUrl}>
          {messages.editThisPage}
        </a>
      )}
      {lastUpdated !== null && (
        <p>
          {`${messages.lastUpdatedOn} `}
          <time dateTime={lastUpdated.date}>{lastUpdated.label}</time>
          {lastUpdated.author !== null && messages.lastUpdatedBy(lastUpdated.author)}
        </p>
      )}
    </div>
  );
}
