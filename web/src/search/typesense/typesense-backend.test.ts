// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addressOf, hostedOn, startNode } from "../../../tests/typesense/cluster";
import { SEARCH_KEY, type TypesenseDouble } from "../../../tests/typesense/server.mjs";
import type { HostedSearch } from "../../contract";
import type { SearchQuery } from "../backend";
import { typesenseBackend } from "./typesense-backend";

let nodes: TypesenseDouble[];

beforeEach(async () => {
  nodes = [await startNode(), await startNode()];
});

afterEach(async () => {
  vi.useRealTimers();
  for (const node of nodes) await node.close();
});

function node(at: number): TypesenseDouble {
  const found = nodes[at];
  if (found === undefined) throw new Error(`no node ${String(at)}`);
  return found;
}

function backend(settings: Partial<HostedSearch> = {}, { basePath = "/", isLastResort = true } = {}) {
  return typesenseBackend({ hosted: hostedOn(nodes, settings), basePath, isLastResort });
}

function query(text: string, more: Partial<SearchQuery> = {}): SearchQuery {
  return { text, areas: [], page: 0, perPage: 10, signal: new AbortController().signal, ...more };
}

/** The searches of the last request that a node got. */
function lastSearches(at = 0): Record<string, unknown>[] {
  const { body } = node(at).asked.at(-1) ?? { body: "{}" };
  return (JSON.parse(body) as { searches: Record<string, unknown>[] }).searches;
}

/** A collection of a single document. */
function collectionOf(document: Record<string, unknown>) {
  const { store } = node(0);
  const { schema } = store.collection("docs");
  store.create({ ...schema, name: "other" });
  store.add(store.collection("other"), JSON.stringify({ language: "en", docusaurus_tag: "default", item_priority: 1, ...document }));
  return backend({ collection: "other" });
}

test("asks what the documentation says, in a way that needs no leave beforehand", async () => {
  await backend().search(query("payment"));
  expect(node(0).asked).toHaveLength(1);
  expect(node(0).asked[0]).toMatchObject({ method: "POST", path: "/multi_search", key: SEARCH_KEY });
  expect(lastSearches()[0]).toMatchObject({
    collection: "docs",
    q: "payment",
    group_by: "url_without_anchor",
    sort_by: "_text_match:desc,item_priority:desc",
    filter_by: "language:=en && docusaurus_tag:=[default,docs-default-current]",
  });
});

test("joins the contextual filter, the site's own and the areas; none takes another's place", async () => {
  await backend({ parameters: { filter_by: "tags:=x || tags:=y", num_typos: "1" } }).search(query("payment", { areas: ["A`PI", "Guides"] }));
  const [narrowed, whole] = lastSearches();
  const context = "(language:=en && docusaurus_tag:=[default,docs-default-current]) && (tags:=x || tags:=y)";
  expect(narrowed?.["filter_by"]).toBe(`${context} && (hierarchy.lvl0:=[\`API\`,\`Guides\`])`);
  expect(whole?.["filter_by"]).toBe(context);
  expect(narrowed?.["num_typos"]).toBe("1");
  await backend({ contextualFilter: null }).search(query("payment"));
  expect(node(0).asked.at(-1)?.body).not.toContain("filter_by");
});

test("finds nothing of another language or another version of the docs", async () => {
  const { store } = node(0);
  for (const [id, more] of [["a", { language: "fr" }], ["b", { docusaurus_tag: "docs-default-1.0" }], ["c", {}]] as const) {
    const url = `https://x.example/${id}`;
    const ours = { id, url, url_without_anchor: url, language: "en", docusaurus_tag: "docs-default-current", item_priority: 1 };
    store.add(store.collection("docs"), JSON.stringify({ ...ours, "hierarchy.lvl1": "Unmistakable", ...more }));
  }
  const { groups } = await backend().search(query("unmistakable"));
  expect(groups.map((group) => group.route)).toEqual(["/c"]);
});

test("relevance comes before priority", async () => {
  const { store } = node(0);
  const add = (id: string, more: object) => {
    const url = `https://x.example/${id}`;
    store.add(store.collection("docs"), JSON.stringify({ id, url, url_without_anchor: url, language: "en", docusaurus_tag: "default", ...more }));
  };
  add("in-text", { "hierarchy.lvl1": "Other", content: "zeppelin", item_priority: 9e9 });
  add("in-title", { "hierarchy.lvl1": "Zeppelin", item_priority: 1 });
  const { groups } = await backend().search(query("zeppelin"));
  expect(groups.map((group) => group.route)).toEqual(["/in-title", "/in-text"]);
});

test("passes over a node that is down, and leaves it alone for a while", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const searching = backend();
  node(0).faults = { status: 503 };
  expect((await searching.search(query("payment"))).total).toBeGreaterThan(0);
  for (let again = 0; again < 4; again += 1) await searching.search(query("payment"));
  expect(node(0).asked).toHaveLength(1);
  expect(node(1).asked).toHaveLength(5);
  node(0).faults = {};
  now = 60_000;
  for (let again = 0; again < 2; again += 1) await searching.search(query("payment"));
  expect(node(0).asked.length).toBeGreaterThan(1);
});

test("healthy nodes share the work; the nearest comes first", async () => {
  const shared = backend();
  for (let again = 0; again < 4; again += 1) await shared.search(query("payment"));
  expect(nodes.map((one) => one.asked.length)).toEqual([2, 2]);
  const near = backend({ nearestNode: addressOf(node(1)) });
  for (let again = 0; again < 3; again += 1) await near.search(query("payment"));
  expect(nodes.map((one) => one.asked.length)).toEqual([2, 5]);
});

