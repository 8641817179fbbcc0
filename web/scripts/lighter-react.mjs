/*
 * Leaves out of React DOM what no page of a portal shows. React's own switches for it are gone by the time it is
 * published, so the bodies of a few inner functions give way here; what only they call goes with the minifier.
 *
 * - The hints `preload`, `preinit`, `preconnect` and `prefetchDNS`, and `<SuspenseList>`: nothing that a component can import
 *   exports them. 1.4 KB.
 * - View transitions: a `<ViewTransition>` then behaves as in browsers that know none, without an animation. 3.3 KB.
 * - The names of components in the stacks of errors, which are of no use once they are minified. 0.8 KB.
 */
const EMPTY = [
  "applyViewTransitionName",
  "applyViewTransitionToHostInstances",
  "applyViewTransitionToHostInstancesRecursive",
  "commitAppearingPairViewTransitions",
  "commitDeletedPairViewTransitions",
  "commitEnterViewTransitions",
  "commitExitViewTransitions",
  "commitNestedViewTransitions",
  "createViewTransitionInstance",
  "initSuspenseListRenderState",
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
  updateSuspenseListComponent: "return null;",
};

/** A plugin for the browser's build. It fails when React no longer has one of the functions. */
export function lighterReact() {
  return {
    name: "lighter-react",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("react-dom-client.production.js")) return null;
      return { code: Object.entries(BODIES).reduce(withBody, code), map: null };
    },
  };
}

function withBody(code, [name, body]) {
  const pattern = new RegExp(`^function ${name}\\(([^)]*)\\) \\{\\n.*?^\\}$`, "ms");
  if (!pattern.test(code)) throw new Error(`React DOM has no function ${name} any more: look at scripts/lighter-react.mjs`);
  return code.replace(pattern, (_, parameters) => `function ${name}(${parameters}) { ${body} }`);
}
