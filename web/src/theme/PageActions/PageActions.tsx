import { useRef, useState } from "react";
import { usePage } from "../../hooks/PageContext";
import { writeClipboardAhead } from "../../lib/clipboard";
import { messages } from "../../lib/messages";
import styles from "./PageActions.module.css";

/** How long the button tells what came of it, in milliseconds. */
const SHOWN_MS = 2000;

type CopyState = "idle" | "done" | "failed";

const LABELS: Readonly<Record<CopyState, string>> = {
  idle: messages.copyMarkdown,
  done: messages.copiedMarkdown,
  failed: messages.copyMarkdownFailed,
};

/** The page as Markdown, to be read or copied. The link works by itself; the button needs script and appears with it. */
export function PageActions() {
  const { markdownUrl } = usePage().page;
  const [state, setState] = useState<CopyState>("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (markdownUrl === undefined) return null;

  async function handleCopy(url: string) {
    setState((await copyFrom(url)) ? "done" : "failed");
    // Pressed again, it says so for as long again.
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState("idle");
    }, SHOWN_MS);
  }

  return (
    <div className={`${styles.actions} not-in-print`}>
      <button
        type="button"
        className="icon icon-copy needs-script"
        data-state={state}
        onClick={() => {
          void handleCopy(markdownUrl);
        }}
      >
        {LABELS[state]}
      </button>
      <a className="icon icon-markdown" href={markdownUrl}>
        {messages.viewMarkdown}
      </a>
      <span className="visually-hidden" role="status">
        {state === "idle" ? "" : LABELS[state]}
      </span>
    </div>
  );
}

async function copyFrom(url: string): Promise<boolean> {
  try {
    return await writeClipboardAhead(fetchText(url));
  } catch {
    return false;
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.text();
}
