import { ExternalMark, externalLink } from "../../components/ExternalMark/ExternalMark";
import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import styles from "./Footer.module.css";

/** The end of every page, the same on all of them. */
export function Footer() {
  const { footer, basePath } = usePage().site;
  return (
    <footer className={styles.footer}>
      <nav aria-label={messages.footerLabel}>
        {footer.columns.map((column, index) => (
          <div key={index}>
            {column.title !== null && <p>{column.title}</p>}
            <ul>
              {column.links.map((link) => (
                <li key={link.href}>
                  <a href={toHref(basePath, link.href)} {...(link.isExternal ? externalLink : {})}>
                    {link.label}
                    {link.isExternal && <ExternalMark />}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <p className={styles.copyright} dangerouslySetInnerHTML={{ __html: footer.copyrightHtml }} />
    </footer>
  );
}
