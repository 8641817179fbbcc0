import type { Page } from "@playwright/test";
import { expect } from "./portal";
import { expectFocus, press, type Stop } from "./walk";

const focused = (page: Page) => page.locator(":focus");
const attribute = (page: Page, name: string) => focused(page).getAttribute(name);

/** Uses the control that has the focus as its kind is used, and leaves it as it was. */
export async function operate(page: Page, { kind, name }: Stop): Promise<void> {
  switch (kind) {
    case "link": {
      const before = Number((await page.locator("html").getAttribute("data-followed")) ?? "0");
      await press(page, "Enter");
      expect(Number(await page.locator("html").getAttribute("data-followed")), name).toBe(before + 1);
      return;
    }
    case "summary": {
      const isOpen = () => focused(page).evaluate((summary) => summary.parentElement?.hasAttribute("open"));
      const before = await isOpen();
      await press(page, "Enter");
      expect(await isOpen(), name).toBe(!before);
      await press(page, "Space");
      expect(await isOpen(), name).toBe(before);
      return;
    }
    case "wrap":
    case "toggle": {
      const before = await attribute(page, "aria-pressed");
      await press(page, "Space");
      if (kind === "wrap") {
        expect(await attribute(page, "aria-pressed"), name).toBe(before === "true" ? "false" : "true");
        await press(page, "Enter");
      }
      expect(await attribute(page, "aria-pressed"), name).toBe(kind === "wrap" ? before : "true");
      return;
    }
    case "copy":
      await press(page, "Enter");
      await expect(focused(page), name).toHaveAttribute("data-state", "done");
      return;
    case "tab": {
      const selected = () => attribute(page, "aria-selected");
      await press(page, "End");
      expect(await selected(), name).toBe("false");
      await press(page, "Enter");
      expect(await selected(), name).toBe("true");
      await press(page, "Home");
      await press(page, "Space");
      expect(await selected(), name).toBe("true");
      await press(page, "ArrowLeft");
      expect(await selected(), name).toBe("false");
      await press(page, "ArrowRight");
      expect(await selected(), name).toBe("true");
      return;
    }
    case "scroller": {
      const scrolls = await focused(page).evaluate((element) => element.scrollWidth > element.clientWidth + 1);
      await press(page, "ArrowRight");
      if (scrolls) await expect.poll(() => focused(page).evaluate((element) => element.scrollLeft), name).toBeGreaterThan(0);
      await press(page, "ArrowLeft");
      return;
    }
    case "panel":
      // The keyboard stops there so that its text can be read on from the tabs.
      return;
    case "query":
      await page.keyboard.type("R01");
      await expect(focused(page)).toHaveValue("R01");
      await expectFocus(page, "typing");
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Delete");
      await expect(page.locator("[data-search-results] :is(a, button)")).toHaveCount(0);
      return;
    case "submit":
      // Enter in the query is the same; what comes of it is tested by itself.
      expect(await focused(page).evaluate((button) => (button as HTMLButtonElement).form?.getAttribute("action"))).toContain("/search");
      return;
    case "search":
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(page.getByRole("dialog").locator("input")).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.locator("[data-search-button]")).toBeFocused();
      await expectFocus(page, "closing the search");
      return;
    case "button Open menu":
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
      await expectFocus(page, "closing the menu");
      return;
    case "button Switch to dark mode":
      await press(page, "Enter");
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await press(page, "Space");
      await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
      return;
    case "button Copy page as Markdown":
      await press(page, "Enter");
      await expect(focused(page), name).toHaveAttribute("data-state", "done");
      return;
    case "button Dismiss announcement":
      // It takes itself away, so it is used at the end of the walk.
      return;
    default:
      throw new Error(`no test knows how to use ${name} (${kind})`);
  }
}
