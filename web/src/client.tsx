/*
 * The browser's entry: hydrates the document's page and then moves between pages without leaving the document. Until
 * then, and wherever this fails, the document works as it came.
 */
import "./styles/index.css";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Bootstrap } from "./contract";
import { answerPresses } from "./lib/presses";
import { writeStored } from "./lib/storage";
import { docsVersionKey } from "./lib/storage-keys";
import { createAnnouncer } from "./navigation/announcer";
import { arriveAt, hashTarget, reveal } from "./navigation/arrival";
import { startLinks } from "./navigation/links";
import { loadHead, showHead } from "./navigation/page-head";
import { createPrefetcher } from "./navigation/prefetch";
import { createRouter, type View } from "./navigation/router";
import { startArticle, type ArticleBehaviour } from "./content/article";
import { startCodeActions } from "./content/code-actions";
import { restoreDocument } from "./navigation/restore-document";
import { installSearch } from "./search/install";
import { Root } from "./theme/Root/Root";
import { MAIN_ID } from "./theme/SkipLink/SkipLink";

function start(container: HTMLElement, { site, page, sidebar }: Bootstrap) {
  const contentHtml = findContent()?.innerHTML ?? "";
  const announce = createAnnouncer();
  let article: ArticleBehaviour | null = null;
  let committed: View | null = null;

  const router = createRouter({
    initial: { site, page, sidebar, contentHtml, arrival: null },
    main: () => document.getElementById(MAIN_ID),
    onLeave() {
      article?.stop();
      article = null;
    },
  });
  const prefetcher = createPrefetcher({
    basePath: site.basePath,
    async prefetch(target) {
      await Promise.all([router.prefetch(target), loadHead().catch(() => undefined)]);
    },
  });

  const handleCommit = (view: View) => {
    if (view === committed) return;
    committed = view;
    const content = findContent();
    const { arrival } = view;
    article?.stop();
    article = content && startArticle(content, view.page.islands ?? [], arrival === null ? "hydrate" : "render");
    if (arrival === null) {
      queueMicrotask(() => { answerPresses(".needs-script"); });
      void (article?.ready ?? Promise.resolve()).then(() => {
        document.documentElement.dataset["hydrated"] = "";
        answerPresses("[role=tab]");
        showHashTarget();
      });
    } else {
      showHead(view.page, view.site);
      if (arrival.kind !== "update") announce(view.page.title);
      arriveAt(arrival, document.getElementById(MAIN_ID));
      const address = new URL(location.href);
      void tagManager.then((manager) => manager?.reportPageView(view.page.documentTitle, address));
    }
    prefetcher.observeLinks();
  };

  hydrateRoot(
    container,
    <StrictMode>
      <Root router={router} onCommit={handleCommit} />
    </StrictMode>,
    {
      onRecoverableError(error, { componentStack }) {
        console.error(error, componentStack);
      },
      onUncaughtError(error) {
        console.error(error);
        stopLinks();
        void restoreDocument(container);
      },
    },
  );
  const stopLinks = startLinks(router);
  startCodeActions(announce);
  writeStored(docsVersionKey("default"), site.docsVersion.name);
  const tagManager = startTagManager(site.tagManager?.containerId);
  installSearch(site);
  if (site.isPreview) void import("./navigation/preview").then(({ startPreview }) => { startPreview(router); });
}

function findContent(): Element | null {
  return document.querySelector("[data-content]");
}

async function startTagManager(containerId: string | undefined) {
  if (containerId === undefined) return null;
  const manager = await import("./navigation/tag-manager");
  manager.startTagManager(containerId);
  return manager;
}

/** The browser has gone to the place that the address names, unless that was hidden. */
function showHashTarget() {
  const target = hashTarget(location.hash);
  if (target === null || target.checkVisibility({ contentVisibilityAuto: true })) return;
  reveal(target);
  target.scrollIntoView({ behavior: "instant" });
}

function readBootstrap(): Bootstrap | null {
  try {
    return JSON.parse(document.getElementById("portico-data")?.textContent ?? "") as Bootstrap;
  } catch (error) {
    console.error(error);
    return null;
  }
}

const container = document.getElementById("app");
const bootstrap = readBootstrap();
if (container !== null && bootstrap !== null) start(container, bootstrap);
