/*
 * Lighthouse on the portal, as phones and desktops see it.
 *
 *   node benches/lighthouse/run.mjs [--runs 3] [--dist dist] [--write docs/benchmarks-lighthouse.md]
 *
 * Lighthouse is installed from npm into target/bench/lighthouse the first time. The portal must have been built
 * (`cargo xtask start`, or `portico build --site site --out dist`); it is served by the release build.
 */
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const lab = join(root, "target/bench/lighthouse");

const PAGES = ["/", "/quickstart/", "/api/payments/make-payment", "/resources/ach-reference/returns"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const PROFILES = { mobile: [], desktop: ["--preset=desktop"] };

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    dist: { type: "string", default: join(root, "dist") },
    portico: { type: "string", default: join(root, "target/release/portico") },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    write: { type: "string" },
  },
});

function install() {
  const wanted = join(import.meta.dirname, "package.json");
  const present = join(lab, "package.json");
  const program = join(lab, "node_modules/lighthouse/cli/index.js");
  if (!existsSync(program) || readFileSync(wanted, "utf8") !== readFileSync(present, "utf8")) {
    mkdirSync(lab, { recursive: true });
    copyFileSync(wanted, present);
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", "--ignore-scripts"], { cwd: lab, stdio: "inherit" });
  }
  return program;
}

async function serve() {
  const server = spawn(resolve(values.portico), ["serve", "--dir", resolve(values.dist), "--addr", "127.0.0.1:0"]);
  const address = await new Promise((done, fail) => {
    let said = "";
    const listen = (text) => {
      said += String(text);
      const found = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
      if (found !== undefined) done(found);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("error", fail);
    server.on("exit", () => { fail(new Error(`portico serve ended:\n${said}`)); });
  });
  return { address, stop: () => { server.removeAllListeners("exit"); server.kill(); } };
}

function audit(program, url, flags, folder) {
  const file = join(folder, "report.json");
  const chrome = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
  execFileSync(
    process.execPath,
    [program, url, "--quiet", "--output=json", `--output-path=${file}`, `--only-categories=${CATEGORIES.join(",")}`, `--chrome-flags=${chrome}`, ...flags],
    { env: { ...process.env, CHROME_PATH: values.chromium }, stdio: ["ignore", "ignore", "inherit"] },
  );
  const { categories, audits, runtimeError } = JSON.parse(readFileSync(file, "utf8"));
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  const scores = CATEGORIES.map((category) => Math.round(categories[category].score * 100));
  const of = (name) => audits[name].numericValue;
  const failed = Object.values(audits).filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary").map(({ id }) => id);
  return {
    figures: [...scores, of("first-contentful-paint"), of("largest-contentful-paint"), of("total-blocking-time"), of("speed-index"), of("cumulative-layout-shift")],
    failed,
  };
}

function median(figures) {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];
}

const program = install();
const { version } = JSON.parse(readFileSync(join(lab, "node_modules/lighthouse/package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "portico-lighthouse-"));
const server = await serve();
const before = loadavg()[0];
const rows = [];
const failures = new Map();
try {
  for (const [profile, flags] of Object.entries(PROFILES)) {
    for (const page of PAGES) {
      const runs = Array.from({ length: Number(values.runs) }, () => audit(program, server.address + page, flags, folder));
      const figures = runs[0].figures.map((_, at) => median(runs.map((run) => run.figures[at])));
      for (const id of runs.flatMap(({ failed }) => failed)) failures.set(id, (failures.get(id) ?? new Set()).add(page));
      rows.push([profile, `\`${page}\``, ...figures.slice(0, -1).map((figure) => figure.toFixed(0)), figures.at(-1).toFixed(3)]);
      console.log(rows.at(-1).join(" | "));
    }
  }
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

const head = ["profile", "page", "performance", "accessibility", "best practices", "SEO", "FCP ms", "LCP ms", "TBT ms", "speed index ms", "CLS"];
const remarks = [...failures].map(([id, pages]) => `- \`${id}\`: ${[...pages].map((page) => `\`${page}\``).join(", ")}`);
const text = `# Lighthouse

Written by \`node benches/lighthouse/run.mjs --write docs/benchmarks-lighthouse.md\` on ${new Date().toISOString().slice(0, 10)}.

Lighthouse ${version} on the portal in \`site/\`, served by \`portico serve\` on the loopback; ${cpus().length} processors
(${cpus()[0].model.trim()}), load up to ${Math.max(before, loadavg()[0]).toFixed(1)}. The mobile profile simulates a slow 4G network and a processor
slowed down four times. Runs of each page, of which the median counts: ${values.runs}.

| ${head.join(" | ")} |
|${head.map((_, at) => (at < 2 ? "---" : "--:")).join("|")}|
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}

${remarks.length === 0 ? "No audit failed." : `Audits that failed:\n\n${remarks.join("\n")}`}
`;
console.log(`\n${text}`);
if (values.write !== undefined) writeFileSync(resolve(values.write), text);
