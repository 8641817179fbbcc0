/*
 * Makes React smaller for browsers. It is published as CommonJS, of which a bundler keeps all that is exported, without
 * switches for what a site does not use, and with code for browsers that are long gone. So its files become ES modules,
 * the bodies of a few inner functions give way, and questions whose answer is known are answered ahead. What is out of
 * use then goes with the bundler and the minifier. In all 8.8 KB after gzip:
 *
 * - What `react-dom` and `scheduler` export and nobody imports. 1.1 KB.
 * - The hints `preload`, `preinit`, `preconnect` and `prefetchDNS`, and `<SuspenseList>`: nothing that a component can import
 *   exports them. 1.4 KB.
 * - View transitions: a `<ViewTransition>` then behaves as in browsers that know none, without an animation. 3.3 KB.
 * - What would show a transition as a navigation of the browser: this React has no switch for it, and the history is the
 *   router's. 0.2 KB.
 * - The names of components in the stacks of errors, which are of no use once they are minified. 0.8 KB.
 * - What stands in for events and functions that older browsers lack. 2.0 KB.
 */
import { createRequire } from "node:module";
import { join } from "node:path";

const DOM_CLIENT = "react-dom/cjs/react-dom-client.production.js";

/** The files of React, by what imports name them. */
const FILES = {
  react: "react/cjs/react.production.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
  "react-dom": "react-dom/cjs/react-dom.production.js",
  "react-dom/client": DOM_CLIENT,
  scheduler: "scheduler/cjs/scheduler.production.js",
};

const EMPTY = [
  "applyViewTransitionName",
  "applyViewTransitionToHostInstances",
  "applyViewTransitionToHostInstancesRecursive",
  "attemptExplicitHydrationTarget",
  "commitAppearingPairViewTransitions",
  "commitDeletedPairViewTransitions",
  "commitEnterViewTransitions",
  "commitExitViewTransitions",
  "commitNestedViewTransitions",
  "createViewTransitionInstance",
  "defaultOnDefaultTransitionIndicator",
  "initSuspenseListRenderState",
  "makePrefixMap",
  "measureNestedViewTransitions",
  "measureViewTransitionHostInstancesRecursive",
  "popSuspenseListContext",
  "preconnect",
  "prefetchDNS",
  "preinitModuleScript",
  "preinitScript",
  "preinitStyle",
  "preload",
  "preloadModule",
  "pushSuspenseListContext",
  "pushViewTransitionCancelableScope",
  "restoreEnterOrExitViewTransitions",
  "restoreNestedViewTransitions",
  "restorePairedViewTransitions",
  "restoreViewTransitionName",
  "restoreViewTransitionOnHostInstances",
  "scheduleViewTransitionEvent",
  "trackEnterViewTransitions",
  "ViewTransitionPseudoElement",
];

const BODIES = {
  ...Object.fromEntries(EMPTY.map((name) => [name, ""])),
  // What React does itself where the browser has no view transitions.
  startViewTransition: "mutationCallback(); layoutCallback(); spawnedWorkCallback(); return null;",
  describeFiber: 'return "";',
  getVendorPrefixedEventName: "return eventName;",
  updateSuspenseListComponent: "return null;",
};

/** Statements of React DOM that give way, and what to. */
const STATEMENTS = [
  [/passiveBrowserEventsSupported = !1;\nif \(canUseDOM\)\n.*?\n {2}\}\n/s, "passiveBrowserEventsSupported = true;\n"],
  [/var isInputEventSupported = !1;\nif \(canUseDOM\) \{\n.*?\n\}\n/s, "var isInputEventSupported = true;\n"],
  // For the tests of React itself; no module exports them.
  [/ReactDOMSharedInternals\.findDOMNode = function .*?\n\};\n/s, ""],
  [/ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = function .*?\n\};\n/s, ""],
  [/Scheduler\.(log|unstable_setDisableYieldValue),/g, "null,"],
];

/** What `typeof` says in every browser that a portal supports (`cssTarget` in vite.config.ts). */
const TYPES = {
  AbortController: "function",
  clearTimeout: "function",
  document: "object",
  MessageChannel: "function",
  "Object.is": "function",
  performance: "object",
  "performance.now": "function",
  process: "undefined",
  Promise: "function",
  queueMicrotask: "function",
  reportError: "function",
  requestAnimationFrame: "function",
  setImmediate: "undefined",
  setTimeout: "function",
  window: "object",
  "window.document": "object",
  "window.document.createElement": "function",
};

/** What is or is not `in` the window or the document there. */
const MEMBERS = { AnimationEvent: true, CompositionEvent: true, documentMode: false, oninput: true, TransitionEvent: true };

/** A plugin for the browser's build. It fails when React no longer has what gives way. */
export function lighterReact() {
  const require = createRequire(import.meta.url);
  const pathOf = (file) => {
    const [name] = file.split("/");
    return join(require.resolve(`${name}/package.json`), "../..", file);
  };
  const paths = Object.fromEntries(Object.entries(FILES).map(([source, file]) => [source, pathOf(file)]));
  return {
    name: "lighter-react",
    enforce: "pre",
    resolveId: (source) => paths[source] ?? null,
    transform(code, id) {
      if (!Object.values(paths).includes(id)) return null;
      return { code: asModule(withAnswers(id === paths["react-dom/client"] ? lighterDom(code) : code)), map: null };
    },
  };
}

function lighterDom(code) {
  return STATEMENTS.reduce(withStatement, Object.entries(BODIES).reduce(withBody, code));
}

function withBody(code, [name, body]) {
  const pattern = new RegExp(`^function ${name}\\(([^)]*)\\) \\{\\n.*?^\\}$`, "ms");
  if (!pattern.test(code)) throw new Error(`React DOM has no function ${name} any more: look at scripts/lighter-react.mjs`);
  return code.replace(pattern, (_, parameters) => `function ${name}(${parameters}) { ${body} }`);
}

function withStatement(code, [pattern, replacement]) {
  const changed = code.replace(pattern, replacement);
  if (changed === code) throw new Error(`React DOM has no ${String(pattern)} any more: look at scripts/lighter-react.mjs`);
  return changed;
}

function withAnswers(code) {
  return code
    .replace(/\btypeof ([\w.]+)/g, (question, name) => (name in TYPES ? JSON.stringify(TYPES[name]) : question))
    .replace(/"(\w+)" in (?:window|document)\b/g, (question, name) => (name in MEMBERS ? String(MEMBERS[name]) : question));
}

/** A file that `require`s and `exports` as an ES module with the same names, and all of them as its default. */
function asModule(code) {
  const imports = [];
  const exported = new Set();
  const body = code
    .replace(/^var (?:\w+ = require\("[^"]+"\),?\s*)+;/m, (statement) => {
      for (const [, name, source] of statement.matchAll(/(\w+) = require\("([^"]+)"\)/g)) {
        imports.push(`import * as ${name} from "${source}";`);
      }
      return "";
    })
    .replace(/\bexports\.(\w+)/g, (_, name) => {
      exported.add(name);
      return `exported_${name}`;
    });
  const list = (word) => [...exported].map((name) => word(name, `exported_${name}`)).join(", ");
  return [
    ...imports,
    body,
    `var ${list((_, local) => local)};`,
    `export { ${list((name, local) => `${local} as ${name}`)} };`,
    `export default { ${list((name, local) => `${name}: ${local}`)} };`,
  ].join("\n");
}
