import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import styles from "./SearchForm.module.css";

/** Asks the search page. The same on both sides: the query in the address is filled in by what shows the results. */
export function SearchForm() {
  const { site } = usePage();
  return (
    <search>
      <form className={styles.form} action={toHref(site.basePath, site.search.route)} method="get">
        <input
          type="search"
          name="q"
          aria-label={messages.searchLabel}
          placeholder={messages.searchLabel}
          autoComplete="off"
          spellCheck="false"
        />
        <button type="submit" className="button" data-kind="primary">
          {messages.searchSubmit}
        </button>
      </form>
    </search>
  );
}
