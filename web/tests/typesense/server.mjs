/*
 * A stand-in for a Typesense server, written from its documented wire format (version 30). No live cluster has confirmed
 * it; the official client library works with it (`tests/typesense/official-client.test.ts`).
 *
 * Beside the API it has a door for tests, `/-/`: what to do wrong, and what was asked.
 */
import { Buffer } from "node:buffer";
import console from "node:console";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { URL } from "node:url";
import { ApiError, Store, summary } from "./store.mjs";
import { search } from "./search.mjs";

/** Keys that it knows. */
export const ADMIN_KEY = "the-key-that-may-do-all";
export const SEARCH_KEY = "the-key-that-may-search";

/**
 * What goes wrong.
 * @typedef {object} Faults
 * @property {number} [status] every request of the API is answered with this status
 * @property {number} [delay] milliseconds before every answer
 * @property {string} [path] requests to paths that hold this are answered with `pathStatus`
 * @property {number} [pathStatus]
 * @property {number} [badRow] the row of this number, counted over all imports from 1, is refused
 * @property {number} [lostRow] the row of this number is said to be taken, and is not
 * @property {boolean} [notJson] answers are no JSON
 * @property {boolean} [isLegacy] from now on it is a server of version 29
 * @property {boolean} [applied] a request that `path` matches does its work before it is answered with `pathStatus`
 */

/** @typedef {{ method: string, path: string, body: string, key: string }} Asked */

