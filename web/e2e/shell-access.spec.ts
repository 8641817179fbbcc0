import { open, scrollTop } from "./portal";
import { expect, test } from "./variant";

const KINDS = ["/", "/quickstart/", "/api/payments/make-payment", "/sdks/javascript-sdk", "/resources/ach-reference/returns", "/authentication", "/search?q=returns", "/no/such/page"];

for (const width of [390, 1440]) {
  test(`the keyboard goes from the skip link downwards through the page at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/best-practices");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to main content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });

    const stops: string[] = [];
    for (let stop = 0; stop < 60 && stops.at(-1) !== "article"; stop += 1) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(() => {
          const at = document.activeElement;
          const regions = { announcement: "[data-announcement-bar]", navbar: "header:not(main header)", sidebar: "nav:not(main nav)", article: "[data-content]", main: "main" };
          return Object.entries(regions).find(([, selector]) => at?.closest(selector))?.[0] ?? `${at?.tagName ?? ""} elsewhere`;
        }),
      );
    }
    const order = stops.filter((stop, index) => stop !== stops[index - 1]);
    const sidebar = width === 390 ? [] : ["sidebar"];
    expect(order).toEqual(["announcement", "navbar", ...sidebar, "main", "article"]);
  });
}

test("the skip link leads past navbar and sidebar", async ({ page }) => {
  await open(page, "/best-practices");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("whatever has the focus shows it", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await open(page, "/api/payments/make-payment");
  for (let stop = 0; stop < 45; stop += 1) {
    await page.keyboard.press("Tab");
    const { name, outline, isCovered } = await page.evaluate(() => {
      const at = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const { left, top, width, height } = at.getBoundingClientRect();
      const hit = document.elementFromPoint(left + Math.min(width / 2, 20), top + Math.min(height / 2, 20));
      return {
        name: at.outerHTML.slice(0, 100),
        outline: `${outlineStyle} ${outlineWidth}`,
        isCovered: hit === null || !(at.contains(hit) || hit.contains(at)),
      };
    });
    expect(outline, name).toMatch(/^(solid|auto) [1-9]/);
    expect(isCovered, `covered: ${name}`).toBe(false);
  }
});

test("nothing moves for readers who want no motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/best-practices");
  await page.evaluate(() => {
    const moved: string[] = [];
    (window as { moved?: string[] }).moved = moved;
    for (const kind of ["transitionstart", "animationstart"]) {
      document.addEventListener(kind, (event) => {
        const [animation] = (event.target as Element).getAnimations();
        if (Number(animation?.effect?.getComputedTiming().duration ?? 0) > 10) moved.push(`${kind} ${(event.target as Element).outerHTML.slice(0, 80)}`);
      }, { capture: true });
    }
  });
  await page.getByRole("navigation", { name: "On this page" }).locator("summary").click();
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").locator("summary").last().click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate(() => (window as { moved?: string[] }).moved)).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`with forced colours icons and current entries can still be told; ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.setViewportSize({ width: 1440, height: 800 });
    await open(page, "/best-practices");
    const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    for (const icon of await page.locator(".icon:visible").all()) {
      const drawn = await icon.evaluate((element) => getComputedStyle(element, "::before").backgroundColor);
      expect(drawn, await icon.evaluate((element) => element.outerHTML.slice(0, 100))).not.toBe(canvas);
    }
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    const lines = await links.evaluateAll((all) => all.map((link) => [link.hasAttribute("aria-current"), getComputedStyle(link).borderBlockEndColor] as const));
    for (const [isCurrent, line] of lines) {
      if (isCurrent) expect(line).not.toBe(canvas);
      else expect(line).toBe(canvas);
    }
    const entry = page.getByRole("navigation", { name: "Docs sidebar" }).locator("[aria-current='page']");
    await expect(entry).toHaveCSS("outline-style", "solid");
    await page.getByRole("button", { name: "Dismiss announcement" }).focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Dismiss announcement" })).toHaveCSS("outline-style", "solid");
  });
}

test("a page prints as a document, expanded, with addresses after its links", async ({ page }) => {
  await page.addInitScript(() => { localStorage.setItem("theme", "dark"); });
  await open(page, "/sdks/javascript-sdk");
  await expect(page.locator(".code-actions").first()).toBeAttached();
  await page.locator("[data-content]").evaluate((content) => {
    content.insertAdjacentHTML("afterbegin", '<details id="test-details"><summary>More</summary><p>Inside</p></details><p><a id="test-outside" href="https://www.example.com/a">Outside</a></p>');
  });
  await page.emulateMedia({ media: "print" });
  for (const part of ["header:not(main header)", "#app > footer", "nav", "[data-announcement-bar]", ".code-actions", ".anchor"]) {
    for (const element of await page.locator(part).all()) await expect(element).toBeHidden();
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.locator("#test-details p").evaluate((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0)).toBe(true);
  const panels = page.locator("[role='tabpanel']");
  expect(await panels.count()).toBeGreaterThan(2);
  for (const panel of await panels.all()) {
    const { height, isShown, label } = await panel.evaluate((element) => ({
      height: element.querySelector("pre")?.getBoundingClientRect().height ?? 0,
      isShown: element.querySelector("pre")?.checkVisibility({ contentVisibilityAuto: true }) ?? false,
      label: getComputedStyle(element, "::before").content,
    }));
    expect(isShown).toBe(true);
    expect(height).toBeGreaterThan(10);
    expect(label).toContain((await panel.getAttribute("data-label")) ?? "nothing");
  }
  const after = (selector: string) => page.locator(selector).first().evaluate((link) => getComputedStyle(link, "::after").content);
  expect(await after("#test-outside")).toContain("https://www.example.com/a");
  expect(await after("[data-content] a[href^='/']")).toContain("/");
  // Ink on paper, whatever the colour mode.
  const ink = await page.locator("[data-content] p").last().evaluate((text) => [getComputedStyle(text).color, getComputedStyle(document.documentElement).backgroundColor]);
  const [text, paper] = ink.map((color) => Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)));
  expect(text, ink.join()).toBeLessThan(100);
  expect(ink[1] === "rgba(0, 0, 0, 0)" || (paper ?? 0) === 255, ink.join()).toBe(true);
});

// The last has a code block whose title is one long word.
for (const path of [...KINDS, "/sdks/ios-sdk"]) {
  test(`enlarged four times ${path} needs no scrolling sideways`, async ({ page, problems }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await open(page, path);
    await page.waitForLoadState("networkidle");
    const overflow = await page.evaluate(() => {
      const wide = [...document.querySelectorAll("body *")].filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        return width > 0 && right > document.documentElement.clientWidth + 1 && element.closest("pre, .table, .diagram, table") === null && element.checkVisibility();
      });
      return [document.documentElement.scrollWidth - document.documentElement.clientWidth, ...wide.map((element) => element.outerHTML.slice(0, 80))];
    });
    expect(overflow).toEqual([0]);
    // The navbar does not take the little height that there is.
    await page.evaluate(() => { window.scrollTo({ top: 400, behavior: "instant" }); });
    if ((await scrollTop(page)) > 200) await expect(page.getByRole("banner").getByRole("button", { name: "Open menu" })).not.toBeInViewport();
    if (path === "/no/such/page") problems.length = 0;
  });
}
