import { useLayoutEffect, useRef, type ComponentProps, type KeyboardEvent, type MouseEvent } from "react";
import { useCloseOnBack } from "../../hooks/useCloseOnBack";
import { setOverlayOpen } from "../../lib/overlay";

export interface ModalDialogProps extends Omit<ComponentProps<"dialog">, "onClose" | "open" | "ref"> {
  "aria-label": string;
  /** The reader wants it closed: Escape, a press outside, or the browser's Back. */
  onClose: () => void;
}

/**
 * A dialog over the page, open as long as it is rendered. Focus moves in, stays in and returns to where it was; the page
 * behind does not scroll. A link inside is followed from the page's own history entry, not from the dialog's.
 */
export function ModalDialog({ onClose, children, ...rest }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const followed = useRef<HTMLAnchorElement>(null);
  const { leave } = useCloseOnBack(onClose);

  // Before the effects of what is inside, which may want to measure.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element === null) return;
    element.showModal();
    setOverlayOpen(true);
    return () => {
      element.close();
      setOverlayOpen(false);
      if (before instanceof HTMLElement && (document.activeElement ?? document.body) === document.body) before.focus();
    };
  }, []);

  const handleKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    }
    if (event.key === "Tab") keepFocusInside(event);
  };

  const handleClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) {
      onClose();
      return;
    }
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link === null || !isPlainClick(event, link) || link === followed.current) return;
    event.preventDefault();
    event.stopPropagation();
    void leave().then(() => {
      followed.current = link;
      link.click();
      onClose();
    });
  };

  return (
    // Keys and presses on the dialog itself only close it, which Escape does for all.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog {...rest} ref={dialog} onKeyDown={handleKeyDown} onClick={handleClick} onCancel={handleCancel(onClose)}>
      {children}
    </dialog>
  );
}

/** The browser's own wish to close (Escape, Android's Back gesture) goes through React's state like all others. */
function handleCancel(onClose: () => void) {
  return (event: { preventDefault: () => void }) => {
    event.preventDefault();
    onClose();
  };
}

function isPlainClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasModifier && link.target === "" && link.origin === location.origin;
}

const FOCUSABLE = "a[href], button:not([disabled]), summary, input, select, textarea, [tabindex='0']";

function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isShown);
  const first = all[0];
  const last = all.at(-1);
  if (first === undefined || last === undefined) return;
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}

function isShown(element: HTMLElement): boolean {
  return element.closest("[hidden]") === null && (element.closest("details:not([open])") === null || element.matches("details > summary"));
}
