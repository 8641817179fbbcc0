import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import styles from "./PageMeta.module.css";

/** Where the page comes from and when it last changed. */
export function PageMeta() {
  const { editUrl, markdownUrl, lastUpdated } = usePage().page;
  if (editUrl === null && markdownUrl === null && lastUpdated === null) return null;
  return (
    <div className={styles.meta}>
      {editUrl !== null && (
        <a className="icon icon-edit not-in-print" href={editUrl}>
          {messages.editThisPage}
        </a>
      )}
      {markdownUrl !== null && (
        <a className="icon icon-markdown not-in-print" href={markdownUrl}>
          {messages.viewMarkdown}
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
