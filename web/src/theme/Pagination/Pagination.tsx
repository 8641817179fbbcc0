import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import styles from "./Pagination.module.css";

/** The pages before and after this one in its sidebar. */
export function Pagination() {
  const { site, page } = usePage();
  const { previous, next } = page;
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className={styles.pagination} aria-label={messages.paginationLabel}>
      {previous !== undefined && (
        <a rel="prev" href={toHref(site.basePath, previous.href)}>
          <small>{messages.previous}</small>
          {previous.label}
        </a>
      )}
      {next !== undefined && (
        <a rel="next" href={toHref(site.basePath, next.href)}>
          <small>{messages.next}</small>
          {next.label}
        </a>
      )}
    </nav>
  );
}
