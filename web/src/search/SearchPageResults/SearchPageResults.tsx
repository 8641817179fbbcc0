import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { SiteData } from "../../contract";
import { replaceQueryParameter, subscribeLocation } from "../../lib/location";
import { messages } from "../../lib/messages";
import { FailedScreen } from "../SearchResults/FailedScreen";
import { NothingFound } from "../SearchResults/NothingFound";
import { useSearch } from "../useSearch";
import { AreaFilter } from "./AreaFilter";
import { PageGroup } from "./PageGroup";
import styles from "./SearchPageResults.module.css";
import { useFocusOnMore } from "./useFocusOnMore";
import { useSeen } from "./useSeen";

export interface SearchPageResultsProps {
  site: SiteData;
  /** The page's own field: it was there before we were. */
  input: HTMLInputElement;
}

/** Pages that are loaded at a time. */
const STEP = 10;

/** What the search page found. Query and area are kept in the address, so that it can be shared. */
export function SearchPageResults({ site, input }: SearchPageResultsProps) {
  const text = useInputValue(input);
  const area = useSyncExternalStore(subscribeLocation, () => new URLSearchParams(location.search).get("area"));
  const [shown, setShown] = useState({ text, n: STEP });
  const n = shown.text === text ? shown.n : STEP;
  const areas = area === null ? [] : [area];
  const { status, answer, answered, retry } = useSearch(site, { text, areas, perPage: n });
  const groups = answer?.groups ?? [];
  const hasMore = answer !== null && groups.length < answer.total;

  useKeptInAddress("q", text.trim() === "" ? null : text.trim());
  useTitle(site, text.trim());

  const list = useRef<HTMLOListElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const focusOnMore = useFocusOnMore(list, groups.length);
  const handleMore = () => {
    if (status !== "ready") return;
    focusOnMore(end.current);
    setShown({ text, n: n + STEP });
  };
  useSeen(end, handleMore, `${String(groups.length)} ${status}`);

  if (status === "idle") return null;
  if (status === "failed") return <FailedScreen onRetry={retry} />;
  if (answer === null) return <p className={styles.count}>{status === "stalled" && messages.searchLoading}</p>;
  const found = answer.isPartial ? messages.searchFoundAbout(answer.total) : messages.searchFound(answer.total);
  return (
    <div className={styles.results} aria-busy={status === "stalled"}>
      <AreaFilter
        counts={answer.areas}
        chosen={area}
        onChoose={(chosen) => {
          replaceQueryParameter("area", chosen);
        }}
      />
      {groups.length === 0 ? (
        <NothingFound
          site={site}
          query={answered}
          suggestions={answer.suggestions}
          onSuggest={(suggestion) => {
            type(input, suggestion);
          }}
        />
      ) : (
        <>
          <p className={styles.count} role="status">
            {found}
          </p>
          {answer.isFallback === true && <p className={styles.count}>{messages.searchFallback}</p>}
          <ol ref={list} className={styles.list}>
            {groups.map((group) => (
              <li key={group.route}>
                <PageGroup site={site} group={group} />
              </li>
            ))}
          </ol>
          {hasMore && (
            <button ref={end} type="button" className="button" onClick={handleMore}>
              {messages.searchMore}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Asks for something else in the reader's place. */
function type(input: HTMLInputElement, text: string) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.focus();
}

/** What stands in a field that is not ours. */
function useInputValue(input: HTMLInputElement): string {
  return useSyncExternalStore(
    (onChange) => {
      const handleLocation = () => {
        const asked = new URLSearchParams(location.search).get("q") ?? "";
        if (asked === input.value.trim()) return;
        input.value = asked;
        onChange();
      };
      const unsubscribe = subscribeLocation(handleLocation);
      input.addEventListener("input", onChange);
      return () => {
        unsubscribe();
        input.removeEventListener("input", onChange);
      };
    },
    () => input.value,
  );
}

function useKeptInAddress(name: string, value: string | null) {
  useEffect(() => {
    if (new URLSearchParams(location.search).get(name) !== value) replaceQueryParameter(name, value);
  }, [name, value]);
}

function useTitle(site: SiteData, query: string) {
  useEffect(() => {
    if (query === "") return;
    const before = document.title;
    document.title = `${messages.searchTitleFor(query)} ${site.titleDelimiter} ${site.title}`;
    const ours = document.title;
    return () => {
      // The page that the reader left for has its own by now.
      if (document.title === ours) document.title = before;
    };
  }, [query, site]);
}
