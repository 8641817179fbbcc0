/*
 * Runs in the head of every document before anything is painted, so that nothing flashes or jumps: it turns what the
 * reader chose earlier into attributes of <html>. Its bytes are the same on every page, since its hash stands in the
 * Content-Security-Policy; what differs from page to page it reads from attributes that the build writes (README).
 */
import { ANNOUNCEMENT_DISMISS_KEY, ANNOUNCEMENT_ID_KEY, TAB_ATTRIBUTE_PREFIX, TAB_KEY_PREFIX, THEME_KEY } from "./lib/storage-keys";

const root = document.documentElement;
const data = root.dataset;

// What is pressed before it can answer is marked; lib/presses presses it again.
addEventListener("click", ({ target }) => {
  if (data.hydrated === undefined && target instanceof Element) target.closest("button")?.setAttribute("data-pressed", "");
});

try {
  const theme = localStorage.getItem(THEME_KEY);
  if (data.themeSwitch !== "disabled" && (theme === "light" || theme === "dark")) data.theme = theme;

  const isDismissed = localStorage.getItem(ANNOUNCEMENT_DISMISS_KEY) === "true";
  if (isDismissed && localStorage.getItem(ANNOUNCEMENT_ID_KEY) === data.announcementId) data.announcement = "dismissed";

  // The panel of a stored tab shows at once, as does one that the address names. Islands take over from there.
  let rules = "";
  const show = (attribute: string, tabs: string, choice: string) => {
    root.setAttribute(attribute, choice);
    const value = CSS.escape(choice);
    const chosen = `[${attribute}=${value}] .tabs[${tabs}]:has(>[data-value=${value}])>[role=tabpanel]`;
    rules += `${chosen}:not([data-value=${value}]){display:none}${chosen}[data-value=${value}]{display:block}`;
  };
  const isName = (text: string) => /^[\w-]+$/.test(text);
  for (const key of Object.keys(localStorage)) {
    const group = key.slice(TAB_KEY_PREFIX.length);
    const choice = localStorage.getItem(key);
    if (!key.startsWith(TAB_KEY_PREFIX) || !isName(group) || choice === null) continue;
    show(TAB_ATTRIBUTE_PREFIX + group, `data-group="${group}"`, choice);
  }
  for (const [name, choice] of new URLSearchParams(location.search)) {
    if (isName(name)) show(`${TAB_ATTRIBUTE_PREFIX}query-${name}`, `data-query="${name}"`, choice);
  }
  if (rules !== "") {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }
} catch {
  // No storage, no choices: the document is right as it is.
}
