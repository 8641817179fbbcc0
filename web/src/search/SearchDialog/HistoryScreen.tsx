import type { SiteData } from "../../contract";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import type { SearchHistory, Visit } from "../history";
import { visitId } from "./option-ids";
import styles from "./HistoryScreen.module.css";

export interface HistoryScreenProps {
  /** Id of the grid. */
  id: string;
  activeId: string | undefined;
  site: SiteData;
  history: SearchHistory;
  onOpen: (visit: Visit) => void;
  forget: (visit: Visit) => void;
  save: (visit: Visit) => void;
  unsave: (visit: Visit) => void;
}

/** What the reader opened before: a grid, as each row has buttons beside its link. */
export function HistoryScreen({ id, activeId, site, history, onOpen, forget, save, unsave }: HistoryScreenProps) {
  if (history.recent.length + history.favorites.length === 0) {
    return <p className={styles.none}>{messages.searchNoRecent}</p>;
  }
  const row = (visit: Visit, rowId: string, buttons: RowButton[]) => (
    <HistoryRow
      key={visit.href}
      id={rowId}
      isActive={rowId === activeId}
      href={toHref(site.basePath, visit.href)}
      {...{ visit, buttons, onOpen }}
    />
  );
  return (
    <div id={id} role="grid" aria-label={messages.searchRecent}>
      {history.recent.length > 0 && (
        <div role="rowgroup" aria-label={messages.searchRecent} className={styles.group}>
          <p role="presentation">{messages.searchRecent}</p>
          {history.recent.map((visit, at) =>
            row(visit, visitId(id, "recent", at), [
              { icon: "save", label: messages.searchSave(visit.label), onPress: save },
              { icon: "remove", label: messages.searchForget(visit.label), onPress: forget },
            ]),
          )}
        </div>
      )}
      {history.favorites.length > 0 && (
        <div role="rowgroup" aria-label={messages.searchFavorite} className={styles.group}>
          <p role="presentation">{messages.searchFavorite}</p>
          {history.favorites.map((visit, at) =>
            row(visit, visitId(id, "favorites", at), [{ icon: "remove", label: messages.searchUnsave(visit.label), onPress: unsave }]),
          )}
        </div>
      )}
    </div>
  );
}

interface RowButton {
  icon: "save" | "remove";
  label: string;
  onPress: (visit: Visit) => void;
}

interface HistoryRowProps {
  id: string;
  isActive: boolean;
  href: string;
  visit: Visit;
  buttons: readonly RowButton[];
  onOpen: (visit: Visit) => void;
}

function HistoryRow({ id, isActive, href, visit, buttons, onOpen }: HistoryRowProps) {
  return (
    <div role="row" className={styles.row}>
      <div role="gridcell">
        <a
          id={id}
          data-option=""
          data-active={isActive ? "" : undefined}
          tabIndex={-1}
          href={href}
          onClick={() => {
            onOpen(visit);
          }}
        >
          {visit.label}
          {visit.place !== "" && <span>{visit.place}</span>}
        </a>
      </div>
      {buttons.map(({ icon, label, onPress }) => (
        <div key={icon} role="gridcell">
          <button
            type="button"
            className={icon === "remove" ? "icon-button icon icon-close" : `icon-button ${styles.star ?? ""}`}
            aria-label={label}
            title={label}
            onClick={() => {
              onPress(visit);
            }}
          >
            {icon === "save" && <Star />}
          </button>
        </div>
      ))}
    </div>
  );
}

function Star() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" aria-hidden="true">
      <path d="m10 2.75 2.2 4.6 5 .65-3.7 3.5.95 5L10 14.05 5.55 16.5l.95-5L2.8 8l5-.65z" />
    </svg>
  );
}
