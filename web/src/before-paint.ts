/*
 * Runs in the head of every document before anything is painted, so that nothing flashes or jumps: it turns what the
 * reader chose earlier into attributes of <html>. Its bytes are the same on every page, since its hash stands in the
 * Content-Security-Policy; what differs from page to page it reads from attributes that the build writes (README).
 */
import { ANNOUNCEMENT_KEY, TAB_KEY_PREFIX, THEME_KEY } from "./lib/storage-keys";

const root = document.documentElement;
const data = root.dataset;

try {
  const theme = localStorage.getItem(THEME_KEY);
  if (data.themeSwitch !== "disabled" && (theme === "light" || theme === "dark")) data.theme = theme;

  const dismissed = localStorage.getItem(ANNOUNCEMENT_KEY);
  if (dismissed !== null && dismissed === data.announcementId) data.announcement = "dismissed";

  // The panel of a stored tab shows at once; Tabs keeps the attribute up to date.
  let rules = "";
  for (const key of Object.keys(localStorage)) {
    const group = key.slice(TAB_KEY_PREFIX.length);
    const choice = localStorage.getItem(key);
    if (!key.startsWith(TAB_KEY_PREFIX) || !/^[\w-]+$/.test(group) || choice === null) continue;
    root.setAttribute(`data-tab-${group}`, choice);
    const value = CSS.escape(choice);
    const chosen = `[data-tab-${group}=${value}] .tabs[data-group=${CSS.escape(group)}]:has(>[data-value=${value}])>[role=tabpanel]`;
    rules += `${chosen}:not([data-value=${value}]){display:none}${chosen}[data-value=${value}]{display:block}`;
  }
  if (rules !== "") {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }
} catch {
  // No storage, no choices: the document is right as it is.
}
