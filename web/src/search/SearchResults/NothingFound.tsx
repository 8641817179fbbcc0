import type { SiteData } from "../../contract";
import { messages } from "../../lib/messages";
import styles from "./SearchResults.module.css";

export interface NothingFoundProps {
  site: SiteData;
  query: string;
  suggestions: readonly string[];
  onSuggest: (suggestion: string) => void;
}

/** Nothing was found: what else to search for, and where to say so. */
export function NothingFound({ site, query, suggestions, onSuggest }: NothingFoundProps) {
  const report = site.search.reportUrl?.replaceAll("{query}", encodeURIComponent(query));
  return (
    <div className={styles.message}>
      <p className={styles.title}>
        {messages.searchNothingFor} “<strong>{query}</strong>”
      </p>
      {suggestions.length > 0 && (
        <>
          <p>{`${messages.searchTry}:`}</p>
          <ul>
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button
                  type="button"
                  onClick={() => {
                    onSuggest(suggestion);
                  }}
                >
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {report !== undefined && (
        <p>
          {messages.searchReport}{" "}
          <a href={report} target="_blank" rel="noopener noreferrer">
            {messages.searchReportLink}
          </a>
        </p>
      )}
    </div>
  );
}
