/** A path below the site's base path, with its leading slash; `null` for paths outside the site. */
export function pathBelowBase(pathname: string, basePath: string): string | null {
  if (pathname.startsWith(basePath)) return pathname.slice(basePath.length - 1);
  return `${pathname}/` === basePath ? "/" : null;
}

/**
 * The key of the page at that path below the base: `/quickstart/`, `/quickstart`, `/quickstart.html` and
 * `/quickstart/index.html` are all `quickstart`; the home page is `index`.
 */
export function pageKey(path: string): string {
  const key = trimSlashes(path)
    .replace(/\.html$/, "")
    .replace(/(^|\/)index$/, "");
  return trimSlashes(key) || "index";
}

/** Address of a page's data. */
export function pageDataUrl(basePath: string, key: string): string {
  return `${basePath}page-data/${key}.json`;
}

/** Whether the path may name a page: it has no file ending, or `.html`. */
export function isPagePath(path: string): boolean {
  const ending = /\.([a-z][a-z0-9]*)$/i.exec(path);
  return ending === null || ending[1] === "html";
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, "");
}
