import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { ModalDialog } from "../../components/ModalDialog/ModalDialog";
import type { SiteData } from "../../contract";
import { messages } from "../../lib/messages";
import { useSearchHistory } from "../history";
import { useSearch } from "../useSearch";
import { DialogFooter } from "./DialogFooter";
import { NothingFound } from "../SearchResults/NothingFound";
import { FailedScreen } from "../SearchResults/FailedScreen";
import { HistoryScreen } from "./HistoryScreen";
import { ResultsScreen } from "./ResultsScreen";
import { hitIds, visitIds } from "./option-ids";
import styles from "./SearchDialog.module.css";
import { useActiveOption } from "./useActiveOption";

export interface InitialQuery {
  text: string;
  /** Whether the reader is just typing it. Else it is selected, so that typing replaces it. */
  isTyped: boolean;
}

export interface SearchDialogProps {
  site: SiteData;
  /** What is searched for at first. */
  initial: InitialQuery;
  onClose: () => void;
}

/** Pages shown at once. */
const N_GROUPS = 6;
const LONGEST_QUERY = 64;
const NO_AREAS: readonly string[] = [];

/** The search over the page: a combobox and what it finds. */
export function SearchDialog({ site, initial, onClose }: SearchDialogProps) {
  const [text, setText] = useState(initial.text);
  const input = useRef<HTMLInputElement>(null);
  const popupId = useId();
  const { history, remember, forget, save, unsave } = useSearchHistory();
  const { status, answer, answered, retry } = useSearch(site, { text, areas: NO_AREAS, perPage: N_GROUPS });
  const hasHistory = history.recent.length + history.favorites.length > 0;
  const isNothing = answer?.groups.length === 0;
  const screen = status === "idle" ? "history" : status === "failed" ? "failed" : answer === null ? "waiting" : isNothing ? "empty" : "results";
  const ids =
    screen === "history" ? visitIds(popupId, history) : screen === "results" && answer !== null ? hitIds(popupId, answer) : [];
  const isPending = status === "loading" || status === "stalled";
  const options = useActiveOption({ ids, contentKey: `${screen}\n${answered}`, text, isPending });

  // After the dialog's own layout effect has shown it, and before the next key.
  useLayoutEffect(() => {
    const field = input.current;
    field?.focus();
    if (initial.isTyped) field?.setSelectionRange(field.value.length, field.value.length);
    else field?.select();
  }, [initial]);

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (options.handleKey(event)) event.preventDefault();
  };
  const handleClear = () => {
    setText("");
    input.current?.focus();
  };
  const handleSuggest = (suggestion: string) => {
    setText(`${suggestion.toLowerCase()} `);
    input.current?.focus();
  };

  return (
    <ModalDialog className={styles.dialog} aria-label={messages.search} onClose={onClose}>
      <form
        className={styles.form}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
        }}
        onReset={handleClear}
      >
        <span className={styles.mark} data-state={status === "stalled" ? "busy" : "idle"} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label={messages.search}
          aria-autocomplete="list"
          aria-haspopup={screen === "history" ? "grid" : "listbox"}
          aria-expanded={screen === "results" || (screen === "history" && hasHistory)}
          aria-controls={popupId}
          aria-activedescendant={options.activeId}
          placeholder={messages.searchPlaceholder}
          maxLength={LONGEST_QUERY}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck="false"
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
          onKeyDown={handleKeyDown}
        />
        {text !== "" && <button type="reset" className="icon-button icon icon-close" aria-label={messages.searchClear} />}
        <button type="button" className={styles.cancel} onClick={onClose}>
          {messages.searchCancel}
        </button>
      </form>
      <div className={styles.body} aria-busy={status === "stalled"} onPointerMove={options.handlePointer}>
        {screen === "history" && (
          <HistoryScreen id={popupId} activeId={options.activeId} {...{ site, history, forget, save, unsave }} onOpen={remember} onEmptied={() => input.current?.focus()} />
        )}
        {screen === "results" && answer !== null && (
          <ResultsScreen id={popupId} activeId={options.activeId} {...{ site, answer }} query={answered} onOpen={remember} />
        )}
        {screen === "empty" && <NothingFound site={site} query={answered} suggestions={answer?.suggestions ?? []} onSuggest={handleSuggest} />}
        {screen === "failed" && <FailedScreen onRetry={retry} />}
      </div>
      <DialogFooter note={answer?.isFallback === true ? messages.searchFallback : null} />
      <p className="visually-hidden" role="status">
        {screen === "results" && status === "ready" && messages.searchFound(answer?.total ?? 0)}
        {screen === "empty" && status === "ready" && `${messages.searchNothingFor} ${answered}`}
        {status === "stalled" && messages.searchLoading}
      </p>
    </ModalDialog>
  );
}
