import { useRef } from "react";
import type { SiteData } from "../../contract";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import type { SearchHistory, Visit } from "../history";
import { visitId } from "./option-ids";
import { useFocusAfterRemoval, type HistoryPlace } from "./useFocusAfterRemoval";
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
  /** The last row went away while it had focus. */
  onEmptied: () => void;
}

/** What the reader opened before: a grid, as each row has buttons beside its link. */
export function HistoryScreen({ id, activeId, site, history, onOpen, forget, save, unsave, onEmptied }: HistoryScreenProps) {
  const grid = useRef<HTMLDivElement>(null);
  const noteRemoval = useFocusAfterRemoval(grid, onEmptied);
  if (history.recent.length + history.favorites.length === 0) {
    return <p className={styles.none}>{messages.searchNoRecent}</p>;
  }
  const row = (visit: Visit, list: keyof SearchHistory, at: number, buttons: RowButton[]) => (
    <HistoryRow
      key={visit.href}
      id={visitId(id, list, at)}
      isActive={visitId(id, list, at) === activeId}
      href={toHref(site.basePath, visit.href)}
      onPress={({ action, onPress }) => {
        noteRemoval({ list, at, action });
        onPress(visit);
      }}
      {...{ visit, buttons, onOpen }}
    />
  );
  return (
    <div ref={grid} id={id} role="grid" aria-label={messages.searchRecent}>
      {history.recent.length > 0 && (
        <div role="rowgroup" aria-label={messages.searchRecent} className={styles.group} data-list="recent">
          <p role="presentation">{messages.searchRecent}</p>
          {history.recent.map((visit, at) =>
            row(visit, "recent", at, [
              { action: "save", label: messages.searchSave(visit.label), onPress: save },
              { action: "remove", label: messages.searchForget(visit.label), onPress: forget },
            ]),
          )}
        </div>
      )}
      {history.favorites.length > 0 && (
        <div role="rowgroup" aria-label={messages.searchFavorite} className={styles.group} data-list="favorites">
          <p role="presentation">{messages.searchFavorite}</p>
          {history.favorites.map((visit, at) =>
            row(visit, "favorites", at, [{ action: "remove", label: messages.searchUnsave(visit.label), onPress: unsave }]),
          )}
        </div>
      )}
    </div>
  );
}

interface RowButton {
  action: HistoryPlace["action"];
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
  onPress: (button: RowButton) => void;
}

function HistoryRow({ id, isActive, href, visit, buttons, onOpen, onPress }: HistoryRowProps) {
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
      {buttons.map((button) => (
        <div key={button.action} role="gridcell">
          <button
            type="button"
            data-action={button.action}
            className={button.action === "remove" ? "icon-button icon icon-close" : `icon-button ${styles.star ?? ""}`}
            aria-label={button.label}
            title={button.label}
            onClick={() => {
              onPress(button);
            }}
          >
            {button.action === "save" && <Star />}
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
