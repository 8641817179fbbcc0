import { useCallback, useEffect, useRef } from "react";

/** Calls back when the element comes near the window. Gives the function that takes the element. */
export function useSeen(onSeen: () => void): (element: Element | null) => void {
  const latest = useRef(onSeen);
  const observer = useRef<IntersectionObserver | null>(null);

  useEffect(() => {
    latest.current = onSeen;
  });

  return useCallback((element) => {
    observer.current?.disconnect();
    if (element === null || typeof IntersectionObserver === "undefined") return;
    observer.current = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: "200px" },
    );
    observer.current.observe(element);
  }, []);
}
