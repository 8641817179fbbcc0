/*
 * What a Typesense server answers, as far as we use it: https://typesense.org/docs/30.2/api/search.html. Nothing of it is
 * trusted: what is not of the documented kind counts as absent.
 */
type Json = Readonly<Record<string, unknown>>;

/** The answer to one search. */
export interface WireResult {
  found: number;
  /** Whether the server stopped before it had seen everything. */
  isCutOff: boolean;
  /** Hits, by group in the server's order. */
  groups: WireHit[][];
  /** Values and counts of the facet asked for. */
  facet: { value: string; count: number }[];
}

export interface WireHit {
  /** A field of the document; `""` if it has none. */
  text: (field: string) => string;
  list: (field: string) => string[];
  /** A field with marks around what matched; `null` if nothing did. */
  whole: (field: string) => string | null;
  /** The part of a field that matched best, with marks. */
  snippet: (field: string) => string | null;
}

/** Reads the answer to a multi search. Throws if it is none, or tells of an error. */
export function readResults(body: unknown): WireResult[] {
  const results = isObject(body) ? body["results"] : undefined;
  if (!Array.isArray(results)) throw new Error("the cluster's answer has no results");
  return results.map((result: unknown) => readResult(isObject(result) ? result : {}));
}

function readResult(result: Json): WireResult {
  if (typeof result["error"] === "string") throw new Error(`the cluster refused the search: ${result["error"]}`);
  const grouped = objects(result["grouped_hits"]).map((group) => objects(group["hits"]).map(readHit));
  const flat = objects(result["hits"]).map((hit) => [readHit(hit)]);
  const facet = objects(result["facet_counts"])[0];
  return {
    found: typeof result["found"] === "number" ? result["found"] : 0,
    isCutOff: result["search_cutoff"] === true,
    groups: Array.isArray(result["grouped_hits"]) ? grouped : flat,
    facet: objects(facet?.["counts"]).flatMap(({ value, count }) => {
      return typeof value === "string" && typeof count === "number" ? [{ value, count }] : [];
    }),
  };
}

function readHit(hit: Json): WireHit {
  const document = isObject(hit["document"]) ? hit["document"] : {};
  const highlights = objects(hit["highlights"]);
  const newer = isObject(hit["highlight"]) ? hit["highlight"] : {};
  const highlight = (field: string, part: "value" | "snippet") => {
    const found = highlights.find((one) => one["field"] === field) ?? at(newer, field);
    const text = isObject(found) ? (found[part] ?? found["snippet"]) : undefined;
    return typeof text === "string" ? text : null;
  };
  return {
    text(field) {
      const value = at(document, field);
      return typeof value === "string" ? value : "";
    },
    list(field) {
      const value = at(document, field);
      return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
    },
    whole: (field) => highlight(field, "value"),
    snippet: (field) => highlight(field, "snippet"),
  };
}

/** A field by its name with dots, whether the server keeps it flat or nested. */
function at(object: Json, field: string): unknown {
  if (field in object) return object[field];
  return field.split(".").reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), object);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
