/** The address of a route below the site's base path; addresses outside the site and fragments stay as they are. */
export function toHref(basePath: string, href: string): string {
  return href.startsWith("/") && !href.startsWith("//") ? basePath.slice(0, -1) + href : href;
}

/** Whether two routes name the same page: a slash at the end makes no difference. */
export function isSameRoute(one: string, other: string): boolean {
  return one === other || withSlash(one) === withSlash(other);
}

/** Whether a route lies at or below another. */
export function isRouteBelow(route: string, prefix: string): boolean {
  return withSlash(route).startsWith(withSlash(prefix));
}

function withSlash(route: string): string {
  return route.endsWith("/") ? route : `${route}/`;
}
