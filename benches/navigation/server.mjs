/*
 * A static server for any built site, so that engines are compared and not their servers: files from memory, texts by
 * gzip at level 6, nothing else. It keeps a record of what it sent.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};
const TEXTS = new Set(["css", "html", "js", "json", "svg"]);

export const gzipped = (bytes) => gzipSync(bytes, { level: 6 });

function ending(path) {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** Serves a folder on the loopback; `sent` is the record: path and bytes of each body, without headers. */
export async function serveFolder(folder) {
  const bodies = new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && Object.hasOwn(TYPES, ending(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  const known = new Set(files);

  function bodyOf(path) {
    if (!bodies.has(path)) {
      const bytes = readFileSync(join(folder, path));
      bodies.set(path, TEXTS.has(ending(path)) ? gzipped(bytes) : bytes);
    }
    return bodies.get(path);
  }

  // Warm: what clicks load is pressed before the first of them. Documents are opened once each.
  for (const path of files) if (ending(path) !== "html") bodyOf(path);

  const sent = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const asked = decodeURIComponent(pathname);
    const bare = asked.replace(/\/$/, "");
    const path = [asked, `${bare}.html`, `${bare}/index.html`].find((candidate) => known.has(candidate));
    if (path === undefined) {
      response.writeHead(404, { "content-length": 0 }).end();
      return;
    }
    const body = bodyOf(path);
    sent.push({ path, bytes: body.length });
    response.writeHead(200, {
      "content-type": TYPES[ending(path)],
      "content-length": body.length,
      "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate",
      ...(TEXTS.has(ending(path)) && { "content-encoding": "gzip", vary: "Accept-Encoding" }),
    });
    response.end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    documents: files.filter((path) => ending(path) === "html"),
    sent,
    close: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }),
  };
}
