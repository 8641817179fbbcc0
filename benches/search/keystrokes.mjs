// How long the search takes for each letter: node benches/search/keystrokes.mjs INDEX_FOLDER...
//
// In Chromium, with the product's own worker and files from a server on this machine: from asking the worker to having its
// answer, network included, each session with nothing in any cache.
import { launch, porticoFiles, serve, type } from "./browser.mjs";

const QUERIES = ["webhook signature", "returned payment", "refunds", "sec codes", "idempotency key", "get token", "acount number"];
const LETTERS = QUERIES.flatMap((query) => Array.from(query, (_, at) => query.slice(0, at + 1)));
/** Pages that the dialog shows. */
const SHOWN = 6;

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("name folders of indexes");
const browser = await launch();
for (const folder of folders) {
  const server = await serve(await porticoFiles(folder));
  const times = [];
  for (let session = 0; session < 3; session += 1) {
    const answers = await type(browser, server.address, { driver: "portico" }, LETTERS, SHOWN);
    times.push(...answers.map(({ milliseconds }) => milliseconds));
  }
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`${folder}: ${times.length} letters, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, all within ${at(0.999)} ms`);
  server.close();
}
await browser.close();
