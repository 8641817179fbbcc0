import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import styles from "./Dropdown.module.css";

export interface DropdownProps {
  label: string;
  /** Whether the current page is among its items. */
  isActive: boolean;
  /** List items. */
  children: ReactNode;
}

/** A button that opens a list below it. It works without script; script adds closing by Escape and by leaving it. */
export function Dropdown({ label, isActive, children }: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const element = details.current;
    if (element === null) return;
    const handleOutside = (event: Event) => {
      if (event.target instanceof Node && !element.contains(event.target)) element.open = false;
    };
    document.addEventListener("pointerdown", handleOutside);
    document.addEventListener("focusin", handleOutside);
    return () => {
      document.removeEventListener("pointerdown", handleOutside);
      document.removeEventListener("focusin", handleOutside);
    };
  }, []);

  const handleKeyDown = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== "Escape" || !event.currentTarget.open) return;
    event.currentTarget.open = false;
    event.currentTarget.querySelector("summary")?.focus();
  };
  const handleClick = (event: { target: EventTarget; currentTarget: HTMLDetailsElement }) => {
    if (event.target instanceof Element && event.target.closest("a") !== null) event.currentTarget.open = false;
  };

  return (
    // The handlers only close it; what opens it is the summary.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details ref={details} className={styles.dropdown} onKeyDown={handleKeyDown} onClick={handleClick}>
      <summary data-active={isActive ? "" : undefined}>{label}</summary>
      <ul>{children}</ul>
    </details>
  );
}
