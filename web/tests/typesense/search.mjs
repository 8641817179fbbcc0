/*
 * Searches a collection and answers in the documented shape: https://typesense.org/docs/30.2/api/search.html
 * It knows the parameters that a documentation search uses. How it ranks is only roughly what the server does.
 */
import { ApiError, fieldOf } from "./store.mjs";

/** @typedef {import("./store.mjs").Document} Document */
/** @typedef {Record<string, string>} Parameters */
/** @typedef {{ document: Document, score: number, fields: Map<string, Set<string>> }} Found */

const KNOWN = new Set(
  `collection q query_by query_by_weights filter_by sort_by facet_by max_facet_values group_by group_limit include_fields
  exclude_fields highlight_full_fields highlight_fields highlight_affix_num_tokens highlight_start_tag highlight_end_tag
  snippet_threshold per_page page prefix num_typos drop_tokens_threshold use_cache typo_tokens_threshold`.split(/\s+/),
);

/**
 * @param {import("./store.mjs").Collection} collection
 * @param {Record<string, unknown>} given
 */
export function search({ schema, documents }, given) {
  const asked = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  for (const name of Object.keys(asked)) if (!KNOWN.has(name)) throw new ApiError(400, `the double does not know the parameter \`${name}\``);
  if (asked["q"] === undefined) throw new ApiError(400, "Parameter `q` is required.");
  const queryBy = list(asked["query_by"]);
  if (queryBy.length === 0 && asked["q"] !== "*") throw new ApiError(400, "No search fields specified for the query.");
  const groupBy = list(asked["group_by"]);
  for (const name of [...queryBy, ...groupBy]) {
    const field = fieldOf(schema, name);
    if (field === undefined) throw new ApiError(404, `Could not find a field named \`${name}\` in the schema.`);
    if (groupBy.includes(name) && field.facet !== true) throw new ApiError(400, `Group by field \`${name}\` should be a facet field.`);
  }
  const perPage = number(asked["per_page"], 10);
  const page = number(asked["page"], 1);
  if (perPage > 250) throw new ApiError(422, "Only upto 250 hits can be fetched per page.");
  if (page < 1) throw new ApiError(422, "Page must be an integer of value greater than 0.");

  const tokenize = tokenizer(schema.token_separators ?? []);
  const isWanted = filter(asked["filter_by"] ?? "", schema);
  const candidates = [...documents.values()].filter(isWanted);
  const found = match(candidates, asked["q"], { queryBy, tokenize, asked });
  sort(found, asked["sort_by"] ?? "_text_match:desc", schema);
  const shape = (/** @type {Found} */ hit) => toHit(hit, { asked, tokenize, queryBy });
  const answer = {
    facet_counts: facets(found, list(asked["facet_by"]), groupBy, schema),
    out_of: documents.size,
    page,
    request_params: { collection_name: schema.name, first_q: asked["q"], per_page: perPage, q: asked["q"] },
    search_cutoff: false,
    search_time_ms: 1,
  };
  if (groupBy.length === 0) {
    return { ...answer, found: found.length, hits: found.slice((page - 1) * perPage, page * perPage).map(shape) };
  }
  const groups = new Map();
  for (const hit of found) {
    const key = JSON.stringify(groupBy.map((name) => hit.document[name]));
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  const shown = [...groups].slice((page - 1) * perPage, page * perPage);
  return {
    ...answer,
    found: groups.size,
    found_docs: found.length,
    grouped_hits: shown.map(([key, hits]) => ({
      found: hits.length,
      group_key: JSON.parse(key),
      hits: hits.slice(0, number(asked["group_limit"], 3)).map(shape),
    })),
  };
}

/** @param {string | undefined} text */
function list(text) {
  return (text ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
}

/**
 * @param {string | undefined} text
 * @param {number} otherwise
 */
function number(text, otherwise) {
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text)) throw new ApiError(400, `Parameter \`${text}\` must be an unsigned integer.`);
  return Number(text);
}

/**
 * Words are parted by white space and the collection's separators; other symbols are dropped.
 * @param {string[]} separators
 * @returns {(text: string) => { token: string, start: number, end: number }[]}
 */
function tokenizer(separators) {
  const runs = new RegExp(`[^\\s${separators.map((one) => (one === "_" ? one : `\\${one}`)).join("")}]+`, "gu");
  return (text) => {
    const tokens = [];
    for (const { 0: run, index } of text.matchAll(runs)) {
      const token = run.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
      if (token !== "") tokens.push({ token, start: index, end: index + run.length });
    }
    return tokens;
  };
}

/**
 * @param {Document[]} documents
 * @param {string} q
 * @param {{ queryBy: string[], tokenize: ReturnType<typeof tokenizer>, asked: Parameters }} how
 * @returns {Found[]}
 */
