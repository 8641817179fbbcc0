import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";

export interface ActiveOption {
  /** Id of the active option, for `aria-activedescendant`. */
  activeId: string | undefined;
  /** Takes arrow keys and Enter. Tells whether it did. */
  handleKey: (event: KeyboardEvent) => boolean;
  /** What the reader points at becomes active. */
  handlePointer: (event: PointerEvent) => void;
}

export interface Options {
  /** Ids of the options, which are links, in order. */
  ids: readonly string[];
  /** Tells when they are others than before. */
  contentKey: string;
  /** What the reader typed. */
  text: string;
  /** Whether the options for it are still on their way, and others are shown. */
  isPending: boolean;
}

/**
 * Which of the options is active while focus stays in the input: the first, until the reader moves. Enter pressed before
 * the options for the text are there waits for them, and opens the first.
 */
export function useActiveOption({ ids, text, isPending, ...options }: Options): ActiveOption {
  const contentKey = `${options.contentKey}\n${text}`;
  const awaited = useRef<{ text: string; isElsewhere: boolean } | null>(null);
  const [active, setActive] = useState({ contentKey, id: ids[0] });
  const isCurrent = active.contentKey === contentKey && active.id !== undefined && ids.includes(active.id);
  const activeId = isCurrent ? active.id : ids[0];

  useEffect(() => {
    if (awaited.current === null || (isPending && awaited.current.text === text)) return;
    const { isElsewhere } = awaited.current;
    const isForThis = awaited.current.text === text;
    awaited.current = null;
    if (isForThis) follow(activeId, isElsewhere);
  }, [text, isPending, activeId]);

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
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if (isPending && !isCurrent) awaited.current = { text, isElsewhere };
      else follow(activeId, isElsewhere);
      return true;
    },
    handlePointer(event) {
      const option = event.target instanceof Element ? event.target.closest("[data-option]") : null;
      if (option !== null && option.id !== activeId) setActive({ contentKey, id: option.id });
    },
  };
}

function follow(id: string | undefined, isElsewhere: boolean): void {
  const link = id === undefined ? null : document.getElementById(id);
  if (!(link instanceof HTMLAnchorElement)) return;
  if (isElsewhere) window.open(link.href, "_blank", "noopener");
  else link.click();
}
