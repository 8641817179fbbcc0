import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command";

/** Sources that differ from today's, and what each of them says besides: the page's own scripts, one that is loaded when it is
 * wanted, and the style sheet. */
const OTHERWISE = {
  "src/client.tsx": `document.documentElement.dataset["client"] = "older";`,
  "src/search/dialog-root.tsx": `document.documentElement.dataset["dialog"] = "older";`,
  "src/styles/tokens.css": "@layer tokens { :root { --frontend: older; } }",
};

/** Builds the frontend from other sources than those of the binary, as an older binary would hold it; gives its folder. */
export async function buildOlderFrontend(folder: string): Promise<string> {
  const web = join(root, "web");
  for (const name of ["src", "scripts", "package.json", "tsconfig.json", "vite.config.ts"]) {
    cpSync(join(web, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(web, "node_modules"), join(folder, "node_modules"));
  for (const [source, more] of Object.entries(OTHERWISE)) appendFileSync(join(folder, source), `\n${more}\n`);
  const build = spawn(process.execPath, ["scripts/build.mjs"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(build, "exit")) as [number | null];
  if (code !== 0) throw new Error("the older frontend does not build");
  return join(folder, "dist");
}

/** Makes a published site what a binary with that frontend would have published. */
export function publishWith(frontend: string, dist: string): void {
  const { theme } = JSON.parse(readFileSync(join(dist, "page-data/index.json"), "utf8")) as { theme: string };
  const { fingerprint } = JSON.parse(readFileSync(join(frontend, "manifest.json"), "utf8")) as { fingerprint: string };
  const others = new Map([[theme, fingerprint]]);
  const theirs = byStem(join(frontend, "assets"));
  for (const [stem, name] of byStem(join(dist, "assets"))) {
    const other = theirs.get(stem);
    if (other !== undefined && other !== name) others.set(name, other);
  }
  const known = new RegExp([...others.keys()].map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const file = join(dist, path);
    if (/\.(br|gz|zst)$/.test(path)) rmSync(file);
    else if (/\.(html|json)$/.test(path)) {
      writeFileSync(file, readFileSync(file, "utf8").replace(known, (name) => others.get(name) ?? name));
    }
  }
  for (const [name, other] of others) if (name !== theme) renameSync(join(dist, "assets", name), join(dist, "assets", other));
  cpSync(join(frontend, "assets"), join(dist, "assets"), { recursive: true });
}

/** The files in a folder of assets by their names without the hash: a frontend has one of each. */
function byStem(assets: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    const match = /^(.+)-[\w-]{8}(\.(?:js|css|woff2|svg))$/.exec(name);
    if (match === null) continue;
    const stem = `${match[1] ?? ""}${match[2] ?? ""}`;
    if (found.has(stem)) throw new Error(`${name} and ${found.get(stem) ?? ""} differ in the hash alone`);
    found.set(stem, name);
  }
  return found;
}