function match(documents, q, { queryBy, tokenize, asked }) {
  if (q === "*") return documents.map((document) => ({ document, score: 0, fields: new Map() }));
  const phrases = [...q.matchAll(/"([^"]+)"/g)].map(([, inside]) => tokenize(inside ?? "").map(({ token }) => token));
  const words = tokenize(q.replaceAll('"', " ")).map(({ token }) => token);
  const texts = documents.map((document) => ({ document, fields: queryBy.map((name) => ({ name, tokens: tokenize(textOf(document[name])).map(({ token }) => token) })) }));
  const typos = Number(asked["num_typos"] ?? "2");
  for (let kept = words.length; kept > 0; kept -= 1) {
    const wanted = words.slice(0, kept);
    for (const allowed of typos > 0 ? [0, 1, 2] : [0]) {
      const found = texts.flatMap(({ document, fields }) => {
        if (!phrases.every((phrase) => fields.some(({ tokens }) => hasPhrase(tokens, phrase)))) return [];
        const hits = new Map();
        let score = 0;
        for (const [at, word] of wanted.entries()) {
          const isPrefix = asked["prefix"] !== "false" && at === words.length - 1 && phrases.length === 0;
          let best = 0;
          fields.forEach(({ name, tokens }, rank) => {
            for (const token of tokens) {
              const closeness = compare(word, token, isPrefix, allowed);
              if (closeness === 0) continue;
              hits.set(name, (hits.get(name) ?? new Set()).add(token));
              best = Math.max(best, closeness * 100 + (fields.length - rank));
            }
          });
          if (best === 0) return [];
          score += best;
        }
        return [{ document, score, fields: hits }];
      });
      if (found.length > 0 || phrases.length > 0) return found;
    }
  }
  return [];
}

/** @param {unknown} value */
function textOf(value) {
  return Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : "";
}

/**
 * @param {string[]} tokens
 * @param {string[]} phrase
 */
function hasPhrase(tokens, phrase) {
  return tokens.some((_, at) => phrase.every((word, offset) => tokens[at + offset] === word));
}

/**
 * How well a word of the query is met: 0 not at all, 3 exactly.
 * @param {string} word
 * @param {string} token
 * @param {boolean} isPrefix
 * @param {number} typos
 */
function compare(word, token, isPrefix, typos) {
  if (word === token) return 3;
  if (isPrefix && token.startsWith(word)) return 2;
  const allowed = Math.min(typos, word.length >= 7 ? 2 : word.length >= 4 ? 1 : 0);
  if (allowed === 0) return 0;
  const other = isPrefix ? token.slice(0, word.length + allowed) : token;
  return distance(word, other, isPrefix) <= allowed ? 1 : 0;
}

/**
 * Edits between two words; with `isPrefix`, what the second has in addition at its end is free.
 * @param {string} one
 * @param {string} other
 * @param {boolean} isPrefix
 */
