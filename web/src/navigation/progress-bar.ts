import styles from "./ProgressBar.module.css";

/** Navigations that take no longer than this show no bar (specification, section 9). */
export const PROGRESS_DELAY_MS = 200;

export interface ProgressBar {
  /** A navigation begins; the bar follows if it takes long. */
  start(): void;
  /** It has ended. */
  finish(): void;
}

/** The thin bar at the top of the window. It only decorates: the announcer tells of the arrival. */
export function createProgressBar(): ProgressBar {
  const bar = document.createElement("div");
  bar.className = styles["progress"] ?? "";
  bar.dataset["progress"] = "";
  bar.dataset["state"] = "idle";
  bar.setAttribute("aria-hidden", "true");
  document.body.append(bar);

  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start() {
      clearTimeout(timer);
      if (bar.dataset["state"] === "running") return;
      timer = setTimeout(() => (bar.dataset["state"] = "running"), PROGRESS_DELAY_MS);
    },
    finish() {
      clearTimeout(timer);
      bar.dataset["state"] = bar.dataset["state"] === "running" ? "done" : "idle";
    },
  };
}
