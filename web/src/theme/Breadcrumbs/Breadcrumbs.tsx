import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import styles from "./Breadcrumbs.module.css";

/** The way from the home page to this one; nothing for pages without a sidebar. */
export function Breadcrumbs() {
  const { site, page } = usePage();
  const { breadcrumbs } = page;
  if (breadcrumbs === undefined) return null;
  return (
    <nav className={styles.breadcrumbs} aria-label={messages.breadcrumbsLabel}>
      <ol>
        <li>
          <a className="icon icon-home" href={site.basePath} aria-label={messages.homePage} />
        </li>
        {breadcrumbs.map(({ label, href }, index) => (
          <li key={index} aria-current={index === breadcrumbs.length - 1 ? "page" : undefined}>
            {href === undefined || index === breadcrumbs.length - 1 ? (
              label
            ) : (
              <a href={toHref(site.basePath, href)}>{label}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
