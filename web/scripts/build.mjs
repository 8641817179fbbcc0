// Builds web/dist: assets/ and manifest.json for the browser, server.js for the prerender engine and before-paint.js for
// the head of every document. Same input, same bytes.
import { createHash } from "node:crypto";
import { readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { compressAssets } from "./compress.mjs";
import { lighterReact } from "./lighter-react.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Built beside the old one and put in its place at the end, so that whoever embeds it never finds half of it.
const target = join(root, "dist");
const dist = join(root, "dist.next");
const require = createRequire(import.meta.url);
process.env.NODE_ENV = "production";

/** What modules of a site may import; each is an entry of its own, which no page of the theme loads. */
const SITE_MODULES = { react: "site-react", "react/jsx-runtime": "site-jsx-runtime" };
const siteModules = {
  "site-react": join(root, "src/site-modules/react.ts"),
  "site-jsx-runtime": join(root, "src/site-modules/jsx-runtime.ts"),
};

const common = { root, configFile: join(root, "vite.config.ts"), logLevel: "warn", mode: "production" };

/** The browser's entry, its chunks, the theme's style sheet and those of what is loaded later, fonts and icons. */
function buildClient() {
  return build({
    ...common,
    base: "./",
    publicDir: false,
    plugins: [dressedImports(), lighterReact()],
    build: {
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      // Takes seconds more than esbuild and makes every first load 2 KB lighter.
      minify: "terser",
      terserOptions: { ecma: 2020, module: true, compress: { passes: 3, pure_getters: true, keep_fargs: false } },
      // Small icons become data: addresses in the style sheet; fonts never.
      assetsInlineLimit: (file) => (/assets[\\/]icons[\\/]/.test(file) ? true : false),
      rollupOptions: {
        onwarn: ignoreEmptyChunks,
        preserveEntrySignatures: "exports-only",
        input: { client: join(root, "src/client.tsx"), favicon: join(root, "src/assets/favicon.ts"), ...siteModules },
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
          assetFileNames: (asset) =>
            asset.names.includes("client.css") ? "assets/theme-[hash][extname]" : "assets/[name]-[hash][extname]",
          manualChunks: (id) => (/node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(id) ? "react" : undefined),
        },
      },
    },
  });
}

/** Puts our own helper around `import()`: it loads style sheets and nothing else ahead. */
function dressedImports() {
  const helper = JSON.stringify(join(root, "src/lib/load-chunk.ts"));
  return {
    name: "dressed-imports",
    enforce: "pre",
    load: (id) => (id.endsWith("vite/preload-helper.js") ? `export { loadChunk as __vitePreload } from ${helper};` : null),
  };
}

/** The favicon's module has nothing but the asset. */
function ignoreEmptyChunks(warning, warn) {
  if (warning.code !== "EMPTY_BUNDLE") warn(warning);
}

/** One ES module without any import, for an engine that has neither URL, Intl nor timers. */
function buildServer() {
  // react-dom's `exports` hide this file; it alone needs no polyfill.
  const reactDom = resolve(require.resolve("react-dom/package.json"), "..");
  return build({
    ...common,
    publicDir: false,
    resolve: {
      alias: {
        "react-dom/server": join(reactDom, "cjs/react-dom-server-legacy.browser.production.js"),
      },
    },
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: join(root, "src/server.tsx"),
      outDir: dist,
      emptyOutDir: false,
      emitAssets: false,
      minify: "esbuild",
      rollupOptions: { output: { format: "es", entryFileNames: "server.js", inlineDynamicImports: true } },
    },
  });
}

/** The engine of the search as one ES module, for the same engine. */
function buildSearch() {
  return build({
    ...common,
    publicDir: false,
    build: {
      ssr: join(root, "src/search/headless.ts"),
      outDir: dist,
      emptyOutDir: false,
      minify: "esbuild",
      rollupOptions: { output: { format: "es", entryFileNames: "search.js", inlineDynamicImports: true } },
    },
  });
}

/** A classic script, inlined into the head. */
function buildBeforePaint() {
  return build({
    ...common,
    publicDir: false,
    build: {
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      rollupOptions: {
        input: join(root, "src/before-paint.ts"),
        output: { format: "iife", entryFileNames: "before-paint.js" },
      },
    },
  });
}

/** Removes what only existed to give an asset its hashed name, and describes the rest. */
async function writeManifest(output) {
  const chunks = output.filter((item) => item.type === "chunk");
  const assets = output.filter((item) => item.type === "asset");
  const entryNamed = (name) => required(chunks.find((chunk) => chunk.isEntry && chunk.name === name), `${name} entry`);
  const client = entryNamed("client");
  const carrier = entryNamed("favicon");
  await rm(join(dist, carrier.fileName));

  const style = required(assets.find((asset) => asset.names.includes("client.css")), "style sheet").fileName;
  const css = await readFile(join(dist, style), "utf8");
  if (!css.startsWith("@layer reset")) throw new Error("the style sheet does not begin with the order of its layers");

  await compressAssets(join(dist, "assets"));
  const named = (name) => required(assets.find((asset) => asset.names.includes(name)), name).fileName;
  const manifest = {
    client: client.fileName,
    preloadModules: staticImports(client, chunks),
    style,
    fontPreload: named("public-sans.woff2"),
    favicon: named("favicon.svg"),
    siteModules: Object.fromEntries(Object.entries(SITE_MODULES).map(([name, entry]) => [name, entryNamed(entry).fileName])),
    fingerprint: await fingerprint(),
  };
  await writeFile(join(dist, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Every chunk that the entry needs before it runs. */
function staticImports(entry, chunks) {
  const found = new Set();
  const queue = [...entry.imports];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (found.has(name)) continue;
    found.add(name);
    queue.push(...(chunks.find((chunk) => chunk.fileName === name)?.imports ?? []));
  }
  return [...found].sort();
}

/** A hash over the names and bytes of all outputs. */
async function fingerprint() {
  const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== "manifest.json")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(file.slice(dist.length).replaceAll("\\", "/")).update("\0").update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}

function required(value, what) {
  if (value === undefined) throw new Error(`the build made no ${what}`);
  return value;
}

await rm(dist, { recursive: true, force: true });
const client = await buildClient();
await buildServer();
await buildSearch();
await buildBeforePaint();
await writeManifest(client.output);
await rm(target, { recursive: true, force: true });
await rename(dist, target);
