import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ModalDialog } from "../../components/ModalDialog/ModalDialog";
import { usePage } from "../../hooks/PageContext";
import { messages } from "../../lib/messages";
import { Brand } from "../Navbar/Brand";
import { NavbarItems } from "../Navbar/NavbarItems";
import { Sidebar } from "../Sidebar/Sidebar";
import styles from "./MobileMenu.module.css";

export interface MobileMenuProps {
  onClose: () => void;
}

/** The menu of narrow windows: the navbar's items, and the page's own sidebar if it has one, which then comes first. */
export function MobileMenu({ onClose }: MobileMenuProps) {
  const { site, sidebar, page } = usePage();
  const [shown, setShown] = useState<"main" | "sidebar">(sidebar === null ? "main" : "sidebar");
  const panel = useRef<HTMLDivElement>(null);

  useCloseWhenWide(onClose);

  const handleSwitch = (next: "main" | "sidebar") => {
    flushSync(() => {
      setShown(next);
    });
    panel.current?.querySelector<HTMLElement>("a[href], button, summary")?.focus();
  };

  return (
    <ModalDialog className={styles.menu} aria-label={messages.menuLabel} onClose={onClose}>
      <div className={styles.head}>
        <Brand />
        <button type="button" className="icon-button icon icon-close" aria-label={messages.closeMenu} onClick={onClose} />
      </div>
      <div ref={panel} className={styles.panel}>
        {shown === "sidebar" && sidebar !== null ? (
          <>
            <button
              type="button"
              className={styles.switch}
              data-direction="back"
              onClick={() => {
                handleSwitch("main");
              }}
            >
              {messages.backToMainMenu}
            </button>
            <Sidebar sidebar={sidebar} currentKey={page.sidebarKey} />
          </>
        ) : (
          <nav className={styles.main} aria-label={messages.mainNavigation}>
            <ul>
              <NavbarItems items={site.navbar.left} />
              <NavbarItems items={site.navbar.right} />
            </ul>
            {sidebar !== null && (
              <button
                type="button"
                className={styles.switch}
                onClick={() => {
                  handleSwitch("sidebar");
                }}
              >
                {messages.pagesOfThisSection}
              </button>
            )}
          </nav>
        )}
      </div>
    </ModalDialog>
  );
}

/** A window that grows to desktop width has the navbar again and needs no menu. */
function useCloseWhenWide(onClose: () => void) {
  useEffect(() => {
    const wide = window.matchMedia("(min-width: 997px)");
    const handleChange = () => {
      if (wide.matches) onClose();
    };
    wide.addEventListener("change", handleChange);
    return () => {
      wide.removeEventListener("change", handleChange);
    };
  }, [onClose]);
}
