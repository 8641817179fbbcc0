// Throughput of `portico serve` against nginx: the same files, headers and clients, side by side in one run.
//
//   node benches/serve/throughput.mjs [--dir dist] [--portico target/release/portico] [--seconds 4] [--rounds 5]
//                                     [--connections 64] [--write docs/benchmarks-serve.md]
//
// Needs `nginx` and `wrk`. The servers take turns, so that what else the machine does falls on both; of the rounds the
// median counts. Times depend on the machine: the ratios are what to look at.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cpuSeconds, startNginx, startPortico, stop } from "./servers.mjs";

const { values: options } = parseArgs({
  options: {
    dir: { type: "string", default: "dist" },
    portico: { type: "string", default: "target/release/portico" },
    nginx: { type: "string", default: "nginx" },
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "64" },
    write: { type: "string" },
  },
});
const dir = resolve(options.dir);

/** What is asked for. Both servers have gzip; one compiled-in encoding more would compare files and not servers. */
function cases() {
  const assets = readdirSync(join(dir, "assets"), { recursive: true })
    .filter((name) => statSync(join(dir, "assets", `${name}.gz`), { throwIfNoEntry: false }))
    .map((name) => ({ target: `/assets/${name}`, size: statSync(join(dir, "assets", name)).size }))
    .sort((a, b) => b.size - a.size);
  const { pages } = JSON.parse(readFileSync(join(dir, "build-manifest.json"), "utf8"));
  const sizes = Object.entries(pages)
    .map(([route, file]) => ({ target: encodeURI(route), size: gzipped(file) }))
    .filter((page) => page.size)
    .sort((a, b) => a.size - b.size);
  const middle = sizes[Math.floor(sizes.length / 2)];
  return [
    { name: "a page, gzip", target: middle.target, headers: ["Accept-Encoding: gzip"] },
    { name: "the same page, not modified (304)", target: middle.target, headers: [], isConditional: true },
    { name: "the largest asset, gzip", target: assets[0].target, headers: ["Accept-Encoding: gzip"] },
    { name: "a tiny file", target: "/robots.txt", headers: [] },
  ];
}

function gzipped(file) {
  return statSync(join(dir, `${file}.gz`), { throwIfNoEntry: false })?.size;
}

async function wrk(server, request) {
  const url = `http://127.0.0.1:${server.port}${request.target}`;
  const headers = [...request.headers];
  const plain = Object.fromEntries(headers.map((header) => header.split(": ")));
  const first = await fetch(url, { headers: { "Accept-Encoding": "identity", ...plain } });
  await first.arrayBuffer();
  if (first.status !== 200) throw new Error(`${server.name} answers ${url} with ${first.status}`);
  if (plain["Accept-Encoding"] && first.headers.get("content-encoding") !== "gzip") {
    throw new Error(`${server.name} does not compress ${url}`);
  }
  if (request.isConditional) {
    headers.push(`If-None-Match: ${first.headers.get("etag")}`);
    const again = await fetch(url, {
      headers: { "Accept-Encoding": "identity", "If-None-Match": first.headers.get("etag"), "Cache-Control": "max-age=0" },
    });
    if (again.status !== 304) throw new Error(`${server.name} answers a condition on ${url} with ${again.status}`);
  }
  const before = cpuSeconds(server);
  const said = execFileSync(
    "wrk",
    ["-t2", `-c${options.connections}`, `-d${options.seconds}s`, "--latency", ...headers.flatMap((it) => ["-H", it]), url],
    { encoding: "utf8" },
  );
  const cpu = cpuSeconds(server) - before;
  // wrk counts 304 as good; anything else that is not 2xx or 3xx, or a socket's error, is told.
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`${server.name} failed:\n${said}`);
  const requests = Number(/(\d+) requests in/.exec(said)[1]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)[1]),
    cpuMicros: (cpu / requests) * 1e6,
    p50: milliseconds(/^\s+50%\s+(\S+)$/m.exec(said)[1]),
    p99: milliseconds(/^\s+99%\s+(\S+)$/m.exec(said)[1]),
  };
}

function milliseconds(text) {
  const [, number, unit] = /([\d.]+)(us|ms|s)/.exec(text);
  return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit];
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const [load] = loadavg();
// wrk asks so often that single connections come to the usual limit, 10,000 requests a second. It is counted all the same.
const unlimited = ["--max-requests-per-second", "1000000"];
const servers = [await startPortico(resolve(options.portico), dir, unlimited), await startNginx(options.nginx, dir)];
const rows = [];
try {
  for (const request of cases()) {
    const runs = { portico: [], nginx: [] };
    for (let round = 0; round < Number(options.rounds); round += 1) {
      const order = round % 2 === 0 ? servers : servers.toReversed();
      for (const server of order) runs[server.name].push(await wrk(server, request));
    }
    const of = (name, figure) => median(runs[name].map((run) => run[figure]));
    const ratio = (figure) => (of("portico", figure) / of("nginx", figure)).toFixed(2);
    const pair = (figure, digits) => `${of("portico", figure).toFixed(digits)} : ${of("nginx", figure).toFixed(digits)}`;
    rows.push([
      `${request.name} (\`${request.target}\`)`,
      `**${ratio("perSecond")}** (${pair("perSecond", 0)})`,
      `**${ratio("cpuMicros")}** (${pair("cpuMicros", 1)})`,
      pair("p50", 2),
      pair("p99", 2),
    ]);
    console.log(rows.at(-1).join(" | "));
  }
} finally {
  await Promise.all(servers.map(stop));
}

if (options.write) {
  const head = ["request", "requests per second", "CPU µs per request", "p50 ms", "p99 ms"];
  // nginx tells its version on standard error.
  const version = spawnSync(options.nginx, ["-v"], { encoding: "utf8" }).stderr.trim().replace(/.*nginx\//, "nginx ");
  const text = `# Serving, against nginx

Written by \`node benches/serve/throughput.mjs --write docs/benchmarks-serve.md\`; run it to see the figures of your machine.

\`portico serve\` and ${version} serve the same folder with the same response headers on one machine with
${cpus().length} processors (${cpus()[0].model.trim()}), which the client \`wrk\` shares: ${options.connections} connections,
${options.rounds} rounds of ${options.seconds} s each, in turns, medians. Each cell is Portico : nginx, in bold the ratio.
More requests per second and less CPU are better. nginx is set up in \`benches/serve/nginx.conf\`, with its cache of open files
and precompressed files. Large bodies both have the system send from a file (docs/decisions/0011). Before the rounds the
machine's load was ${load.toFixed(1)}.

| ${head.join(" | ")} |
|${head.map(() => "---").join("|")}|
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`;
  writeFileSync(options.write, text);
}
