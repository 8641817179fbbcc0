import { useEffect, useState, type ComponentType } from "react";
import { flushSync } from "react-dom";
import { usePage } from "../../hooks/PageContext";
import { whenIdle } from "../../lib/idle";
import { messages } from "../../lib/messages";
import { isOverlayOpen } from "../../lib/overlay";
import { toHref } from "../../lib/routes";
import { ColorModeToggle } from "../ColorModeToggle/ColorModeToggle";
import type { MobileMenuProps } from "../MobileMenu/MobileMenu";
import { SearchButton } from "../SearchButton/SearchButton";
import { Brand } from "./Brand";
import styles from "./Navbar.module.css";
import { NavbarItems } from "./NavbarItems";

/** The menu is loaded once the page works, and only for windows that need it. */
async function loadMenu(): Promise<ComponentType<MobileMenuProps>> {
  return (await import("../MobileMenu/MobileMenu")).MobileMenu;
}

/**
 * The bar at the top of every page. The build renders it once for each set of active links: besides the site it may
 * depend on nothing else.
 */
export function Navbar() {
  const { site } = usePage();
  // What is open, if anything is.
  const [Menu, setMenu] = useState<ComponentType<MobileMenuProps> | null>(null);
  useMenuAhead();
  const { navbar, colorMode } = site;
  return (
    <header className={styles.navbar}>
      <button
        type="button"
        className={`icon-button icon icon-menu needs-script ${styles.menu ?? ""}`}
        aria-label={messages.openMenu}
        aria-haspopup="dialog"
        aria-expanded={Menu !== null}
        onClick={() => {
          loadMenu().then((loaded) => {
            // The search may have been quicker. At once, so that it in turn finds the menu open.
            if (!isOverlayOpen()) flushSync(() => { setMenu(() => loaded); });
          }, console.warn);
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
      {Menu !== null && (
        <Menu
          onClose={() => {
            setMenu(null);
          }}
        />
      )}
    </header>
  );
}

/** Loads the menu of a narrow window while nothing else is to be done, so that it opens at once, offline too. */
function useMenuAhead(): void {
  useEffect(() => {
    const narrow = window.matchMedia("(max-width: 996px)");
    const handleChange = () => {
      if (narrow.matches) void whenIdle().then(loadMenu).catch(() => undefined);
    };
    handleChange();
    narrow.addEventListener("change", handleChange);
    return () => {
      narrow.removeEventListener("change", handleChange);
    };
  }, []);
}
