import { useLayoutEffect, useSyncExternalStore } from "react";
import type { Router, View } from "../../navigation/router";
import { App } from "../App";

export interface RootProps {
  router: Router;
  /** Called when another view is on the screen, and once for the first. */
  onCommit: (view: View) => void;
}

/** The page that the router shows. It adds nothing to the tree that the build rendered. */
export function Root({ router, onCommit }: RootProps) {
  const view = useSyncExternalStore(router.subscribe, router.view, router.initialView);
  useLayoutEffect(() => {
    onCommit(view);
  }, [view, onCommit]);
  return <App site={view.site} page={view.page} sidebar={view.sidebar} contentHtml={view.contentHtml} />;
}
