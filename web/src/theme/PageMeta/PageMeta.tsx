import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import styles from "./PageMeta.module.css";

/** Where the page comes from and when it last changed. */
export function PageMeta() {
  const { editUrl, lastUpdated } = usePage().page;
  if (editUrl === undefined && lastUpdated === undefined) return null;
  return (
    <div className={styles.meta}>
      {editUrl !== undefined && (
        <a className="icon icon-edit not-in-print" href={editUrl}>
          {messages.editThisPage}
        </a>
      )}
      {lastUpdated !== undefined && (
        <p>
          {`${messages.lastUpdatedOn} `}
          <time dateTime={lastUpdated.date}>{lastUpdated.label}</time>
          {lastUpdated.author !== undefined && messages.lastUpdatedBy(lastUpdated.author)}
        </p>
      )}
    </div>
  );
}
