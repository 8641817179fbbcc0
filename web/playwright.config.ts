import { defineConfig, devices } from "@playwright/test";

const binary = process.env["E2E_BIN"] ?? "../target/release/portico";
const portal = process.env["E2E_DIST"] ?? "../dist";
const address = process.env["E2E_ADDR"] ?? "127.0.0.1:4173";

// The tests use the published portal as a reader does: built, and served by the real binary.
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  // Ends what hangs. On a busy machine tests are slow without being wrong: axe alone needs half a minute then,
  // hydration some seconds.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // What fails once is broken, the page or its test.
  retries: 0,
  reporter: [["list", { printSteps: false }]],
  webServer: {
    command: `${binary} serve --dir ${portal} --addr ${address}`,
    url: `http://${address}/`,
    stdout: "ignore",
    stderr: "pipe",
  },
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://${address}`,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env["E2E_CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
