import type { MouseEvent } from "react";
import type { AnnouncementBar as AnnouncementBarData } from "../../contract";
import { messages } from "../../lib/messages";
import { writeStored } from "../../lib/storage";
import { ANNOUNCEMENT_DISMISS_KEY, ANNOUNCEMENT_ID_KEY } from "../../lib/storage-keys";
import styles from "./AnnouncementBar.module.css";

export interface AnnouncementBarProps {
  announcement: AnnouncementBarData;
}

/**
 * The bar above the navbar. Whether it is dismissed is an attribute of <html> that before-paint sets, so that a dismissed
 * bar never shows up and a new one shows at once. Colours of its own are in the style sheet of the build.
 */
export function AnnouncementBar({ announcement }: AnnouncementBarProps) {
  const { id, html, isCloseable } = announcement;
  const handleClose = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes; the focus goes on to what comes next.
    const after = currentTarget.closest("[data-announcement-bar]")?.nextElementSibling?.querySelectorAll<HTMLElement>("a[href], button") ?? [];
    [...after].find((control) => control.checkVisibility())?.focus();
    writeStored(ANNOUNCEMENT_ID_KEY, id);
    writeStored(ANNOUNCEMENT_DISMISS_KEY, "true");
    document.documentElement.dataset.announcement = "dismissed";
  };
  return (
    <section
      data-announcement-bar=""
      className={styles.bar}
      aria-label={messages.announcementLabel}
    >
      <div dangerouslySetInnerHTML={{ __html: html }} />
      {isCloseable && (
        <button type="button" className="icon icon-close needs-script" aria-label={messages.dismissAnnouncement} onClick={handleClose} />
      )}
    </section>
  );
}
