import { useEffect, useState } from "react";
import type { SiteData } from "../contract";
import type { SearchAnswer } from "./backend";
import { searchBackend } from "./backends";

/** How long the reader may go on typing before we ask. */
const PAUSE = 60;
/** When waiting is worth showing. */
const STALLED = 300;

export interface Asked {
  text: string;
  areas: readonly string[];
  perPage: number;
}

export interface SearchState {
  /** `loading` goes on showing the last answer; `stalled` says that it takes long. */
  status: "idle" | "loading" | "stalled" | "ready" | "failed";
  /** The last answer, and the query that it answers. */
  answer: SearchAnswer | null;
  answered: string;
  retry: () => void;
}

interface Outcome {
  key: string;
  text: string;
  answer: SearchAnswer | null;
}

/** Searches for what the reader has typed, a little after they typed it. Answers that come too late are dropped. */
export function useSearch(site: SiteData, { text, areas, perPage }: Asked): SearchState {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [stalled, setStalled] = useState("");
  const wanted = text.trim();
  const list = areas.join("\n");
  const key = [attempt, perPage, list, text].join("\n");

  useEffect(() => {
    if (wanted === "") return;
    const controller = new AbortController();
    const ask = async () => {
      const backend = await searchBackend(site);
      const asked = { text, areas: list === "" ? [] : list.split("\n"), page: 0, perPage, signal: controller.signal };
      return backend.search(asked);
    };
    const timers = [
      setTimeout(() => {
        ask().then(
          (answer) => {
            if (!controller.signal.aborted) setOutcome({ key, text: wanted, answer });
          },
          (error: unknown) => {
            if (controller.signal.aborted) return;
            console.warn(error);
            setOutcome({ key, text: wanted, answer: null });
          },
        );
      }, PAUSE),
      setTimeout(() => {
        setStalled(key);
      }, STALLED),
    ];
    return () => {
      controller.abort();
      timers.forEach(clearTimeout);
    };
  }, [key, list, perPage, site, text, wanted]);

  const retry = () => {
    setAttempt((before) => before + 1);
  };
  if (wanted === "") return { status: "idle", answer: null, answered: "", retry };
  const isAnswered = outcome?.key === key;
  const status = isAnswered ? (outcome.answer === null ? "failed" : "ready") : stalled === key ? "stalled" : "loading";
  return { status, answer: outcome?.answer ?? null, answered: outcome?.text ?? "", retry };
}
