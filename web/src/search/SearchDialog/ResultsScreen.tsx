import type { SiteData } from "../../contract";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import type { SearchAnswer, SearchHit } from "../backend";
import type { Visit } from "../history";
import { HitIcon } from "../SearchResults/HitIcon";
import { hitPlace, pagePlace, visitOf } from "../SearchResults/hit-place";
import { Parts } from "../SearchResults/Parts";
import { hitId } from "./option-ids";
import styles from "./ResultsScreen.module.css";

export interface ResultsScreenProps {
  /** Id of the listbox. */
  id: string;
  activeId: string | undefined;
  site: SiteData;
  answer: SearchAnswer;
  query: string;
  onOpen: (visit: Visit) => void;
}

/** What was found, by page. */
export function ResultsScreen({ id, activeId, site, answer, query, onOpen }: ResultsScreenProps) {
  const all = `${toHref(site.basePath, site.search.route)}?q=${encodeURIComponent(query)}`;
  return (
    <>
      <div id={id} role="listbox" aria-label={messages.searchResults}>
        {answer.groups.map((group, at) => (
          <div key={group.route} role="group" aria-labelledby={`${id}-${String(at)}`} className={styles.group}>
            <p id={`${id}-${String(at)}`} className={styles.page} role="presentation">
              {pagePlace(group) !== "" && <span>{`${pagePlace(group)} › `}</span>}
              {group.title}
            </p>
            {group.hits.map((hit, index) => (
              <HitOption
                key={index}
                id={hitId(id, at, index)}
                isActive={hitId(id, at, index) === activeId}
                href={toHref(site.basePath, hit.href)}
                hit={hit}
                onOpen={() => {
                  onOpen(visitOf(group, hit));
                }}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.all}>
        <a href={all}>{messages.searchSeeAll(answer.total)}</a>
      </p>
    </>
  );
}

interface HitOptionProps {
  id: string;
  isActive: boolean;
  href: string;
  hit: SearchHit;
  onOpen: () => void;
}

function HitOption({ id, isActive, href, hit, onOpen }: HitOptionProps) {
  const place = hitPlace(hit);
  return (
    <a id={id} role="option" aria-selected={isActive} tabIndex={-1} data-option="" className={styles.hit} data-kind={hit.kind} href={href} onClick={onOpen}>
      <HitIcon kind={hit.kind} />
      <span className={styles.text}>
        <span className={styles.heading}>
          <Parts parts={hit.heading} />
        </span>
        {place !== "" && <span className={styles.place}>{place}</span>}
        {hit.excerpt.length > 0 && (
          <span className={styles.excerpt}>
            <Parts parts={hit.excerpt} />
          </span>
        )}
      </span>
    </a>
  );
}

