import { useEffect, useRef, useState } from "react";
import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { reloadPage } from "../../lib/reload";
import { toHref } from "../../lib/routes";
import { SearchForm } from "./SearchForm";
import styles from "./SearchPage.module.css";

/** The search page. Results go into the element with `data-search-results`. */
export function SearchPage() {
  const { site, page } = usePage();
  const results = useRef<HTMLDivElement>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const container = results.current;
    // The build's engine has neither effects nor workers: it is spared the code.
    const canSearch = site.search.indexUrl !== null || site.search.hosted !== null;
    if (import.meta.env.SSR || container === null || !canSearch) return;
    let unmount: (() => void) | null = null;
    let isGone = false;
    import("../../search/page-root").then(
      ({ mountSearchPage }) => {
        if (!isGone) unmount = mountSearchPage(container, site);
      },
      () => {
        if (!isGone) setHasFailed(true);
      },
    );
    return () => {
      isGone = true;
      unmount?.();
    };
  }, [site]);

  return (
    <div className={styles.page}>
      <h1>{page.title}</h1>
      <SearchForm />
      <p className="needs-no-script">
        {`${messages.searchNeedsScript} `}
        <a href={toHref(site.basePath, "/llms-full.txt")}>{messages.searchWholeText}</a>.
      </p>
      {hasFailed && (
        <div className="notice" role="alert">
          <h2>{messages.searchFailedTitle}</h2>
          <p>{messages.searchFailedText}</p>
          <button type="button" className="button" onClick={() => void reloadPage().catch(() => undefined)}>
            {messages.retry}
          </button>
        </div>
      )}
      <div ref={results} data-search-results="" />
    </div>
  );
}
