import { fileURLToPath } from "node:url";
import { build, type Rollup } from "vite";
import { bootstrapOf, expect, follow, markDocument, expectSameDocument, open, test } from "./portal";

/** The client with React's development build, which tells of every difference between server and browser. */
let developmentClient = "";

/** The search worker that this client starts: its build gives it another name than the published one. */
let developmentWorker = "";

// One worker builds it for all.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(90_000);
  const root = fileURLToPath(new URL("..", import.meta.url));
  const result = (await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"development"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: `${root}src/client.tsx`, output: { inlineDynamicImports: true } },
    },
  })) as Rollup.RollupOutput;
  const chunk = result.output.find((item) => item.type === "chunk");
  developmentClient = chunk?.code ?? "";
  const worker = result.output.find((item) => /worker-[^/]*\.js$/.test(item.fileName));
  developmentWorker = worker?.type === "asset" ? String(worker.source) : (worker?.code ?? "");
  expect(developmentWorker, "the build has the search worker").not.toBe("");
  expect(developmentClient.includes("A tree hydrated but some attributes"), "this is React for development").toBe(true);
});

for (const [layout, path] of [
  ["the home page", "/"],
  ["a page with the integration sidebar", "/api/payments/make-payment"],
  ["a page with the resources sidebar", "/resources/ach-reference/sec-codes"],
  ["a page with tabs", "/sdks/javascript-sdk"],
  ["a page without sidebar", "/support"],
  ["the search page", "/search?q=returns"],
  ["the page for unknown paths", "/no/such/page"],
] as const) {
  for (const returning of [false, true]) {
    test(`${layout} hydrates without a word for a ${returning ? "returning" : "new"} reader`, async ({ page, problems }) => {
      if (returning) {
        await page.goto("/support");
        const { site } = await bootstrapOf(page);
        await page.evaluate((announcement) => {
          localStorage.setItem("theme", "dark");
          localStorage.setItem("portico.tab.package-manager", "yarn");
          localStorage.setItem("portico.announcement.dismiss", "true");
          if (announcement !== null) localStorage.setItem("portico.announcement.id", announcement);
        }, site.announcementBar?.id ?? null);
      }
      await page.route(/\/assets\/client-[^/]*\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: developmentClient }));
      await page.route(/\/assets\/worker-[^/]*\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: developmentWorker }));
      await open(page, path);
      await markDocument(page);
      await follow(page, "/sdks/react-native/user-guide");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("React Native SDK user guide");
      await expect(page.getByRole("tab", { selected: true }).first()).toHaveText(returning ? "Yarn" : "npm");
      await page.goBack();
      await expect(page).toHaveURL(path);
      await expectSameDocument(page);
      if (path === "/no/such/page") expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
      if (path === "/no/such/page") problems.length = 0;
    });
  }
}
