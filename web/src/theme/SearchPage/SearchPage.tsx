import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import { SearchForm } from "./SearchForm";
import styles from "./SearchPage.module.css";

/** The search page. Results go into the element with `data-search-results`. */
export function SearchPage() {
  const { site, page } = usePage();
  return (
    <div className={styles.page}>
      <h1>{page.title}</h1>
      <SearchForm />
      <p className="needs-no-script">
        {`${messages.searchNeedsScript} `}
        <a href={toHref(site.basePath, "/llms-full.txt")}>{messages.searchWholeText}</a>.
      </p>
      <div data-search-results="" />
    </div>
  );
}
