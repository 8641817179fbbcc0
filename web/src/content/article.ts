import { TAB_ATTRIBUTE_PREFIX } from "../lib/storage-keys";
import { addCodeActions } from "./code-actions";
import type { Islands } from "./islands";

export interface ArticleBehaviour {
  /** Done when all islands work. */
  ready: Promise<void>;
  /** Takes it away, before the article goes. */
  stop: () => void;
}

/**
 * Makes the parts of an article work that need script. `hydrate` is for the article that came with the document,
 * `render` for one that the client put in.
 */
export function startArticle(content: Element, islandNames: readonly string[], mode: "hydrate" | "render"): ArticleBehaviour {
  let islands: Islands | null = null;
  let stopActions: () => void = () => undefined;
  let isStopped = false;

  async function start(): Promise<void> {
    if (islandNames.length > 0) {
      const { startIslands } = await import("./islands");
      if (isStopped) return;
      islands = startIslands(content, islandNames, mode);
      await islands.ready;
      forgetTabsBeforePaint();
    }
    if (!isStopped) stopActions = addCodeActions(content);
  }

  return {
    ready: start().catch((error: unknown) => {
      console.error(error);
    }),
    stop() {
      isStopped = true;
      stopActions();
      islands?.stop();
    },
  };
}

/** Tabs now show by themselves what was chosen; the rules that stood in for them hide panels even from the browser's search. */
function forgetTabsBeforePaint() {
  const root = document.documentElement;
  for (const name of root.getAttributeNames()) {
    if (name.startsWith(TAB_ATTRIBUTE_PREFIX)) root.removeAttribute(name);
  }
}
