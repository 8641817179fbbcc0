// A long run of `portico serve` among clients of every kind, while the site is built anew again and again.
//
//   node benches/serve/soak.mjs [--minutes 10] [--reloads 10] [--portico target/release/portico] [--site site]
//                               [--write docs/benchmarks-soak.md]
//
// Fails if a well-behaved client does not get the right answer, a build is not served, the server ends, or its memory
// grows. Well-behaved clients keep their connections or open new ones; others are slow, go away in the middle, or send
// what is no HTTP.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { residentBytes, startPortico, stop } from "./servers.mjs";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    reloads: { type: "string", default: "10" },
    portico: { type: "string", default: "target/release/portico" },
    site: { type: "string", default: "site" },
    write: { type: "string" },
  },
});
const portico = resolve(options.portico);
const milliseconds = Number(options.minutes) * 60_000;
const nReloads = Number(options.reloads);

/** Growth of memory, from the time when all is warm to the end, that is put down to chance. */
const GROWTH = 8 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "portico-soak-"));
const site = join(folder, "site");
const dist = join(folder, "dist");
cpSync(resolve(options.site), site, { recursive: true });
let build = 0;
function publish() {
  build += 1;
  writeFileSync(join(site, "content/soak.md"), `# Soak\n\nThis is build ${build}.\n`);
  execFileSync(portico, ["build", "--site", site, "--out", dist], { stdio: ["ignore", "ignore", "inherit"] });
}
publish();

const server = await startPortico(portico, dist, ["--metrics", "127.0.0.1:0"]);
const ended = new AbortController();
server.process.once("exit", (code) => {
  if (!ended.signal.aborted) fail(`the server ended with ${code}`);
});
const counts = { answers: 0, http2: 0, slow: 0, aborted: 0, malformed: 0, reloads: 0 };
const failures = [];
function fail(message) {
  failures.push(message);
  ended.abort();
}

const TARGETS = [
  ["/", 200],
  ["/soak", 200],
  ["/search?q=return", 200],
  ["/sitemap.xml", 200],
  ["/not/here", 404],
  ["/-/health", 200],
];
let seen = 0;
/** Whether an answer is right; builds only ever go forward, as far as one request after another can tell. */
function check(kind, target, status, expected, body) {
  if (status !== expected) return fail(`${kind}: ${target} gave ${status}`);
  if (target === "/soak") {
    const number = Number(/This is build (\d+)\./.exec(body)?.[1]);
    if (!(number >= 1 && number <= build)) return fail(`${kind}: ${target} is of build ${number}`);
    seen = Math.max(seen, number);
  }
  counts.answers += 1;
}

function request(target, agent) {
  return new Promise((resolve, reject) => {
    const sent = get({ host: "127.0.0.1", port: server.port, path: target, agent }, (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(pieces).toString() }));
    });
    sent.on("error", reject);
  });
}

async function wellBehaved(keepAlive) {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  for (let turn = 0; !ended.signal.aborted; turn += 1) {
    const [target, expected] = TARGETS[turn % TARGETS.length];
    try {
      const { status, body } = await request(target, agent);
      check(keepAlive ? "kept" : "fresh", target, status, expected, body);
    } catch (error) {
      if (!ended.signal.aborted) fail(`${keepAlive ? "kept" : "fresh"}: ${target}: ${error.message}`);
    }
    await sleep(5);
  }
  agent.destroy();
}

async function multiplexed() {
  while (!ended.signal.aborted) {
    const session = connectHttp2(`http://127.0.0.1:${server.port}`);
    session.on("error", (error) => fail(`http2: ${error.message}`));
    for (let turn = 0; turn < 200 && !ended.signal.aborted; turn += 1) {
      await Promise.all(
        TARGETS.map(([target, expected]) => {
          return new Promise((resolve) => {
            const stream = session.request({ ":path": target });
            let status = 0;
            let body = "";
            stream.setEncoding("utf8");
            stream.on("response", (headers) => (status = headers[":status"]));
            stream.on("data", (piece) => (body += piece));
            stream.on("error", (error) => fail(`http2: ${target}: ${error.message}`));
            stream.on("close", () => {
              if (!ended.signal.aborted) check("http2", target, status, expected, body);
              counts.http2 += 1;
              resolve();
            });
          });
        }),
      );
      await sleep(20);
    }
    await new Promise((resolve) => session.close(resolve));
  }
}

/** A socket whose errors are its own business. */
function socket() {
  const opened = connect(server.port, "127.0.0.1");
  opened.on("error", () => {});
  return opened;
}

/** Sends a head byte by byte and is cut off, or answered if it makes it in time. */
async function slowWriter() {
  const bytes = `GET / HTTP/1.1\r\nHost: soak.test\r\nX-Slow: ${"a".repeat(500)}\r\n\r\n`;
  while (!ended.signal.aborted) {
    const opened = socket();
    let isOpen = true;
    opened.on("close", () => (isOpen = false));
    for (let at = 0; at < bytes.length && isOpen && !ended.signal.aborted; at += 1) {
      opened.write(bytes[at]);
      await sleep(100);
    }
    opened.destroy();
    counts.slow += 1;
  }
}

/** Asks for much and reads little. */
async function slowReader() {
  while (!ended.signal.aborted) {
    const opened = socket();
    opened.write("GET /llms-full.txt HTTP/1.1\r\nHost: soak.test\r\n\r\n".repeat(50));
    opened.pause();
    for (let turn = 0; turn < 200 && !opened.destroyed && !ended.signal.aborted; turn += 1) {
      opened.read(1000);
      await sleep(100);
    }
    opened.destroy();
    counts.slow += 1;
  }
}

