import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const root = resolve(import.meta.dirname, "../..");

// It needs no browser, but the published portal, which is here.
test("people find what they look for as often as before", async () => {
  const dist = resolve(process.env["E2E_DIST"] ?? join(root, "dist"));
  const evaluate = promisify(execFile)("node", [join(root, "benches/search/evaluate.mjs"), dist, "--gate"]);
  const { stderr, stdout } = await evaluate.catch((error: unknown) => error as { stderr: string; stdout: string });
  expect(stderr).toBe("");
  expect(stdout).toContain("together");
});
