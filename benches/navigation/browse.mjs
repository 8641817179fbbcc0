/* A reader in Chromium: opens pages, follows links, and tells how long the heading took and what was sent. */
import { gzipped } from "./server.mjs";

/** Where each engine has what the reader uses. `isReady` runs in the page. */
const ENGINES = {
  Portico: {
    content: "[data-content]",
    sidebar: "nav[aria-label='Docs sidebar'] a[href]",
    isReady: () => document.documentElement.dataset.hydrated !== undefined,
  },
  Docusaurus: {
    content: ".theme-doc-markdown",
    sidebar: ".theme-doc-sidebar-menu a.menu__link[href]",
    isReady: () => document.documentElement.dataset.hasHydrated === "true",
  },
  VitePress: {
    content: ".vp-doc",
    sidebar: ".VPSidebar a.VPLink[href]",
    isReady: () => document.querySelector("#app")?.__vue_app__ !== undefined,
  },
};

/** Time that a reader points at a link before the click. */
const POINTING_MS = 100;
/** Silence on the network after which a page is taken to be at rest. */
const QUIET_MS = 300;

/** Put into every page before its own scripts. */
function watchClicks() {
  const titleOf = () => document.querySelector("main h1, h1");
  window.bench = {
    /** Milliseconds from the next click to the frame that shows another heading. */
    nextClick() {
      const before = titleOf()?.textContent;
      return new Promise((resolve) => {
        let start = 0;
        window.addEventListener("click", (event) => { start = event.timeStamp; }, { capture: true, once: true });
        const observer = new MutationObserver(() => {
          const title = titleOf();
          if (start === 0 || title === null || title.textContent === before || !title.checkVisibility()) return;
          observer.disconnect();
          // A message that is posted in a frame arrives after its painting.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => { resolve(performance.now() - start); };
            port2.postMessage(null);
          });
        });
        observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
      });
    },
  };
}

/** What all three engines take as the wish to load nothing ahead. */
function saveData() {
  Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } });
}

async function openPage(browser, isAhead) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(watchClicks);
  if (!isAhead) await context.addInitScript(saveData);
  const page = await context.newPage();
  let open = 0;
  let last = performance.now();
  page.on("request", () => { open += 1; last = performance.now(); });
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, () => { open -= 1; last = performance.now(); });
  const rest = async () => {
    const limit = performance.now() + 20_000;
    while (performance.now() < limit) {
      if (open <= 0 && performance.now() - last > QUIET_MS) return;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`${page.url()} is never at rest`);
  };
  return { context, page, rest };
}

/** Bytes of a first visit by kind; nothing is loaded ahead. */
export async function firstLoad(browser, site, server, path) {
  const { context, page, rest } = await openPage(browser, false);
  server.sent.length = 0;
  await page.goto(server.origin + path);
  await page.waitForFunction(ENGINES[site.engine].isReady);
  await rest();
  const kinds = { document: 0, css: 0, js: 0, font: 0, other: 0 };
  for (const { path: file, bytes } of server.sent) {
    if (/favicon/.test(file)) continue;
    const [, end] = /\.(\w+)$/.exec(file);
    kinds[{ html: "document", css: "css", js: "js", woff2: "font" }[end] ?? "other"] += bytes;
  }
  await context.close();
  return kinds;
}

/**
 * Follows links from one page on, to pages that were not `visited` yet: in turn the article's first one and the first one
 * that the sidebar shows. Of each click: milliseconds, bytes, and bytes of what the new page itself says.
 */
export async function followLinks(browser, site, server, { start, nClicks, isAhead, visited }) {
  const { content, sidebar, isReady } = ENGINES[site.engine];
  const { context, page, rest } = await openPage(browser, isAhead);
  const clicks = [];
  visited.add(start);
  await page.goto(server.origin + start);
  await page.waitForFunction(isReady);
  await page.evaluate(() => { window.isSameDocument = true; });
  await rest();
  for (let at = 0; at < nClicks; at += 1) {
    const places = at % 2 === 0 ? [`${content} a[href]`, sidebar] : [sidebar, `${content} a[href]`];
    const target = await page.evaluate(chooseLink, { places, visited: [...visited] });
    if (target === null) throw new Error(`${site.engine}: no fresh link on ${page.url()}`);
    visited.add(target);
    const link = page.locator("[data-bench]");
    await link.scrollIntoViewIfNeeded();
    await rest();
    server.sent.length = 0;
    await link.hover();
    await page.waitForTimeout(POINTING_MS);
    await page.evaluate(() => { window.arrival = window.bench.nextClick(); });
    await page.mouse.down();
    await page.mouse.up();
    const ms = await page.evaluate(() => window.arrival);
    await rest();
    if (!(await page.evaluate(() => window.isSameDocument === true))) throw new Error(`${site.engine} left the document for ${target}`);
    const bytes = server.sent.reduce((sum, file) => sum + file.bytes, 0);
    clicks.push({ target, ms, bytes, own: await ownBytes(page, server.origin + target, content) });
  }
  await context.close();
  return clicks;
}

/** In the page: marks the first link in the first of these places that leads to a fresh page, and gives its path. */
function chooseLink({ places, visited }) {
  document.querySelector("[data-bench]")?.removeAttribute("data-bench");
  for (const place of places) {
    for (const link of document.querySelectorAll(place)) {
      const { origin, pathname, hash } = new URL(link.href);
      const path = pathname.replace(/(\/|\.html)$/, "");
      const isFresh = origin === location.origin && hash === "" && /^\/area-.*\/.*\//.test(path) && !visited.includes(path);
      if (!isFresh || !link.checkVisibility({ visibilityProperty: true })) continue;
      link.dataset.bench = "";
      return path;
    }
  }
  return null;
}

/** What a page's article weighs after gzip: its HTML as the document has it, before any script. */
async function ownBytes(page, address, content) {
  const html = await page.evaluate(async ({ address, content }) => {
    const text = await (await fetch(address)).text();
    return new DOMParser().parseFromString(text, "text/html").querySelector(content)?.innerHTML ?? "";
  }, { address, content });
  if (html === "") throw new Error(`${address} has no article in ${content}`);
  return gzipped(html).length;
}
