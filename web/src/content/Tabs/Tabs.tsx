import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import type { ContentProps } from "../content-props";
import { parseTabsProps } from "./tabs-props";
import { useTabChoice } from "./useTabChoice";

/** Panels of which one shows. Without JavaScript, and in print, they stand one below the other under their labels. */
export function Tabs({ props, slots }: ContentProps) {
  const parsed = parseTabsProps(props);
  const { groupId, parameter, tabs } = parsed;
  const [selected, select] = useTabChoice(parsed);
  const [focused, setFocused] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);

  useFindablePanels(root, selected, select);

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = all.findIndex((tab) => tab === event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at === -1 || to === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };

  return (
    <div ref={root} className="tabs" data-group={groupId ?? undefined} data-query={parameter ?? undefined}>
      {/* The tabs in it take focus, not the list. */}
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        role="tablist"
        onKeyDown={handleKeyDown}
        onBlur={() => {
          setFocused(null);
        }}
      >
        {tabs.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            role="tab"
            data-value={value}
            aria-selected={value === selected}
            tabIndex={value === (focused ?? selected) ? 0 : -1}
            onFocus={() => {
              setFocused(value);
            }}
            onClick={(event) => {
              keepInPlace(event.currentTarget, () => {
                select(value);
              });
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ value, label }, index) => (
        <div
          key={value}
          role="tabpanel"
          aria-label={label}
          tabIndex={value === selected ? 0 : undefined}
          data-value={value}
          data-label={label}
          hidden={value !== selected}
        >
          {slots[index]}
        </div>
      ))}
    </div>
  );
}

/** Lets the browser find text in hidden panels, and links reach into them: the panel then shows. */
function useFindablePanels(
  root: React.RefObject<HTMLElement | null>,
  selected: string,
  select: (value: string) => void,
): void {
  const latestSelect = useRef(select);

  useLayoutEffect(() => {
    latestSelect.current = select;
  });
  useLayoutEffect(() => {
    for (const panel of root.current?.querySelectorAll(":scope > [role=tabpanel][hidden]") ?? []) {
      panel.setAttribute("hidden", "until-found");
    }
  }, [root, selected]);
  useEffect(() => {
    const element = root.current;
    const handleBeforeMatch = ({ target }: Event) => {
      const value = target instanceof HTMLElement && target.parentElement === element ? target.dataset["value"] : undefined;
      if (value === undefined) return;
      flushSync(() => {
        latestSelect.current(value);
      });
    };
    element?.addEventListener("beforematch", handleBeforeMatch);
    return () => {
      element?.removeEventListener("beforematch", handleBeforeMatch);
    };
  }, [root]);
}

/** Changes the page so that the element stays where it is in the window, whatever grows or shrinks above it. */
function keepInPlace(element: HTMLElement, change: () => void) {
  const before = element.getBoundingClientRect().top;
  flushSync(change);
  const moved = element.getBoundingClientRect().top - before;
  if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
}
