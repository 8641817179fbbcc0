import type { SearchAnswer } from "../backend";
import type { EngineQuery } from "../engine/engine";

/** What the page asks the worker. */
export type WorkerRequest =
  | { kind: "open"; id: number; address: string }
  | { kind: "search"; id: number; query: EngineQuery };

/** What the worker answers; `answer` is `null` for an index that was opened. */
export type WorkerReply =
  | { kind: "done"; id: number; answer: SearchAnswer | null }
  | { kind: "failed"; id: number; message: string };
