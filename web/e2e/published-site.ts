import type { ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, root, run } from "./command";
import { expect, test as base } from "./portal";

/** A small site that is published over itself, release after release, while it is served. */
export interface PublishedSite {
  /** Address with the base path, no slash at the end. */
  address: string;
  /** Publishes a release with these pages, by path below `content/`, and waits until it is served; its name stands on the home page. */
  publish: (release: string, pages: Record<string, string>) => Promise<void>;
}

/** A test with such a site, which is served from its first release on. */
export const test = base.extend<{ startSite: (pages: Record<string, string>, theme?: "older") => Promise<PublishedSite> }>({
  startSite: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "portico-releases-"));
      const [site, dist] = [join(folder, "site"), join(folder, "dist")];
      const build = async (release: string, pages: Record<string, string>) => {
        rmSync(site, { recursive: true, force: true });
        cpSync(join(root, "fixtures/nested-sidebar"), site, { recursive: true });
        const home = `---\ntitle: Home\n---\n\nThis is release ${release}.\n`;
        for (const [path, text] of Object.entries({ "index.md": home, "start.md": `# Start\n\nStart of ${release}.\n`, ...pages })) {
          writeFileSync(join(site, "content", path), text);
        }
        // Nothing is taken over from an output that a test has changed.
        await run(["build", "--site", site, "--out", dist, "--no-cache"]);
      };
      const servers: ChildProcess[] = [];
      await use(async (pages, theme) => {
        await build("Alpha", pages);
        if (theme === "older") makeThemeOlder(dist);
        const { server, origin } = await listen(["serve", "--dir", dist, "--addr", "127.0.0.1:0"]);
        servers.push(server);
        const address = `${origin}/docs`;
        return {
          address,
          publish: async (release, later) => {
            await build(release, later);
            await expect.poll(async () => (await fetch(`${address}/`)).text()).toContain(`This is release ${release}.`);
          },
        };
      });
      for (const server of servers) server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "test" },
  ],
});

export { expect };

/** What the names of an older theme's files have in them. */
export const OLDER = "-Old_";

/** Makes a published site what another theme would have made of it: its files and its fingerprint have other names. */
function makeThemeOlder(dist: string): void {
  const { theme } = JSON.parse(readFileSync(join(dist, "page-data/index.json"), "utf8")) as { theme: string };
  const others = new Map([[theme, [...theme].reverse().join("")]]);
  for (const name of readdirSync(join(dist, "assets"))) {
    const match = /^(.+)-[\w-]{4}([\w-]{4}\.(?:js|css|woff2|svg))$/.exec(name);
    if (match !== null) others.set(name, `${match[1] ?? ""}${OLDER}${match[2] ?? ""}`);
  }
  const known = new RegExp([...others.keys()].map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const file = join(dist, path);
    if (/\.(br|gz|zst)$/.test(path)) rmSync(file);
    else if (/\.(html|js|css|json)$/.test(path)) {
      writeFileSync(file, readFileSync(file, "utf8").replace(known, (name) => others.get(name) ?? name));
    }
  }
  for (const [name, other] of others) if (name !== theme) renameSync(join(dist, "assets", name), join(dist, "assets", other));
}
