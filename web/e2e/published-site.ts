import type { ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, root, run } from "./command";
import { buildOlderFrontend, publishWith } from "./older-frontend";
import { expect, test as base } from "./portal";

/** A small site that is published over itself, release after release, while it is served. */
export interface PublishedSite {
  /** Address with the base path, no slash at the end. */
  address: string;
  /** Publishes a release with these pages, by path below `content/`, and waits until it is served; its name stands on the home page. */
  publish: (release: string, pages: Record<string, string>) => Promise<void>;
}

interface ReleaseFixtures {
  /** Publishes and serves the first release, with the frontend of the binary or the one in a folder. */
  startSite: (pages: Record<string, string>, frontend?: string) => Promise<PublishedSite>;
}

interface FrontendFixtures {
  /** Folder of another frontend than the binary's. */
  olderFrontend: string;
}

/** A test with such a site, which is served from its first release on. */
export const test = base.extend<ReleaseFixtures, FrontendFixtures>({
  olderFrontend: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "portico-frontend-"));
      await use(await buildOlderFrontend(folder));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
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
      await use(async (pages, frontend) => {
        await build("Alpha", pages);
        if (frontend !== undefined) publishWith(frontend, dist);
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
