// How long the search takes for each letter: node benches/search/keystrokes.mjs INDEX_FOLDER...
//
// In Chromium (E2E_CHROMIUM, else /usr/bin/chromium), with the product's own worker and files from a server on this
// machine: from asking the worker to having its answer, network included, each session with nothing in any cache.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { filesOf, web } from "./engine.mjs";

const QUERIES = ["webhook signature", "returned payment", "refunds", "sec codes", "idempotency key", "get token", "acount number"];

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("name folders of indexes");
const require = createRequire(join(web, "package.json"));
const { outputFiles } = await require("esbuild").build({ entryPoints: [join(web, "src/search/embedded/worker.ts")], bundle: true, format: "esm", write: false });
const worker = outputFiles[0].text;
const browser = await require("@playwright/test").chromium.launch({
  executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});

/** Types all queries letter by letter in the page; gives the milliseconds of each letter. */
async function type(queries) {
  const worker = new Worker("/worker.js", { type: "module" });
  const ask = (request) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.kind === "done" ? resolve(data.answer) : reject(new Error(data.message)));
      worker.postMessage({ id: 1, ...request });
    });
  await ask({ kind: "open", address: `${location.origin}/search-index/index.bin` });
  const times = [];
  for (const query of queries) {
    for (let end = 1; end <= query.length; end += 1) {
      const start = performance.now();
      await ask({ kind: "search", query: { text: query.slice(0, end), areas: [], page: 0, perPage: 6 } });
      times.push(performance.now() - start);
    }
  }
  worker.terminate();
  return times;
}

for (const folder of folders) {
  const read = filesOf(folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    if (pathname === "/") response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Blank</title>");
    else if (pathname === "/worker.js") response.writeHead(200, { "content-type": "text/javascript" }).end(worker);
    else {
      read(pathname.startsWith("/search-index/") ? "index.bin" : `..${pathname}`).then(
        (bytes) => response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes),
        () => response.writeHead(404).end(),
      );
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const times = [];
  for (let session = 0; session < 3; session += 1) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    times.push(...(await page.evaluate(type, QUERIES)));
    await page.close();
  }
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`${folder}: ${times.length} letters, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, all within ${at(0.999)} ms`);
  server.close();
}
await browser.close();
