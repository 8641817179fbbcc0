import { useEffect, useState } from "react";

/** Height below the top of the window that the navbar and some air take. */
const OFFSET = 96;

/** Id of the heading that the reader is at: the last one above the upper part of the window. */
export function useActiveHeading(ids: readonly string[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  const key = ids.join(" ");

  useEffect(() => {
    const headings = key
      .split(" ")
      .map((id) => document.getElementById(id))
      .filter((heading) => heading !== null);
    let frame = 0;
    const update = () => {
      frame = 0;
      setActive(headingAtTop(headings)?.id ?? null);
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(update);
    };
    schedule();
    window.addEventListener("scroll", schedule, { passive: true });
    window.addEventListener("resize", schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", schedule);
      window.removeEventListener("resize", schedule);
    };
  }, [key]);

  return active;
}

function headingAtTop(headings: readonly HTMLElement[]): HTMLElement | null {
  const { scrollY, innerHeight } = window;
  // At the very end the last headings may never reach the top.
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const limit = isAtEnd ? innerHeight : OFFSET;
  return headings.findLast((heading) => heading.getBoundingClientRect().top <= limit) ?? null;
}
