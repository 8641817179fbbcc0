import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Takes focus from the button that asked for further results to the first of them: the button moves away below them, or
 * goes. `n` is how many there are in the list. Gives what is to be told when they are asked for.
 */
export function useFocusOnMore(list: RefObject<HTMLElement | null>, n: number): (button: HTMLElement | null) => void {
  const asked = useRef<{ button: HTMLElement; n: number } | null>(null);
  useLayoutEffect(() => {
    if (asked.current === null || n <= asked.current.n) return;
    const { button, n: before } = asked.current;
    asked.current = null;
    const hasMovedOn = document.activeElement !== button && document.activeElement !== document.body;
    if (!hasMovedOn) list.current?.children[before]?.querySelector("a")?.focus();
  });
  return (button) => {
    asked.current = button !== null && document.activeElement === button ? { button, n } : null;
  };
}