function distance(one, other, isPrefix) {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  /** @type {number[]} */
  let last = [];
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const swapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1] ? (last[to - 2] ?? Infinity) + 1 : Infinity;
      const same = (before[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      row.push(Math.min(same, (before[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, swapped));
    }
    last = before;
    before = row;
  }
  return isPrefix ? Math.min(...before) : (before[other.length] ?? 0);
}

/**
 * @param {Found[]} found
 * @param {string} by
 * @param {import("./store.mjs").Schema} schema
 */
function sort(found, by, schema) {
  const rules = list(by).map((rule) => {
    const { field, direction } = /^(?<field>.+):(?<direction>asc|desc)$/.exec(rule)?.groups ?? {};
    if (field === undefined) throw new ApiError(400, "Parameter `sort_by` is malformed.");
    if (field !== "_text_match" && !/^(int|float)/.test(fieldOf(schema, field)?.type ?? "")) {
      throw new ApiError(404, `Could not find a field named \`${field}\` in the schema for sorting.`);
    }
    const value = (/** @type {Found} */ { document, score }) => (field === "_text_match" ? score : Number(document[field]));
    return (/** @type {Found} */ one, /** @type {Found} */ other) => (value(one) - value(other)) * (direction === "asc" ? 1 : -1);
  });
  found.sort((one, other) => rules.map((rule) => rule(one, other)).find((order) => order !== 0) ?? 0);
}

/**
 * Counts of values; of groups, if the hits are grouped.
 * @param {Found[]} found
 * @param {string[]} names
 * @param {string[]} groupBy
 * @param {import("./store.mjs").Schema} schema
 */
function facets(found, names, groupBy, schema) {
  return names.map((name) => {
    if (fieldOf(schema, name)?.facet !== true) throw new ApiError(404, `Could not find a facet field named \`${name}\` in the schema.`);
    const groups = new Map();
    found.forEach(({ document }, at) => {
      const value = document[name];
      if (typeof value !== "string") return;
      const key = groupBy.length === 0 ? at : JSON.stringify(groupBy.map((group) => document[group]));
      groups.set(value, (groups.get(value) ?? new Set()).add(key));
    });
    const counts = [...groups].map(([value, keys]) => ({ count: keys.size, highlighted: value, value }));
    counts.sort((one, other) => other.count - one.count);
    return { counts, field_name: name, sampled: false, stats: { total_values: counts.length } };
  });
}

/**
 * @param {Found} found
 * @param {{ asked: Parameters, tokenize: ReturnType<typeof tokenizer>, queryBy: string[] }} how
 */
function toHit({ document, score, fields }, { asked, tokenize, queryBy }) {
  const open = asked["highlight_start_tag"] ?? "<mark>";
  const close = asked["highlight_end_tag"] ?? "</mark>";
  const affix = number(asked["highlight_affix_num_tokens"], 4);
  const threshold = number(asked["snippet_threshold"], 30);
  const full = list(asked["highlight_full_fields"]);
  const highlights = queryBy.flatMap((name) => {
    const matched = fields.get(name);
    const text = document[name];
    if (matched === undefined || typeof text !== "string") return [];
    const tokens = tokenize(text);
    const at = tokens.flatMap(({ token }, index) => (matched.has(token) ? [index] : []));
    const mark = (/** @type {number} */ from, /** @type {number} */ to) => {
      let marked = "";
      let done = from;
      for (const index of at) {
        const token = tokens[index];
        if (token === undefined || token.start < from || token.end > to) continue;
        marked += `${text.slice(done, token.start)}${open}${text.slice(token.start, token.end)}${close}`;
        done = token.end;
      }
      return marked + text.slice(done, to);
    };
    const first = at[0] ?? 0;
    const isShort = tokens.length <= threshold;
    const from = isShort ? 0 : (tokens[Math.max(0, first - affix)]?.start ?? 0);
    const to = isShort ? text.length : (tokens[Math.min(tokens.length - 1, first + 2 * affix)]?.end ?? text.length);
    const highlight = { matched_tokens: [...matched], snippet: mark(from, to) };
    return [{ field: name, ...(full.includes(name) ? { ...highlight, value: mark(0, text.length) } : highlight) }];
  });
  const included = list(asked["include_fields"]);
  const kept = Object.entries(document).filter(([name]) => included.length === 0 || included.includes(name));
  return {
    document: Object.fromEntries(kept),
    highlight: Object.fromEntries(highlights.map(({ field, ...rest }) => [field, rest])),
    highlights,
    text_match: score,
  };
}

/**
 * What `filter_by` says: `field:=value`, `field:=[a,b]`, joined by `&&`, `||` and parentheses.
 * @param {string} text
 * @param {import("./store.mjs").Schema} schema
 * @returns {(document: Document) => boolean}
 */
function filter(text, schema) {
  const tokens = text.match(/&&|\|\||\(|\)|[\w.]+\s*:\s*=?\s*(?:\[[^\]]*\]|`[^`]*`|[^&|()]+)/g) ?? [];
  let at = 0;
  const fail = () => new ApiError(400, "Could not parse the filter query.");
  if (tokens.join("").replace(/\s/g, "") !== text.replace(/\s/g, "")) throw fail();

  /** @returns {(document: Document) => boolean} */
  function part() {
    const token = tokens[at];
    at += 1;
    if (token === "(") {
      const inside = whole();
      if (tokens[at] !== ")") throw fail();
      at += 1;
      return inside;
    }
    const { name, exact, value } = /^(?<name>[\w.]+)\s*:\s*(?<exact>=?)\s*(?<value>.*)$/s.exec(token ?? "")?.groups ?? {};
    if (name === undefined || value === undefined) throw fail();
    if (fieldOf(schema, name) === undefined) throw new ApiError(404, `Could not find a filter field named \`${name}\` in the schema.`);
    const inside = value.trim().replace(/^\[|\]$/g, "");
    const wanted = (inside.match(/`[^`]*`|[^,]+/g) ?? []).map((one) => one.trim().replaceAll("`", ""));
    return (document) => {
      const given = [document[name]].flat().map(String);
      return wanted.some((one) => given.some((own) => (exact === "=" ? own === one : own.toLowerCase().includes(one.toLowerCase()))));
    };
  }

  /** @returns {(document: Document) => boolean} */
  function whole() {
    let left = part();
    while (tokens[at] === "&&" || tokens[at] === "||") {
      const isAnd = tokens[at] === "&&";
      at += 1;
      const [one, other] = [left, part()];
      left = isAnd ? (document) => one(document) && other(document) : (document) => one(document) || other(document);
    }
    return left;
  }

  if (tokens.length === 0) return () => true;
  const found = whole();
  if (at !== tokens.length) throw fail();
  return found;
}
