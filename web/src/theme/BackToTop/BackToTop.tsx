import { useHasScrolledUp } from "../../hooks/useHasScrolledUp";
import { messages } from "../../lib/messages";
import { MAIN_ID } from "../SkipLink/SkipLink";
import styles from "./BackToTop.module.css";

/** A button that appears once the reader scrolls up, far from the top. Motion is CSS's matter (`scroll-behavior`). */
export function BackToTop() {
  if (!useHasScrolledUp()) return null;
  return (
    <button
      type="button"
      className={`icon icon-up not-in-print ${styles.button ?? ""}`}
      aria-label={messages.backToTop}
      onClick={() => {
        const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
        // The button goes once the reader is there.
        document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
        window.scrollTo({ top: 0, behavior: isCalm ? "instant" : "smooth" });
      }}
    />
  );
}
