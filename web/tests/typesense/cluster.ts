import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HostedSearch } from "../../src/contract";
import { SEARCH_KEY, TypesenseDouble } from "./server.mjs";

const folder = join(import.meta.dirname, "../../src/search/fixture/hosted");
const schema = JSON.parse(readFileSync(join(folder, "schema.json"), "utf8")) as Parameters<TypesenseDouble["load"]>[0];
const documents = readFileSync(join(folder, "documents.jsonl"), "utf8");

/** A node with the documents that `cargo test -p portico-typesense` keeps up to date, under the alias `docs`. */
export async function startNode(port = 0): Promise<TypesenseDouble> {
  const double = new TypesenseDouble();
  double.load(schema, documents);
  double.store.aliases.set("docs", schema.name);
  await double.listen(port);
  return double;
}

/** Address of a node. */
export function addressOf(node: TypesenseDouble): string {
  return `http://127.0.0.1:${String(node.port)}`;
}

/** Settings of a search on these nodes. */
export function hostedOn(nodes: readonly TypesenseDouble[], settings: Partial<HostedSearch> = {}): HostedSearch {
  return {
    nodes: nodes.map(addressOf),
    nearestNode: null,
    collection: "docs",
    searchKey: SEARCH_KEY,
    contextualFilter: "language:=en && docusaurus_tag:=[default,docs-default-current]",
    externalUrlPattern: null,
    timeoutMs: 1000,
    parameters: {},
    ...settings,
  };
}
