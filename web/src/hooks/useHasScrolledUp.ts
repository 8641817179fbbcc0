import { useEffect, useState } from "react";

/** How far down the page a way back to the top is of use, and the height of a footer near the end. */
const FAR = 300;

/** Whether the reader, well below the top, last scrolled upwards. A jump to a heading does not count. */
export function useHasScrolledUp(): boolean {
  const [hasScrolledUp, setScrolledUp] = useState(false);

  useEffect(() => {
    let last = window.scrollY;
    let jumped = false;
    const handleScroll = () => {
      const now = window.scrollY;
      const isUp = now < last;
      const isAtEnd = now + window.innerHeight >= document.documentElement.scrollHeight - 1;
      if (now < FAR || (!isUp && now !== last) || isAtEnd || jumped) setScrolledUp(false);
      else if (isUp) setScrolledUp(true);
      jumped = false;
      last = now;
    };
    const handleJump = () => {
      jumped = true;
      setScrolledUp(false);
    };
    window.addEventListener("scroll", handleScroll, { passive: true });
    window.addEventListener("hashchange", handleJump);
    return () => {
      window.removeEventListener("scroll", handleScroll);
      window.removeEventListener("hashchange", handleJump);
    };
  }, []);

  return hasScrolledUp;
}
