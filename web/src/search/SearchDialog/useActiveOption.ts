import { useState, type KeyboardEvent, type PointerEvent } from "react";

export interface ActiveOption {
  /** Id of the active option, for `aria-activedescendant`. */
  activeId: string | undefined;
  /** Takes arrow keys and Enter. Tells whether it did. */
  handleKey: (event: KeyboardEvent) => boolean;
  /** What the reader points at becomes active. */
  handlePointer: (event: PointerEvent) => void;
}

/**
 * Which of the options is active while focus stays in the input: the first, until the reader moves. Options are links
 * with these ids; `contentKey` tells when they are others than before.
 */
export function useActiveOption(ids: readonly string[], contentKey: string): ActiveOption {
  const [active, setActive] = useState({ contentKey, id: ids[0] });
  const isCurrent = active.contentKey === contentKey && active.id !== undefined && ids.includes(active.id);
  const activeId = isCurrent ? active.id : ids[0];

  const move = (step: number) => {
    const at = activeId === undefined ? -1 : ids.indexOf(activeId);
    const id = ids[(at + step + ids.length) % Math.max(1, ids.length)];
    setActive({ contentKey, id });
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  };

  return {
    activeId,
    handleKey(event) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        move(event.key === "ArrowDown" ? 1 : -1);
        return true;
      }
      if (event.key !== "Enter") return false;
      const link = activeId === undefined ? null : document.getElementById(activeId);
      if (!(link instanceof HTMLAnchorElement)) return true;
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if (isElsewhere) window.open(link.href, "_blank", "noopener");
      else link.click();
      return true;
    },
    handlePointer(event) {
      const option = event.target instanceof Element ? event.target.closest("[data-option]") : null;
      if (option !== null && option.id !== activeId) setActive({ contentKey, id: option.id });
    },
  };
}
