import { basename } from "node:path";

/**
 * Names a CSS module's class after its file: `Navbar.module.css` and `item` make `Navbar-item`. It depends on nothing
 * else, so that the server's and the browser's bundles agree and equal input gives equal bytes. File names of CSS
 * modules are therefore unique in the package.
 *
 * @param {string} name the class as written
 * @param {string} file path of the module
 * @returns {string}
 */
export function scopedClassName(name, file) {
  return `${basename(file).replace(/\.module\.css.*$/, "")}-${name}`;
}
