/** Stored colour mode: `light` or `dark`. */
export const THEME_KEY = "theme";

/** `true` once the reader has dismissed an announcement: the one with the id that is stored beside it. */
export const ANNOUNCEMENT_DISMISS_KEY = "portico.announcement.dismiss";

/** Id of the announcement that the reader dismissed. */
export const ANNOUNCEMENT_ID_KEY = "portico.announcement.id";

/** Chosen tab of a group of tabs, as `portico.tab.<group>`. */
export const TAB_KEY_PREFIX = "portico.tab.";

/** Attributes of `<html>` that stand in for tabs until those work: `data-tab-<group>`, `data-tab-query-<parameter>`. */
export const TAB_ATTRIBUTE_PREFIX = "data-tab-";

/** Name of the docs version that a reader last used, of that set of docs. */
export function docsVersionKey(docs: string): string {
  return `docs-preferred-version-${docs}`;
}
