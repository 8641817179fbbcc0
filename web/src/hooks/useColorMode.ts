import { useSyncExternalStore } from "react";
import type { ColorMode } from "../contract";
import { readStored, subscribeStored, writeStored } from "../lib/storage";
import { THEME_KEY } from "../lib/storage-keys";

/*
 * The colour mode shown is an attribute of <html>: before-paint sets it, CSS and this store read it.
 */
function shownMode(): ColorMode {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function show(mode: ColorMode) {
  document.documentElement.dataset.theme = mode;
}

/** The colour mode, and a way to choose one. Other tabs of the site follow. */
export function useColorMode(defaultMode: ColorMode): [ColorMode, (mode: ColorMode) => void] {
  const mode = useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange);
      observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      const unsubscribe = subscribeStored(THEME_KEY, () => {
        const stored = readStored(THEME_KEY);
        show(stored === "dark" || stored === "light" ? stored : defaultMode);
      });
      return () => {
        observer.disconnect();
        unsubscribe();
      };
    },
    shownMode,
    () => defaultMode,
  );
  return [mode, choose];
}

function choose(mode: ColorMode) {
  show(mode);
  writeStored(THEME_KEY, mode);
}
