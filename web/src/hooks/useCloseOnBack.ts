import { useEffect, useLayoutEffect, useRef } from "react";

/*
 * While an overlay is open, an entry of its own lies on top of the browser's history, so that Back closes the overlay
 * and stays on the page. It has the state of the page's entry and `overlay` besides: by this the router knows it.
 */

/** Closes an overlay by the browser's Back, and takes its entry away when it is closed by other means. */
export function useCloseOnBack(onClose: () => void): { leave: () => Promise<void> } {
  const latestOnClose = useRef(onClose);
  const entry = useRef<OverlayEntry | null>(null);

  useEffect(() => {
    latestOnClose.current = onClose;
  }, [onClose]);

  // Before the overlay is painted: a reader who sees it can go back at once.
  useLayoutEffect(() => {
    const own = openEntry(() => {
      latestOnClose.current();
    });
    entry.current = own;
    return () => {
      void own.leave();
    };
  }, []);

  return { leave: () => entry.current?.leave() ?? Promise.resolve() };
}

/** Done when the entry that is just being left is gone. */
let leaving: Promise<void> | null = null;

interface OverlayEntry {
  /** Goes back to the page's own entry; done when the browser is there. */
  leave: () => Promise<void>;
}

function openEntry(onBack: () => void): OverlayEntry {
  let state: "open" | "leaving" | "left" = "open";
  let isPushed = false;
  let finish: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const handlePopState = () => {
    window.removeEventListener("popstate", handlePopState);
    const wasBack = state === "open";
    state = "left";
    leaving = null;
    finish();
    if (wasBack) onBack();
  };

  const push = () => {
    if (state !== "open") return;
    history.pushState({ ...(history.state as object | null), overlay: true }, "");
    window.addEventListener("popstate", handlePopState);
    isPushed = true;
  };
  // An overlay may open while another's entry, or in Strict Mode its own, is being left: that one must be gone first.
  if (leaving === null) push();
  else void leaving.then(push);

  return {
    leave() {
      if (state === "open") {
        if (!isPushed) {
          state = "left";
          return Promise.resolve();
        }
        state = "leaving";
        history.back();
        leaving = left;
      }
      return state === "leaving" ? left : Promise.resolve();
    },
  };
}
