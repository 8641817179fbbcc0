// Makes MiniSearch's index: node build-minisearch.mjs PAGES TARGET. Prints the processor seconds, reading apart.
import { writeFile } from "node:fs/promises";
import { miniSearchOf, readLines } from "./peers.mjs";

const [pagesFile, target] = process.argv.slice(2);
const pages = await readLines(pagesFile);
const start = process.cpuUsage();
const index = JSON.stringify(miniSearchOf(pages));
const { user, system } = process.cpuUsage(start);
await writeFile(target, index);
console.log((user + system) / 1e6);
