import type { ColorMode } from "../../contract";
import { usePage } from "../../hooks/PageContext";
import styles from "./Brand.module.css";

/** Logo and title, leading home. */
export function Brand() {
  const { navbar, basePath } = usePage().site;
  return (
    <a className={styles.brand} href={basePath}>
      {navbar.logo === null && <span className="icon icon-mark" />}
      {logo(navbar.logo, navbar.logoDark === null ? undefined : "light")}
      {logo(navbar.logoDark, "dark")}
      {navbar.title}
    </a>
  );
}

/** A picture, since React adds no preload hint for an image inside one: a hint has no place in a part of the page. */
function logo(address: string | null, mode: ColorMode | undefined) {
  return address !== null && (
    <picture data-mode={mode}>
      <img src={address} alt="" />
    </picture>
  );
}