/** Goes away at any moment. */
async function aborting() {
  for (let turn = 0; !ended.signal.aborted; turn += 1) {
    const opened = socket();
    opened.write("GET /llms-full.txt HTTP/1.1\r\nHost: soak.test\r\n\r\n".slice(0, 5 + (turn % 60)));
    await sleep(turn % 20);
    if (turn % 2 === 0) opened.resetAndDestroy();
    else opened.destroy();
    counts.aborted += 1;
  }
}

const NO_HTTP = [
  "\r\n\r\n\r\n",
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
  "GET / HTTP/1.1\r\nHost a\r\n\r\n",
  `GET /${"a".repeat(100_000)} HTTP/1.1\r\n\r\n`,
  `GET / HTTP/1.1\r\n${"X: y\r\n".repeat(5000)}\r\n`,
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u00ff\u00ff\u00ff\u0009\u0000\u0000\u0000\u0000\u0000",
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\nx",
  "\u0000".repeat(10_000),
];
async function malformed() {
  for (let turn = 0; !ended.signal.aborted; turn += 1) {
    const opened = socket();
    opened.write(Buffer.from(NO_HTTP[turn % NO_HTTP.length], "latin1"));
    opened.resume();
    await sleep(10);
    opened.destroy();
    counts.malformed += 1;
  }
}

const started = Date.now();
const memory = [];
const clients = [
  ...Array.from({ length: 4 }, () => wellBehaved(true)),
  ...Array.from({ length: 2 }, () => wellBehaved(false)),
  multiplexed(),
  ...Array.from({ length: 20 }, slowWriter),
  ...Array.from({ length: 10 }, slowReader),
  aborting(),
  malformed(),
];
let nextReload = started + milliseconds / (nReloads + 1);
while (Date.now() - started < milliseconds && !ended.signal.aborted) {
  await sleep(1000);
  const seconds = Math.round((Date.now() - started) / 1000);
  memory.push({ bytes: residentBytes(server), reloads: counts.reloads });
  if (seconds % 30 === 0) {
    console.log(`${seconds} s: ${(memory.at(-1).bytes / 1048576).toFixed(1)} MB, ${JSON.stringify(counts)}`);
  }
  if (Date.now() >= nextReload && counts.reloads < nReloads) {
    nextReload += milliseconds / (nReloads + 1);
    publish();
    const { status, body } = await untilServed();
    if (status !== 200) fail(`build ${build} is not served: ${body}`);
    counts.reloads += 1;
  }
}

async function untilServed() {
  let answer;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    answer = await request("/soak");
    if (answer.body.includes(`This is build ${build}.`)) return answer;
    await sleep(100);
  }
  return { status: 0, body: answer.body };
}

ended.abort();
await Promise.all(clients);
const code = await stop(server);
rmSync(folder, { recursive: true, force: true });
if (code !== 0) failures.push(`the server ended with ${code} when it was told to stop`);
// What a reload needs comes and goes, so the least of a quarter of the time is what is held. Before the first reload the
// server has yet to come to that.
const least = (from, to) => {
  const part = memory.slice(Math.floor(memory.length * from), Math.max(1, Math.ceil(memory.length * to)));
  return Math.min(...part.filter((sample) => sample.reloads > 0).map((sample) => sample.bytes));
};
const [warm, last] = [least(0.25, 0.5), least(0.75, 1)];
const peak = Math.max(...memory.map((sample) => sample.bytes));
if (last - warm > GROWTH) failures.push(`memory grew from ${warm} to ${last} bytes`);
const megabytes = (bytes) => (bytes / 1048576).toFixed(1);
console.log(
  `${options.minutes} minutes: ${JSON.stringify(counts)}; builds seen to ${seen}; memory ${megabytes(warm)} MB in the second ` +
    `quarter, ${megabytes(last)} MB in the last, ${megabytes(peak)} MB at most`,
);
for (const failure of failures) console.error(`FAILED: ${failure}`);

if (options.write) {
  const number = (count) => count.toLocaleString("en-US");
  const rows = [
    ["right answers on kept, fresh and HTTP/2 connections", number(counts.answers)],
    ["of them over HTTP/2", number(counts.http2)],
    ["connections of clients that write or read slowly", number(counts.slow)],
    ["connections given up in the middle", number(counts.aborted)],
    ["connections with what is no HTTP", number(counts.malformed)],
    ["new builds published and served", `${counts.reloads} of ${nReloads}`],
    ["failures", number(failures.length)],
    ["memory in the second quarter of the time, at least", `${megabytes(warm)} MB`],
    ["memory in the last quarter, at least", `${megabytes(last)} MB`],
    ["memory at most", `${megabytes(peak)} MB`],
  ];
  const text = `# Serving, a long run

Written by \`node benches/serve/soak.mjs --write docs/benchmarks-soak.md\`; benches/serve/README.md says what it does and
when it fails. This run took ${options.minutes} minutes on a machine with ${cpus().length} processors
(${cpus()[0].model.trim()}); its load at the end was ${loadavg()[0].toFixed(1)}. The clients share the processors.

| what | figure |
|---|---|
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`;
  writeFileSync(options.write, text);
}
process.exitCode = failures.length > 0 || counts.reloads < nReloads ? 1 : 0;
