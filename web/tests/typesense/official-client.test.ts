// @vitest-environment node
/*
 * The official client library drives the stand-in through all that our own code asks of it: the two agree on the wire,
 * so that its format is not our invention alone.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Errors, SearchClient } from "typesense";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CollectionCreateSchema } from "typesense/lib/Typesense/Collections";
import { ADMIN_KEY, SEARCH_KEY, TypesenseDouble } from "./server.mjs";

const folder = join(import.meta.dirname, "../../src/search/fixture/hosted");
const schema = JSON.parse(readFileSync(join(folder, "schema.json"), "utf8")) as CollectionCreateSchema;
const documents = readFileSync(join(folder, "documents.jsonl"), "utf8");
const nRows = documents.trim().split("\n").length;

interface Place {
  url: string;
  "hierarchy.lvl0": string;
  "hierarchy.lvl1": string;
  content: string;
  item_priority: number;
}

let double: TypesenseDouble;

beforeEach(async () => {
  double = new TypesenseDouble();
  await double.listen();
});

afterEach(async () => {
  await double.close();
});

function configuration(apiKey: string, ports = [double.port]) {
  const nodes = ports.map((port) => ({ host: "127.0.0.1", port, protocol: "http" }));
  return { nodes, apiKey, retryIntervalSeconds: 0.01, connectionTimeoutSeconds: 1, logLevel: "silent" as const };
}

function admin() {
  return new Client(configuration(ADMIN_KEY));
}

async function fill(client: Client) {
  await client.collections().create(schema);
  await client.collections("docs_1").documents().import(documents, { action: "upsert" });
  await client.aliases().upsert("docs", { collection_name: "docs_1" });
}

test("collections, imports and aliases", async () => {
  const client = admin();
  expect(await client.health.retrieve()).toEqual({ ok: true });
  await fill(client);
  expect((await client.collections("docs").retrieve()).num_documents).toBe(nRows);
  expect(await client.aliases("docs").retrieve()).toMatchObject({ name: "docs", collection_name: "docs_1" });
  expect((await client.aliases().retrieve()).aliases).toHaveLength(1);
  await expect(client.collections().create(schema)).rejects.toBeInstanceOf(Errors.ObjectAlreadyExists);
  await expect(client.aliases("other").retrieve()).rejects.toBeInstanceOf(Errors.ObjectNotFound);
  await client.collections("docs_1").delete();
  expect(await client.collections().retrieve()).toEqual([]);
});

test("rows that are refused are told one by one", async () => {
  const client = admin();
  await client.collections().create(schema);
  const rows = [{ url: "https://a.example", item_priority: 1 }, { url: 7, item_priority: 1 }, { item_priority: 1 }];
  const outcome: unknown = await client.collections("docs_1").documents().import(rows).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Errors.ImportError);
  const results = (outcome as InstanceType<typeof Errors.ImportError>).importResults as { success: boolean }[];
  expect(results.map((result) => result.success)).toEqual([true, false, false]);
  expect((await client.collections("docs_1").retrieve()).num_documents).toBe(1);
});

test("the search-only client searches in groups, with highlights, filters and facets", async () => {
  await fill(admin());
  const client = new SearchClient({ ...configuration(SEARCH_KEY), sendApiKeyAsQueryParam: true });
  const { results } = await client.multiSearch.perform<[Place]>({
    searches: [
      {
        collection: "docs",
        q: "signature",
        query_by: "hierarchy.lvl1,hierarchy.lvl2,content",
        filter_by: "language:=en && docusaurus_tag:=[default,docs-default-current]",
        group_by: "url_without_anchor",
        facet_by: "hierarchy.lvl0",
        sort_by: "_text_match:desc,item_priority:desc",
      },
    ],
  });
  const [result] = results;
  expect(result.found).toBeGreaterThan(0);
  expect(result.facet_counts?.[0]?.counts[0]?.count).toBeGreaterThan(0);
  const hit = result.grouped_hits?.[0]?.hits[0];
  expect(hit?.document.url).toContain("https://docs.example.com/");
  expect(hit?.highlights?.[0]?.snippet).toMatch(/<mark>signature/i);
});

test("errors come as the client knows them", async () => {
  await fill(admin());
  const wrong = new Client(configuration("wrong"));
  await expect(wrong.collections().retrieve()).rejects.toBeInstanceOf(Errors.RequestUnauthorized);
  const searching = new Client(configuration(SEARCH_KEY));
  await expect(searching.collections().retrieve()).rejects.toBeInstanceOf(Errors.RequestUnauthorized);
  await expect(searching.collections("nowhere").documents().search({ q: "a", query_by: "b" })).rejects.toBeInstanceOf(Errors.ObjectNotFound);
  const { results } = await searching.multiSearch.perform({ searches: [{ collection: "nowhere", q: "a", query_by: "b" }] });
  expect(results[0]).toMatchObject({ code: 404 });
});

test("the client passes over a node that is down", async () => {
  await fill(admin());
  const down = new TypesenseDouble();
  await down.listen();
  down.faults = { status: 503 };
  const client = new Client(configuration(SEARCH_KEY, [down.port, double.port]));
  // It begins with either node, takes turns, and leaves alone what failed.
  for (let again = 0; again < 3; again += 1) {
    const found = await client.collections<Place>("docs").documents().search({ q: "payment", query_by: "hierarchy.lvl1" });
    expect(found.found).toBeGreaterThan(0);
  }
  expect(down.asked).toHaveLength(1);
  await down.close();
});

test("the client keeps sets of synonyms, and links a collection to one", async () => {
  await fill(admin());
  const items = [{ id: "site-1", synonyms: ["return", "chargeback"] }];
  await admin().synonymSets("docs_1").upsert({ items });
  expect(await admin().synonymSets("docs_1").retrieve()).toMatchObject({ items });
  expect((await admin().synonymSets().retrieve()).map(({ name }) => name)).toEqual(["docs_1"]);
  await admin().collections("docs_1").update({ synonym_sets: ["docs_1"] });
  expect(await admin().collections("docs_1").retrieve()).toMatchObject({ synonym_sets: ["docs_1"] });
  await admin().synonymSets("docs_1").delete();
  await expect(admin().synonymSets("docs_1").retrieve()).rejects.toBeInstanceOf(Errors.ObjectNotFound);
});

test("the client keeps synonyms of a collection, as servers before version 30 have them", async () => {
  await fill(admin());
  double.isLegacy = true;
  const synonyms = ["return", "chargeback"];
  await admin().collections("docs_1").synonyms().upsert("site-1", { synonyms });
  expect(await admin().collections("docs_1").synonyms().retrieve()).toMatchObject({ synonyms: [{ id: "site-1", synonyms }] });
  await expect(admin().synonymSets().retrieve()).rejects.toBeInstanceOf(Errors.ObjectNotFound);
});
