import type { SearchAnswer, SearchBackend, SearchQuery } from "../backend";
import type { WorkerReply, WorkerRequest } from "./protocol";

/** A request that waits for the worker. */
interface Waiting {
  resolve: (answer: SearchAnswer | null) => void;
  reject: (reason: Error) => void;
}

type Draft = WorkerRequest extends infer Each ? (Each extends WorkerRequest ? Omit<Each, "id"> : never) : never;

/** Searches the index at that address, which belongs to the site. */
export function embeddedBackend(address: string): SearchBackend {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  /** A worker that could not be loaded, or broke, is replaced when it is next needed. */
  function failAll(reason: Error) {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  function ready(): Worker {
    if (worker !== null) return worker;
    const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
      const request = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === "done") request?.resolve(data.answer);
      else request?.reject(new Error(data.message));
    });
    started.addEventListener("error", () => {
      failAll(new Error("the search worker failed"));
    });
    worker = started;
    void ask({ kind: "open", address: new URL(address, location.href).href }).catch(() => undefined);
    return started;
  }

  function ask(request: Draft): Promise<SearchAnswer | null> {
    const target = ready();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      target.postMessage({ ...request, id } satisfies WorkerRequest);
    });
  }

  return {
    async warm() {
      await ask({ kind: "open", address: new URL(address, location.href).href });
    },
    async search({ signal, ...query }: SearchQuery) {
      signal.throwIfAborted();
      const answer = await ask({ kind: "search", query });
      signal.throwIfAborted();
      if (answer === null) throw new Error("the search worker gave no answer");
      return answer;
    },
  };
}
