import { useState } from "react";
import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { toHref } from "../../lib/routes";
import { ColorModeToggle } from "../ColorModeToggle/ColorModeToggle";
import { MobileMenu } from "../MobileMenu/MobileMenu";
import { SearchButton } from "../SearchButton/SearchButton";
import { Brand } from "./Brand";
import styles from "./Navbar.module.css";
import { NavbarItems } from "./NavbarItems";

/**
 * The bar at the top of every page. The build renders it once for each set of active links: besides the site it may
 * depend on nothing else.
 */
export function Navbar() {
  const { site } = usePage();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { navbar, colorMode } = site;
  return (
    <header className={styles.navbar}>
      <button
        type="button"
        className={`icon-button icon icon-menu needs-script ${styles.menu ?? ""}`}
        aria-label={messages.openMenu}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={() => {
          setMenuOpen(true);
        }}
      />
      <Brand />
      <nav aria-label={messages.mainNavigation}>
        <ul>
          <NavbarItems items={navbar.left} />
        </ul>
        <ul>
          <NavbarItems items={navbar.right} />
        </ul>
      </nav>
      <SearchButton href={toHref(site.basePath, site.search.route)} />
      {!colorMode.isSwitchDisabled && <ColorModeToggle defaultMode={colorMode.defaultMode} />}
      {isMenuOpen && (
        <MobileMenu
          onClose={() => {
            setMenuOpen(false);
          }}
        />
      )}
    </header>
  );
}
