/** Stored colour mode: `light` or `dark`. */
export const THEME_KEY = "theme";

/** Id of the announcement that the reader dismissed. */
export const ANNOUNCEMENT_KEY = "portico.announcement";

/** Chosen tab of a group of tabs, as `portico.tab.<group>`. */
export const TAB_KEY_PREFIX = "portico.tab.";
