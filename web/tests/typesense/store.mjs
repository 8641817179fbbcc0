/*
 * What a Typesense server keeps: collections with their schemas and documents, and aliases. It holds documents against
 * their schema as the server does: https://typesense.org/docs/30.2/api/collections.html
 */

/** An answer that is an error: its status, and its text under `message`. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @typedef {{ name: string, type: string, facet?: boolean, optional?: boolean, locale?: string, index?: boolean }} Field
 * @typedef {{ name: string, fields: Field[], default_sorting_field?: string, token_separators?: string[] }} Schema
 * @typedef {{ [name: string]: unknown }} Document
 * @typedef {{ schema: Schema, documents: Map<string, Document> }} Collection
 */

export class Store {
  /** @type {Map<string, Collection>} */
  collections = new Map();
  /** @type {Map<string, string>} */
  aliases = new Map();
  #lastId = 0;

  /**
   * The collection of a name or an alias.
   * @param {string} name
   * @returns {Collection}
   */
  collection(name) {
    const found = this.collections.get(this.aliases.get(name) ?? name);
    if (found === undefined) throw new ApiError(404, "Not Found");
    return found;
  }

  /** @param {Schema} schema */
  create(schema) {
    if (typeof schema.name !== "string" || schema.name === "") throw new ApiError(400, "Parameter `name` is required.");
    if (this.collections.has(schema.name)) {
      throw new ApiError(409, `A collection with name \`${schema.name}\` already exists.`);
    }
    if (!Array.isArray(schema.fields) || schema.fields.length === 0) {
      throw new ApiError(400, "The `fields` value should be an array of objects containing `name`, `type` and optionally, `facet` properties.");
    }
    const sorting = schema.fields.find(({ name }) => name === schema.default_sorting_field);
    if (schema.default_sorting_field !== undefined && (sorting === undefined || !/^(int32|int64|float)$/.test(sorting.type))) {
      throw new ApiError(400, `Default sorting field \`${schema.default_sorting_field}\` must be a single valued numerical field.`);
    }
    this.collections.set(schema.name, { schema, documents: new Map() });
  }

  /**
   * Puts a document into a collection; throws what the answer to its row says.
   * @param {Collection} collection
   * @param {string} line
   */
  add({ schema, documents }, line) {
    const document = parse(line);
    for (const [name, value] of Object.entries(document)) {
      const field = fieldOf(schema, name);
      if (field !== undefined && !isOf(value, field.type)) {
        throw new ApiError(400, `Field \`${name}\` must be ${field.type.endsWith("[]") ? "an array" : `a ${field.type}`}.`);
      }
    }
    const missing = schema.fields.find(({ name, optional }) => optional !== true && !name.includes("*") && document[name] === undefined);
    if (missing !== undefined) {
      throw new ApiError(400, `Field \`${missing.name}\` has been declared in the schema, but is not found in the document.`);
    }
    const id = document["id"] ?? String((this.#lastId += 1));
    if (typeof id !== "string") throw new ApiError(400, "Document's `id` field should be a string.");
    if (documents.has(id)) throw new ApiError(409, `A document with id ${id} already exists.`);
    documents.set(id, { ...document, id });
  }
}

/**
 * @param {Collection} collection
 */
export function summary({ schema, documents }) {
  return { ...schema, num_documents: documents.size, created_at: 0 };
}

/**
 * The field of a schema that a name belongs to; names may be patterns.
 * @param {Schema} schema
 * @param {string} name
 */
export function fieldOf({ fields }, name) {
  return fields.find((field) => field.name === name) ?? fields.find((field) => field.name.includes("*") && new RegExp(`^${field.name}$`).test(name));
}

/**
 * @param {string} line
 * @returns {Document}
 */
function parse(line) {
  try {
    const document = JSON.parse(line);
    if (typeof document === "object" && document !== null && !Array.isArray(document)) return document;
  } catch {
    // Told below.
  }
  throw new ApiError(400, "Bad JSON.");
}

/**
 * @param {unknown} value
 * @param {string} type
 */
function isOf(value, type) {
  if (type.endsWith("[]")) return Array.isArray(value) && value.every((item) => isOf(item, type.slice(0, -2)));
  if (type === "string") return typeof value === "string";
  if (type === "bool") return typeof value === "boolean";
  return typeof value === "number" && (type === "float" || Number.isSafeInteger(value));
}
