import { messages } from "../../lib/messages";
import type { AreaCount } from "../backend";
import styles from "./SearchPageResults.module.css";

export interface AreaFilterProps {
  counts: readonly AreaCount[];
  /** The area searched in; `null` for all. */
  chosen: string | null;
  onChoose: (area: string | null) => void;
}

/** Narrows the search to a part of the site. */
export function AreaFilter({ counts, chosen, onChoose }: AreaFilterProps) {
  if (counts.length < 2 && chosen === null) return null;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const isKnown = chosen === null || counts.some(({ name }) => name === chosen);
  const areas = isKnown ? counts : [...counts, { name: chosen, count: 0 }];
  const button = (area: string | null, label: string, count: number) => (
    <li key={area ?? "\n"}>
      <button
        type="button"
        aria-pressed={area === chosen}
        onClick={() => {
          onChoose(area);
        }}
      >
        {label} <span>{count}</span>
      </button>
    </li>
  );
  return (
    <ul className={styles.areas} aria-label={messages.searchAreas}>
      {button(null, messages.searchAllAreas, total)}
      {areas.map(({ name, count }) => button(name, name === "" ? messages.searchOtherArea : name, count))}
    </ul>
  );
}
