import { usePage } from "../../hooks/PageContext";
import styles from "./Brand.module.css";

/** Logo and title, leading home. */
export function Brand() {
  const { navbar, basePath } = usePage().site;
  return (
    <a className={styles.brand} href={basePath}>
      {navbar.logo === null ? (
        <span className="icon icon-mark" />
      ) : (
        // Inside <picture> React leaves out the preload hint, which has no place in a part of the page.
        <picture>
          <img src={navbar.logo} alt="" data-mode={navbar.logoDark === null ? undefined : "light"} />
          {navbar.logoDark !== null && <img src={navbar.logoDark} alt="" data-mode="dark" />}
        </picture>
      )}
      {navbar.title}
    </a>
  );
}
