import type { Locator, Page } from "@playwright/test";
import { expect } from "./portal";

/*
 * Walking by keyboard. What there is to reach is read from the document, not listed in the tests, so that a control added
 * tomorrow is walked to as well.
 */

/** A place where the focus rests. */
export interface Stop {
  /** Its number among all controls, in the order of the document; `null` for a place that Tab does not lead to. */
  index: number | null;
  /** What it is, so that a test knows what its keys should do. */
  kind: string;
  /** The control as a reader of the report would name it. */
  name: string;
  /** What is wrong with it: the focus is lost, hidden, or cannot be seen. */
  faults: string[];
}

interface Walk {
  controls: Element[];
  look: () => Promise<Stop>;
}

/** Reads the controls of the page, or of an element of it, and how they look without focus. The answer is their number. */
export async function beginWalk(page: Page, scope = "body"): Promise<number> {
  return page.evaluate(async (selector) => {
    // Some controls are there only where the layout asks for them, which the page is told with its next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const CONTROLS = "a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable], [tabindex]";

    function isControl(element: Element): boolean {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) || element.closest("[inert]") !== null) return false;
      if (element.matches(CONTROLS)) return (element as HTMLElement).tabIndex >= 0 && !element.matches(":disabled");
      // The browser itself stops at what scrolls and has nothing in it to stop at.
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrolls =
        (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) ||
        (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight);
      return scrolls && element !== document.body && element !== document.documentElement && element.querySelector(CONTROLS) === null;
    }

    /** The title of the main element, which stands for the whole. */
    function titleOf(element: Element): Element | null {
      return element.matches("main") ? element.querySelector("h1") : null;
    }

    /** Who may show that an element has the focus: itself, what frames it, and for the main element its title. */
    function showers(element: Element): Element[] {
      const all = [element, element.parentElement, element.parentElement?.parentElement, titleOf(element)];
      return all.filter((shower) => shower instanceof Element);
    }

    function ring(element: Element): string {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      const isDrawn = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1 && !/, 0\)$/.test(outlineColor);
      return `${isDrawn ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : "none"} / ${boxShadow}`;
    }

    function kindOf(element: Element): string {
      if (element.matches("[role=tab]")) return "tab";
      if (element.matches("[role=tabpanel]")) return "panel";
      if (element.matches("[data-search-button]")) return "search";
      if (element.matches("[data-action]")) return element.getAttribute("data-action") ?? "";
      if (element.matches("input[type=search]")) return "query";
      if (element.matches("button[type=submit]")) return "submit";
      if (element.matches("[aria-pressed]")) return "toggle";
      if (element.matches("button")) return `button ${element.ariaLabel ?? element.textContent}`;
      if (element.matches("summary")) return "summary";
      if (element.matches("a[href]")) return "link";
      return getComputedStyle(element).overflowX === "visible" ? "unknown" : "scroller";
    }

    function hiding(element: Element): string[] {
      const boxes = [...(titleOf(element) ?? element).getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (boxes.length === 0) return ["has no size"];
      const isSeen = boxes.some(({ left, right, top, bottom }) =>
        [0.02, 0.25, 0.5, 0.75, 0.98].some((x) =>
          [0.05, 0.25, 0.5, 0.75, 0.95].some((y) => {
            const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
            return hit !== null && (element.contains(hit) || (element.matches("summary, main, dialog *") && hit.contains(element)));
          }),
        ),
      );
      if (!isSeen) return ["is hidden or out of the window"];
      const navbar = document.querySelector("header:not(main header)");
      const end = navbar?.getBoundingClientRect().bottom ?? 0;
      const top = Math.min(...boxes.map((box) => box.top));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      const isAside = element.matches("main") || navbar?.contains(element) === true || getComputedStyle(element).position === "fixed";
      const isBehind = !isAside && element.closest("dialog, [data-announcement-bar]") === null && top < end - 1 && bottom - top < innerHeight - end;
      return isBehind ? ["is partly behind the navbar"] : [];
    }

    const scopeElement = document.querySelector(selector) ?? document.body;
    const controls = [...scopeElement.querySelectorAll("*")].filter(isControl);
    const unfocused = new Map<Element, string>();
    for (const element of [...controls, ...document.querySelectorAll("main")]) {
      for (const shower of showers(element)) unfocused.set(shower, element === document.activeElement || shower.matches(":focus-within") ? "" : ring(shower));
    }

    const walk: Walk = {
      controls,
      async look() {
        const finite = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(finite.map((animation) => animation.finished));
        const at = document.activeElement ?? document.body;
        const label = at.ariaLabel ?? (at.textContent.trim().replace(/\s+/g, " ").slice(0, 50) || at.outerHTML.slice(0, 60));
        const name = `${at.tagName.toLowerCase()} “${label}”`;
        const index = controls.indexOf(at);
        const place = { index: index === -1 ? null : index, kind: kindOf(at), name };
        if (at === document.body || at === document.documentElement) return { ...place, kind: "none", faults: ["the focus is lost"] };
        const faults = hiding(at);
        if (!at.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) faults.push("is not visible");
        const rings = showers(at).map((shower) => [ring(shower), unfocused.get(shower) ?? "none / none"] as const);
        if (!rings.some(([now, before]) => now !== before && now !== "none / none")) faults.push("does not show its focus");
        return { ...place, faults };
      },
    };
    (window as unknown as { walk: Walk }).walk = walk;
    return controls.length;
  }, scope);
}

/** Links are asked what they would do; where they lead is tested by itself. */
export async function holdLinks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link === null || link.matches("[data-search-button]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      document.documentElement.dataset["followed"] = String(Number(document.documentElement.dataset["followed"] ?? "0") + 1);
    }, { capture: true });
  });
}

/** Where the focus is now. */
export function look(page: Page): Promise<Stop> {
  return page.evaluate(() => (window as unknown as { walk: Walk }).walk.look());
}

/** Where the focus is after a key; there it must be visible and shown. */
export async function press(page: Page, key: string): Promise<Stop> {
  await page.keyboard.press(key);
  return expectFocus(page, key);
}

/** The focus is somewhere, visible, and shown. It may take the page a moment to put it there. */
export async function expectFocus(page: Page, after: string): Promise<Stop> {
  let stop: Stop | null = null;
  await expect(async () => {
    stop = await look(page);
    expect(stop.faults, `after ${after}: ${stop.name}`).toEqual([]);
  }).toPass({ timeout: 4000, intervals: [0, 50, 100, 250] });
  if (stop === null) throw new Error("unreachable");
  return stop;
}

/** Goes on with Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const element = await target.elementHandle();
  for (let step = 0; step < 400; step += 1) {
    if (await page.evaluate((wanted) => document.activeElement === wanted, element)) return;
    await page.keyboard.press(key);
  }
  throw new Error("Tab does not lead there");
}