test.each([
  ["cannot be reached", async () => { await node(0).close(); }],
  ["answers 500", () => { node(0).faults = { status: 500 }; }],
  ["answers what is no JSON", () => { node(0).faults = { notJson: true }; }],
  ["takes too long", () => { node(0).faults = { delay: 9000 }; }],
])("a node that %s is passed over", async (_, breakDown) => {
  await breakDown();
  const answer = await backend({ timeoutMs: 1000 }).search(query("payment"));
  expect(answer.total).toBeGreaterThan(0);
  expect(node(1).asked).toHaveLength(1);
});

test("what the cluster refuses is an error at once: no other node would grant it", async () => {
  await expect(backend({ searchKey: "wrong" }).search(query("payment"))).rejects.toThrow("401");
  await expect(backend({ collection: "nowhere" }).search(query("payment"))).rejects.toThrow("Not Found");
  expect(nodes.map((one) => one.asked.length)).toEqual([2, 0]);
});

test("when all are down, only the last resort goes on asking", async () => {
  for (const one of nodes) one.faults = { status: 503 };
  const withOther = backend({}, { isLastResort: false });
  const alone = backend();
  for (let again = 0; again < 3; again += 1) {
    await expect(withOther.search(query("payment"))).rejects.toThrow();
  }
  expect(nodes.map((one) => one.asked.length)).toEqual([1, 1]);
  for (let again = 0; again < 3; again += 1) {
    await expect(alone.search(query("payment"))).rejects.toThrow("503");
  }
  expect(nodes.map((one) => one.asked.length)).toEqual([4, 4]);
  for (const one of nodes) one.faults = {};
  expect((await alone.search(query("payment"))).total).toBeGreaterThan(0);
});

test("a search that nobody waits for any longer is broken off, and is no fault of the node", async () => {
  for (const one of nodes) one.faults = { delay: 9000 };
  const searching = backend({ timeoutMs: 9000 });
  const controller = new AbortController();
  const asked = searching.search(query("payment", { signal: controller.signal }));
  setTimeout(() => { controller.abort(); }, 50);
  const begun = Date.now();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  expect(Date.now() - begun).toBeLessThan(4000);
  for (const one of nodes) one.faults = {};
  await searching.search(query("payment"));
  await searching.search(query("payment"));
  expect(nodes.map((one) => one.asked.length).sort()).toEqual([1, 2]);
});

test("text of the index is never markup", async () => {
  const searching = collectionOf({
    url: "https://x.example/a",
    url_without_anchor: "https://x.example/a",
    "hierarchy.lvl1": "<img src=x onerror=alert(1)> title",
    content: "a </mark><script>alert(1)</script> title <b>bold</b>",
  });
  const { groups } = await searching.search(query("title"));
  const hit = groups[0]?.hits[0];
  expect(hit?.heading).toEqual([
    { text: "<img src=x onerror=alert(1)> ", isHit: false },
    { text: "title", isHit: true },
  ]);
  expect(hit?.excerpt.map((part) => part.text).join("")).toBe("a </mark><script>alert(1)</script> title <b>bold</b>");
});

test.each([
  ["https://elsewhere.example/docs/a#b", "/docs/a#b"],
  ["https://api.example.org/x?y#z", "https://api.example.org/x?y#z"],
  ["/a/b#c", "/a/b#c"],
  ["https://elsewhere.example//evil.example/", "/evil.example/"],
])("%s leads to %s", async (url, href) => {
  const document = { url, url_without_anchor: url, "hierarchy.lvl1": "Unmistakable" };
  collectionOf(document);
  const { groups } = await backend({ collection: "other", externalUrlPattern: "^https://api\\.example\\.org/" }).search(query("unmistakable"));
  expect(groups[0]?.hits[0]?.href).toBe(href);
});

test.each(["javascript:alert(1)", "data:text/html,x", "http://[", "mailto:a@example.com"])("%s leads nowhere", async (url) => {
  collectionOf({ url, url_without_anchor: url, "hierarchy.lvl1": "Unmistakable" });
  const { groups } = await backend({ collection: "other", externalUrlPattern: "." }).search(query("unmistakable"));
  expect(groups).toEqual([]);
});

test("routes are below the base path of this site", async () => {
  collectionOf({ url: "https://docs.example.com/portal/a#b", url_without_anchor: "x", "hierarchy.lvl1": "Unmistakable" });
  const { groups } = await backend({ collection: "other" }, { basePath: "/portal/" }).search(query("unmistakable"));
  expect(groups[0]).toMatchObject({ route: "/a", hits: [{ href: "/a#b" }] });
});

test("understands what a crawler made: elements instead of sections, no kinds", async () => {
  const page = { "hierarchy.lvl0": "Guides", "hierarchy.lvl1": "Start", "hierarchy.lvl2": "Install", url_without_anchor: "https://x.example/start" };
  const searching = collectionOf({ ...page, url: "https://x.example/start#install", type: "lvl2" });
  const { store } = node(0);
  const add = (document: object) => {
    store.add(store.collection("other"), JSON.stringify({ language: "en", docusaurus_tag: "default", item_priority: 1, ...page, ...document }));
  };
  add({ url: "https://x.example/start#install", type: "content", content: "Install it with care." });
  const { groups } = await searching.search(query("install"));
  expect(groups).toHaveLength(1);
  expect(groups[0]).toMatchObject({ route: "/start", title: "Start", crumbs: ["Guides"] });
  expect(groups[0]?.hits.map((hit) => hit.kind).sort()).toEqual(["heading", "text"]);
});

test("groups hits by page even where the cluster does not", async () => {
  const { groups } = await backend({ parameters: { group_by: "url" } }).search(query("payment"));
  expect(new Set(groups.map((group) => group.route)).size).toBe(groups.length);
});
