import type { SiteData } from "../../contract";
import { toHref } from "../../lib/routes";
import type { SearchGroup } from "../backend";
import { HitIcon } from "../SearchResults/HitIcon";
import { hitPlace, pagePlace } from "../SearchResults/hit-place";
import { Parts } from "../SearchResults/Parts";
import styles from "./SearchPageResults.module.css";

export interface PageGroupProps {
  site: SiteData;
  group: SearchGroup;
}

/** A page and what was found on it. */
export function PageGroup({ site, group }: PageGroupProps) {
  const own = group.hits.find((hit) => hit.href === group.route);
  const others = group.hits.filter((hit) => hit !== own);
  return (
    <article className={styles.group}>
      {group.crumbs.length > 0 && <p className={styles.crumbs}>{pagePlace(group)}</p>}
      <h2>
        <a href={toHref(site.basePath, group.route)}>{own === undefined ? group.title : <Parts parts={own.heading} />}</a>
      </h2>
      {own !== undefined && (
        <p className={styles.excerpt}>
          <Parts parts={own.excerpt} />
        </p>
      )}
      {others.length > 0 && (
        <ul>
          {others.map((hit, at) => (
            <li key={at}>
              <HitIcon kind={hit.kind} />
              <div>
                <a href={toHref(site.basePath, hit.href)}>
                  <Parts parts={hit.heading} />
                </a>
                {hitPlace(hit) !== "" && <span className={styles.place}>{hitPlace(hit)}</span>}
                <p className={styles.excerpt}>
                  <Parts parts={hit.excerpt} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
