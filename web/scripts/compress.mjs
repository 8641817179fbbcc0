// Compressed siblings of the theme's assets. Every reader of every portal loads these files, so they are pressed as small
// as the formats allow; the build of a portal publishes them as they are.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { gzipAsync } from "@gfx/zopfli";

const brotli = promisify(brotliCompress);

/** As in `crates/portico-build/src/compress.rs`: below it, compression does not pay for its headers. */
const SMALLEST = 1024;

/** Puts `x.br` and `x.gz` beside every text file `x` of a folder. */
export async function compressAssets(folder) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const bytes = await readFile(path);
    if (bytes.length < SMALLEST || !/\.(css|js|svg)$/.test(name)) continue;
    const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(`${path}.br`, await brotli(bytes, { params: parameters }));
    await writeFile(`${path}.gz`, await gzipAsync(bytes, { numiterations: 15 }));
  }
}
