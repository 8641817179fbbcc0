// @vitest-environment node
/*
 * What the dialog and the search page rely on, whichever engine is behind them: one suite over all of them.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openFixture } from "../../tests/search-fixture";
import { hostedOn, startNode } from "../../tests/typesense/cluster";
import type { TypesenseDouble } from "../../tests/typesense/server.mjs";
import type { SearchAnswer, SearchBackend, TextPart } from "./backend";
import { embeddedBackend } from "./embedded/embedded-backend";
import type { WorkerRequest } from "./embedded/protocol";
import { search as searchIndex } from "./engine/engine";
import { typesenseBackend } from "./typesense/typesense-backend";

interface Engine {
  backend: SearchBackend;
  /** From now on it cannot answer. */
  breakDown: () => void;
}

let node: TypesenseDouble;
let isIndexBroken = false;

/** The worker, without a thread of its own. */
class InlineWorker extends EventTarget {
  postMessage(request: WorkerRequest) {
    const reply = (data: unknown) => this.dispatchEvent(new MessageEvent("message", { data }));
    const answer = async () => {
      if (isIndexBroken) throw new Error("the index is gone");
      if (request.kind === "open") return null;
      return searchIndex(await openFixture("sharded"), request.query);
    };
    answer().then(
      (found) => reply({ kind: "done", id: request.id, answer: found }),
      (error: unknown) => reply({ kind: "failed", id: request.id, message: String(error) }),
    );
  }

  terminate() {
    return undefined;
  }
}

beforeAll(async () => {
  vi.stubGlobal("Worker", InlineWorker);
  vi.stubGlobal("location", { href: "https://docs.example.com/" });
  node = await startNode();
});

afterEach(() => {
  isIndexBroken = false;
  node.faults = {};
});

afterAll(async () => {
  await node.close();
});

const engines: Record<string, () => Engine> = {
  "the embedded index": () => ({
    backend: embeddedBackend("/assets/search/index.bin"),
    breakDown: () => {
      isIndexBroken = true;
    },
  }),
  "a Typesense cluster": () => ({
    backend: typesenseBackend({ hosted: hostedOn([node]), basePath: "/", isLastResort: true }),
    breakDown: () => {
      node.faults = { status: 503 };
    },
  }),
};

function ask(backend: SearchBackend, text: string, more: { areas?: string[]; page?: number; perPage?: number; signal?: AbortSignal } = {}) {
  return backend.search({ text, areas: [], page: 0, perPage: 10, signal: new AbortController().signal, ...more });
}

function plain(parts: readonly TextPart[]): string {
  return parts.map((part) => part.text).join("");
}

function hits(answer: SearchAnswer) {
  return answer.groups.flatMap((group) => group.hits);
}

