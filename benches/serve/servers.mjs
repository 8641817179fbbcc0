// Starting servers, and reading off the system what they use. Linux only: the figures come from /proc.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TICKS_PER_SECOND = 100;

/** A port that is free now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function untilListening(port, process) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (process.exitCode !== null) throw new Error(`the server ended with ${process.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const isThere = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server does not listen");
}

/** Starts `portico serve` on a folder. */
export async function startPortico(program, dir, more = []) {
  const port = await freePort();
  const process = spawn(program, ["serve", "--dir", dir, "--addr", `127.0.0.1:${port}`, ...more], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilListening(port, process);
  return { name: "portico", port, process, pids: () => [process.pid] };
}

/** Starts nginx on a folder, with the response headers that the build manifest asks for. */
export async function startNginx(program, dir) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "portico-nginx-"));
  const { headers } = JSON.parse(readFileSync(join(dir, "build-manifest.json"), "utf8"));
  const lines = Object.entries(headers).map(([name, value]) => `    add_header ${name} "${value}" always;`);
  const filled = readFileSync(new URL("nginx.conf", import.meta.url), "utf8")
    .replaceAll("@folder@", folder)
    .replaceAll("@port@", String(port))
    .replaceAll("@dir@", dir)
    .replaceAll("@headers@", lines.join("\n"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, filled);
  const process = spawn(program, ["-c", file, "-p", folder], { stdio: ["ignore", "ignore", "inherit"] });
  await untilListening(port, process);
  const pids = () => [process.pid, ...childrenOf(process.pid)];
  return { name: "nginx", port, process, pids, folder };
}

function childrenOf(parent) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(fields(name)[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** What follows the program's name in /proc/…/stat: state, parent, … */
function fields(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Seconds of processor time that a server has used, its own and the system's for it. */
export function cpuSeconds(server) {
  const ticks = server.pids().map((pid) => Number(fields(pid)[11]) + Number(fields(pid)[12]));
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}

/** Bytes of memory that a server holds. */
export function residentBytes(server) {
  const kilobytes = server.pids().map((pid) => {
    const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, count) => sum + count, 0) * 1024;
}

/** Ends a server and waits until it is gone, with the folder that it had for itself. */
export async function stop(server) {
  let code = server.process.exitCode;
  if (code === null) {
    server.process.kill("SIGTERM");
    [code] = await once(server.process, "exit");
  }
  if (server.folder !== undefined) rmSync(server.folder, { recursive: true, force: true });
  return code;
}