export class TypesenseDouble {
  store = new Store();
  /** Whether it is older than version 30. */
  isLegacy = false;
  /** @type {Map<string, Map<string, Map<string, unknown>>>} */
  lists = new Map();
  /** Sets of synonyms, as servers from version 30 on have them. @type {Map<string, unknown>} */
  synonymSets = new Map();
  /** @type {Faults} */
  faults = {};
  /** @type {Asked[]} */
  asked = [];
  /** Number of requests that were answered, whether or not anybody still waited. */
  nAnswered = 0;
  #rows = 0;
  #server = createServer((request, response) => {
    this.#handle(request, response).catch((error) => {
      console.error("the stand-in failed", error);
      response.destroy();
    });
  });

  /**
   * Starts to listen; gives the port.
   * @param {number} [port] any free one unless given
   * @returns {Promise<number>}
   */
  async listen(port = 0) {
    await new Promise((done, fail) => {
      this.#server.once("error", fail);
      this.#server.listen(port, "127.0.0.1", () => { done(undefined); });
    });
    return this.port;
  }

  get port() {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** Ends it; open connections are cut. */
  async close() {
    this.#server.closeAllConnections();
    await new Promise((done) => { this.#server.close(done); });
  }

  /**
   * Makes a collection of documents without the detour over the wire.
   * @param {import("./store.mjs").Schema} schema
   * @param {string} jsonl
   */
  load(schema, jsonl) {
    this.store.create(schema);
    const collection = this.store.collection(schema.name);
    for (const line of jsonl.split("\n")) if (line !== "") this.store.add(collection, line);
  }

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:http").ServerResponse} response
   */
  async #handle(request, response) {
    const url = new URL(request.url ?? "/", "http://double");
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const method = request.method ?? "GET";
    response.setHeader("access-control-allow-origin", "*");
    if (url.pathname.startsWith("/-/")) {
      if (method === "PUT") this.faults = JSON.parse(body);
      if (method === "PUT" && this.faults.isLegacy !== undefined) this.isLegacy = this.faults.isLegacy;
      response.end(JSON.stringify({ asked: this.asked, aliases: Object.fromEntries(this.store.aliases), collections: [...this.store.collections.keys()], synonymSets: [...this.synonymSets.keys()] }));
      return;
    }
    if (method === "OPTIONS") {
      response.setHeader("access-control-allow-headers", "*");
      response.setHeader("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE");
      response.writeHead(204).end();
      return;
    }
    const key = String(request.headers["x-typesense-api-key"] ?? url.searchParams.get("x-typesense-api-key") ?? "");
    this.asked.push({ method, path: url.pathname, body, key });
    const faults = this.faults;
    if (faults.delay !== undefined) await setTimeout(faults.delay, undefined, { ref: false });
    const { status, text, type = "application/json" } = this.#answer({ method, path: url.pathname, body, key }, url.searchParams);
    response.writeHead(status, { "content-type": `${type}; charset=utf-8` });
    response.end(faults.notJson === true ? "<!doctype html><title>Bad gateway</title>" : text);
    this.nAnswered += 1;
  }

  /**
   * @param {Asked} asked
   * @param {URLSearchParams} query
   */
  #answer(asked, query) {
    const { status, path, pathStatus } = this.faults;
    const fault = status ?? (path !== undefined && `${asked.method} ${asked.path}`.includes(path) ? pathStatus : undefined);
    try {
      if (fault !== undefined && this.faults.applied === true) this.#route(asked, query);
      if (fault !== undefined) throw new ApiError(fault, fault === 503 ? "Not Ready or Lagging" : "On purpose.");
      const answer = this.#route(asked, query);
      // The answer to an import is a line for each row, and no JSON as a whole.
      if (typeof answer.value === "string") return { status: answer.status, text: answer.value, type: "text/plain" };
      return { status: answer.status, text: JSON.stringify(answer.value) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, text: JSON.stringify({ message: error.message }) };
    }
  }

  /**
   * @param {Asked} asked
   * @param {URLSearchParams} query
   * @returns {{ status: number, value: unknown }}
   */
  #route({ method, path, body, key }, query) {
    const { store } = this;
    const [first = "", second = "", third = "", fourth = ""] = path.slice(1).split("/").map(decodeURIComponent);
    const ok = (/** @type {unknown} */ value, status = 200) => ({ status, value });
    if (first === "health") return ok({ ok: true });
    const isSearch = (method === "POST" && path === "/multi_search") || (method === "GET" && third === "documents" && fourth === "search");
    if (key !== ADMIN_KEY && !(key === SEARCH_KEY && isSearch)) {
      throw new ApiError(401, "Forbidden - a valid `x-typesense-api-key` header must be sent.");
    }
    switch (`${method} ${first}`) {
      case "GET debug":
        return ok({ state: 1, version: this.isLegacy ? "29.0" : "30.2" });
      case "GET keys":
        return ok({ keys: [{ actions: ["documents:search"], collections: ["*"], description: "Search-only", id: 1, value_prefix: SEARCH_KEY.slice(0, 4) }] });
      case "POST multi_search":
        return ok({ results: this.#searches(body).map((one) => this.#oneOfMany(one, query)) });
      case "GET collections":
        if (fourth === "search") return ok(search(store.collection(second), withoutKey(query)));
        if (third !== "") return ok({ [third]: [...(this.#lists(second).get(third)?.values() ?? [])] });
        return ok(second === "" ? [...store.collections.values()].map(summary) : summary(store.collection(second)));
      case "POST collections":
        if (third === "documents" && fourth === "import") return ok(this.#import(store.collection(second), body));
        if (second !== "") break;
        store.create(JSON.parse(body));
        return ok(summary(store.collection(JSON.parse(body).name)), 201);
      case "PATCH collections": {
        const { schema } = store.collection(second);
        Object.assign(schema, JSON.parse(body));
        return ok(JSON.parse(body));
      }
      case "PUT collections": {
        const lists = this.#lists(second);
        const items = lists.get(third) ?? new Map();
        lists.set(third, items.set(fourth, { ...JSON.parse(body), id: fourth }));
        return ok(items.get(fourth));
      }
      case "DELETE collections": {
        const gone = summary(store.collection(second));
        store.collections.delete(gone.name);
        return ok(gone);
      }
      case "GET synonym_sets":
      case "PUT synonym_sets":
      case "DELETE synonym_sets":
        return ok(this.#sets(method, second, body));
      case "GET aliases": {
        if (second === "") return ok({ aliases: [...store.aliases].map(([name, collection]) => ({ collection_name: collection, name })) });
        const collection = store.aliases.get(second);
        if (collection === undefined) throw new ApiError(404, "Not Found");
        return ok({ collection_name: collection, name: second });
      }
      case "PUT aliases": {
        const { collection_name: collection } = JSON.parse(body);
        if (typeof collection !== "string") throw new ApiError(400, "Bad JSON.");
        store.aliases.set(second, collection);
        return ok({ collection_name: collection, name: second });
      }
    }
    throw new ApiError(404, "Not Found");
  }

  /**
   * Synonyms and overrides of a collection, as servers before version 30 have them.
   * @param {string} collection
   */
  #lists(collection) {
    if (!this.isLegacy) throw new ApiError(404, "Not Found");
    this.store.collection(collection);
    const lists = this.lists.get(collection) ?? new Map();
    this.lists.set(collection, lists);
    return lists;
  }

  /**
   * Sets of synonyms, which servers from version 30 on have: https://typesense.org/docs/30.0/api/synonyms.html
   * @param {string} method
   * @param {string} name
   * @param {string} body
   */
  #sets(method, name, body) {
    if (this.isLegacy) throw new ApiError(404, "Not Found");
    if (method === "PUT") {
      const { items } = JSON.parse(body);
      const isItem = (/** @type {Record<string, unknown>} */ item) => typeof item["id"] === "string" && Array.isArray(item["synonyms"]);
      if (!Array.isArray(items) || !items.every(isItem)) throw new ApiError(400, "Bad JSON.");
      this.synonymSets.set(name, { items, name });
    } else if (name === "") return [...this.synonymSets.values()];
    const set = this.synonymSets.get(name);
    if (set === undefined) throw new ApiError(404, "Not Found");
    if (method === "DELETE") this.synonymSets.delete(name);
    return method === "DELETE" ? { name } : set;
  }

  /**
   * @param {string} body
   * @returns {Record<string, unknown>[]}
   */
  #searches(body) {
    try {
      const { searches } = JSON.parse(body);
      if (Array.isArray(searches)) return searches;
    } catch {
      // Told below.
    }
    throw new ApiError(400, "Missing `searches` array.");
  }

  /**
   * A search that fails is told in its place; the others are answered.
   * @param {Record<string, unknown>} one
   * @param {URLSearchParams} common
   */
  #oneOfMany(one, common) {
    const { collection, ...asked } = { ...withoutKey(common), ...one };
    try {
      return search(this.store.collection(String(collection)), asked);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.status, error: error.message };
    }
  }

  /**
   * @param {import("./store.mjs").Collection} collection
   * @param {string} body
   */
  #import(collection, body) {
    const rows = body.split("\n").filter((line) => line.trim() !== "");
    return rows.map((line) => {
      this.#rows += 1;
      try {
        if (this.#rows === this.faults.badRow) throw new ApiError(400, "Field `content` must be a string.");
        if (this.#rows !== this.faults.lostRow) this.store.add(collection, line);
        return JSON.stringify({ success: true });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return JSON.stringify({ code: error.status, document: line, error: error.message, success: false });
      }
    }).join("\n");
  }
}

/** @param {URLSearchParams} query */
function withoutKey(query) {
  return Object.fromEntries([...query].filter(([name]) => name !== "x-typesense-api-key"));
}
