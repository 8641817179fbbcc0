import type { SearchBackend } from "./backend";

export type LoadBackend = () => Promise<SearchBackend>;

/** Searches with the first engine, and with the second when the first gives no answer. */
export function withFallback(first: LoadBackend, second: LoadBackend): SearchBackend {
  return {
    async warm() {
      await (await first()).warm();
    },
    async search(query) {
      try {
        return await (await first()).search(query);
      } catch (error) {
        query.signal.throwIfAborted();
        console.info("search: the hosted service gave no answer", error);
      }
      const answer = await (await second()).search(query);
      return { ...answer, isFallback: true };
    },
  };
}
