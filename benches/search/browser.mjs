// A server that counts what it sends, and Chromium (E2E_CHROMIUM, else /usr/bin/chromium) to ask it.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { filesOf, here, web } from "./engine.mjs";

const require = createRequire(join(web, "package.json"));

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".html": "text/html" };

export function launch() {
  const args = ["--headless", "--no-sandbox", "--disable-gpu"];
  return require("@playwright/test").chromium.launch({ executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium", args });
}

/** What our driver asks for: the worker as the theme's build bundles it, and the files of an index in a folder. */
export async function porticoFiles(folder) {
  const worker = await bundledWorker();
  const read = filesOf(folder);
  return async (path) => (path === "/worker.js" ? worker : Buffer.from(await read(path.startsWith("/search-index/") ? "index.bin" : `..${path}`)));
}

async function bundledWorker() {
  const { outputFiles } = await require("esbuild").build({
    entryPoints: [join(web, "src/search/embedded/worker.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return Buffer.from(outputFiles[0].contents);
}

/**
 * Serves what `read` gives for a path. Scripts and JSON are compressed, as hosts do; other files are sent as they are.
 * `sent` counts each path's bytes once until it is cleared: a browser keeps what it has.
 */
export async function serve(read) {
  const sent = new Map();
  const packed = new Map();
  const content = async (path) => {
    if (path === "/") return Buffer.from("<!doctype html><title>Blank</title>");
    return path.startsWith("/drivers/") ? readFile(join(here, path)) : read(path);
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    const path = decodeURIComponent(pathname);
    const type = TYPES[extname(path)] ?? (path === "/" ? "text/html" : undefined);
    try {
      // A browser asks for it by itself.
      if (path === "/favicon.ico") throw new Error("there is none");
      const isPacked = type !== undefined;
      const bytes = packed.get(path) ?? (isPacked ? gzipSync(await content(path), { level: 9 }) : await content(path));
      if (isPacked) packed.set(path, bytes);
      if (path !== "/" && !path.startsWith("/drivers/")) sent.set(path, bytes.length);
      response.writeHead(200, { "content-type": type ?? "application/octet-stream", ...(isPacked && { "content-encoding": "gzip" }) });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const sum = () => [...sent.values()].reduce((all, bytes) => all + bytes, 0);
  return { address: `http://127.0.0.1:${server.address().port}/`, sent, sum, close: () => server.close() };
}

/**
 * Runs texts through an engine in a page with nothing in any cache. Gives for each the milliseconds until its results are
 * complete, opening the engine included in the first, and the routes found. No text is begun after `longest` milliseconds.
 */
export async function type(browser, address, { driver, options }, texts, nShown, longest = Infinity) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // A busy machine takes its time.
    await page.goto(address, { timeout: 120_000 });
    return await page.evaluate(
      async ({ driver, options, texts, nShown, end }) => {
        const answers = [];
        let start = performance.now();
        const engine = await import(`/drivers/${driver}.mjs`);
        await engine.open(options);
        for (const text of texts) {
          if (performance.now() > end) break;
          const routes = await engine.search(text, nShown);
          answers.push({ routes, milliseconds: performance.now() - start });
          start = performance.now();
        }
        return answers;
      },
      // A page's clock begins with the page.
      { driver, options, texts, nShown, end: longest },
    );
  } finally {
    await context.close();
  }
}