describe.each(Object.keys(engines))("%s", (name) => {
  const engine = () => {
    const make = engines[name];
    if (make === undefined) throw new Error(name);
    return make();
  };

  test.each([
    ["a title", "quickstart", "/quickstart/"],
    ["a heading", "verify the signature", "/webhooks#verify-the-signature"],
    ["a word not typed to its end", "quicks", "/quickstart/"],
    ["a misspelt word", "webhoks", "/webhooks"],
    ["other letters of the same word", "QUICKSTART", "/quickstart/"],
    ["a code", "R01", "/reference/returns#R01"],
    ["a code in lower case", "c05", "/reference/returns#C05"],
    ["an error code", "amount_exceeds_limit", "/api/make-payment#error-amount_exceeds_limit"],
    ["the title of a code", "insufficient funds", "/reference/returns#R01"],
    ["a field", "statement_descriptor", "/api/make-payment#request"],
    ["a word without its accent", "cafe", "/guides/platform-accounts"],
    ["a phrase", '"raw body"', "/webhooks#verify-the-signature"],
    ["text in code", "timingSafeEqual", "/webhooks#verify-the-signature"],
  ])("finds %s", async (_, text, href) => {
    const { groups } = await ask(engine().backend, text);
    expect(groups[0]?.hits.map((hit) => hit.href)).toContain(href);
  });

  test("gives each page once, with its title, its place and hits that are on it", async () => {
    const answer = await ask(engine().backend, "payment");
    expect(answer.groups.length).toBeGreaterThan(1);
    expect(new Set(answer.groups.map((group) => group.route)).size).toBe(answer.groups.length);
    for (const { route, title, hits: found } of answer.groups) {
      expect(title).not.toBe("");
      expect(found.length).toBeGreaterThan(0);
      for (const { href } of found) expect(href.split("#")[0]).toBe(route);
    }
    const payment = answer.groups.find((group) => group.route === "/api/make-payment");
    expect(payment).toMatchObject({ title: "Make payment", crumbs: ["API reference"] });
    expect(answer.isFallback ?? false).toBe(false);
  });

  test("says what a hit is and where on its page", async () => {
    const { backend } = engine();
    const code = hits(await ask(backend, "R01")).find((hit) => hit.href === "/reference/returns#R01");
    expect(code).toMatchObject({ kind: "code" });
    expect(plain(code?.heading ?? [])).toBe("R01 Insufficient Funds");
    const error = hits(await ask(backend, "amount_exceeds_limit")).find((hit) => hit.href.endsWith("#error-amount_exceeds_limit"));
    expect(error?.trail).toEqual(["Errors"]);
    const text = hits(await ask(backend, '"raw body"'))[0];
    expect(text).toMatchObject({ kind: "text" });
    expect(hits(await ask(backend, "quickstart"))[0]).toMatchObject({ kind: "page", trail: [] });
  });

  test("marks what matched, as parts of plain text", async () => {
    const answer = await ask(engine().backend, "signature");
    const marked = hits(answer).flatMap((hit) => [...hit.heading, ...hit.excerpt]).filter((part) => part.isHit);
    expect(marked.length).toBeGreaterThan(0);
    for (const part of marked) expect(part.text.toLowerCase()).toMatch(/^signature/);
    const text = hits(answer).flatMap((hit) => [...hit.heading, ...hit.excerpt]).map((part) => part.text);
    expect(text.join(" ")).not.toMatch(/<\/?mark>/);
  });

  test("narrows to areas, and counts all of them whatever it is narrowed to", async () => {
    const { backend } = engine();
    const all = await ask(backend, "payment");
    const area = all.areas.find(({ name: one }) => one === "API reference");
    expect(area?.count).toBeGreaterThan(0);
    const narrowed = await ask(backend, "payment", { areas: ["API reference"] });
    expect(narrowed.total).toBe(area?.count);
    expect(narrowed.groups.map((group) => group.crumbs[0])).toEqual(narrowed.groups.map(() => "API reference"));
    expect(narrowed.areas).toEqual(all.areas);
    const other = all.areas.find(({ name: one }) => one !== "API reference");
    const two = await ask(backend, "payment", { areas: ["API reference", other?.name ?? "none"] });
    expect(two.total).toBe((area?.count ?? 0) + (other?.count ?? Infinity));
    expect((await ask(backend, "payment", { areas: ["No such area"] })).total).toBe(0);
  });

  test("gives pages of results, and the number of all of them", async () => {
    const { backend } = engine();
    const all = await ask(backend, "payment");
    expect(all.total).toBe(all.groups.length);
    const second = await ask(backend, "payment", { page: 1, perPage: 1 });
    expect(second.total).toBe(all.total);
    expect(second.groups.map((group) => group.route)).toEqual(all.groups.slice(1, 2).map((group) => group.route));
    expect((await ask(backend, "payment", { page: 99 })).groups).toEqual([]);
  });

  test("finds nothing where nothing is", async () => {
    expect(await ask(engine().backend, "zzzzqqqq")).toMatchObject({ total: 0, groups: [], areas: [], suggestions: [] });
  });

  test.each(["", " ", '""', "...", "*", "\u0000", "a".repeat(200), "💥", "\ud800", "payment \udc00", "`&& || (", "language:=fr", "<mark>"])(
    "bears %j",
    async (text) => {
      await expect(ask(engine().backend, text)).resolves.toBeDefined();
    },
  );

  test("an answer that nobody waits for is an AbortError", async () => {
    const { backend } = engine();
    await expect(ask(backend, "payment", { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    const controller = new AbortController();
    const asked = ask(backend, "payment", { signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    expect((await ask(backend, "payment")).total).toBeGreaterThan(0);
  });

  test("a search that cannot be had is an error, and can be tried again", async () => {
    const { backend, breakDown } = engine();
    breakDown();
    const failure: unknown = await ask(backend, "payment").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toMatchObject({ name: "AbortError" });
    isIndexBroken = false;
    node.faults = {};
    expect((await ask(backend, "payment")).total).toBeGreaterThan(0);
  });

  test("gets ready without a search", async () => {
    await expect(engine().backend.warm()).resolves.toBeUndefined();
  });
});
