import { useEffect, useRef, type RefObject } from "react";

/** Calls back when the element comes near the window, and again if it is still there when `position` has changed. */
export function useSeen(element: RefObject<Element | null>, onSeen: () => void, position: unknown): void {
  const latest = useRef(onSeen);

  useEffect(() => {
    latest.current = onSeen;
  });

  useEffect(() => {
    if (element.current === null || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: "200px" },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element, position]);
}
