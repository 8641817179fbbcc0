import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A `portico serve` or `portico dev` that listens. */
export interface Listening {
  server: ChildProcess;
  /** Its address, without a slash at the end. */
  origin: string;
  /** What stands on the terminal. */
  terminal: () => string;
}

/** The command that is tested. */
export function binary(): string {
  const given = process.env["E2E_BIN"];
  if (given !== undefined) return resolve(given);
  const release = join(root, "target/release/portico");
  return existsSync(release) ? release : join(root, "target/debug/portico");
}

/** Runs the command to its end, with other settings if some are given; fails with what it said if it does. */
export async function run(args: readonly string[], settings: Record<string, string> = {}): Promise<void> {
  // E2E_BIN and its like are the tests' own, and no settings.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PORTICO_"));
  const command = spawn(binary(), args, { env: { ...Object.fromEntries(inherited), ...settings } });
  let said = "";
  command.stderr.on("data", (text: Buffer) => {
    said += String(text);
  });
  await new Promise<void>((done, fail) => {
    command.on("error", fail);
    command.on("exit", (code) => {
      if (code === 0) done();
      else fail(new Error(said));
    });
  });
}

/** Starts the command as a server and waits until it says where it listens; the caller ends it. */
export async function listen(args: readonly string[]): Promise<Listening> {
  const server = spawn(binary(), args);
  let said = "";
  const origin = await new Promise<string>((done, fail) => {
    const handleText = (text: Buffer) => {
      said += String(text);
      const address = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
      if (address !== undefined) done(address);
    };
    server.stdout.on("data", handleText);
    server.stderr.on("data", handleText);
    server.on("error", fail);
    server.on("exit", () => {
      fail(new Error(said));
    });
  });
  return { server, origin, terminal: () => said };
}
