import { TAB_ATTRIBUTE_PREFIX } from "../lib/storage-keys";
import { addCodeActions } from "./code-actions";
import type { Islands } from "./islands";

export interface ArticleBehaviour {
  /** Done when all of it works, islands too. */
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
  const stops = [addCodeActions([...content.querySelectorAll<HTMLElement>(".code")].filter((figure) => figure.closest("portico-island") === null))];
  let isStopped = false;

  async function start(): Promise<void> {
    if (islandNames.length > 0) {
      const { startIslands } = await import("./islands");
      if (isStopped) return;
      islands = startIslands(content, islandNames, mode);
      await islands.ready;
      forgetTabsBeforePaint();
      // What stood in an island before it was ready is not what stands there now.
      if (!isStopped) stops.push(addCodeActions(content.querySelectorAll<HTMLElement>("portico-island .code")));
    }
  }

  return {
    ready: start().catch((error: unknown) => {
      console.error(error);
    }),
    stop() {
      isStopped = true;
      for (const stop of stops) stop();
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
