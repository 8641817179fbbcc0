import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as jsxRuntime from "./jsx-runtime";
import * as react from "./react";

const require = createRequire(import.meta.url);
/** What React keeps to itself and to React DOM. */
const INNER = /^(__|unstable_)/;

test.each([
  ["react", react, ["ViewTransition", "addTransitionType"]],
  ["react-jsx-runtime", jsxRuntime, []],
] as const)("components of a site can import all of %s", (name, module, leftOut) => {
  const own = require(join(require.resolve("react/package.json"), "../cjs", `${name}.production.js`)) as object;
  const expected = Object.keys(own).filter((key) => !INNER.test(key) && !leftOut.some((other) => other === key));
  expect(Object.keys(module).filter((key) => key !== "default").sort()).toEqual(expected.sort());
});
