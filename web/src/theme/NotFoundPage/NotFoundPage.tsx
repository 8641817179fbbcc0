import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { linksOf } from "../../lib/navbar-state";
import { toHref } from "../../lib/routes";
import { SearchForm } from "../SearchPage/SearchForm";
import styles from "./NotFoundPage.module.css";

/** Unknown paths end here, with a way on. */
export function NotFoundPage() {
  const { navbar, basePath } = usePage().site;
  const links = [...navbar.left, ...navbar.right].flatMap(linksOf).filter((link) => !link.isExternal);
  return (
    <div className={styles.page}>
      <h1>{messages.notFoundTitle}</h1>
      <p>{messages.notFoundText}</p>
      <SearchForm />
      <p>{messages.notFoundLinks}</p>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={toHref(basePath, link.href)}>{link.label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
