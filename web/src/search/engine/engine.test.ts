import { describe, expect, test } from "vitest";
import { fixtureFile, openFixture } from "../../../tests/search-fixture";
import type { SearchAnswer } from "../backend";
import { search } from "./engine";
import { openIndex, type FetchFile } from "./index-files";

async function ask(kind: "whole" | "sharded", text: string, areas: string[] = []): Promise<SearchAnswer> {
  return search(await openFixture(kind), { text, areas, page: 0, perPage: 10 });
}

function firstHref(answer: SearchAnswer): string | undefined {
  return answer.groups[0]?.hits[0]?.href;
}

describe.each(["whole", "sharded"] as const)("the %s index", (kind) => {
  test.each([
    ["a title", "quickstart", "/quickstart/"],
    ["a heading", "verify the signature", "/webhooks#verify-the-signature"],
    ["a word not typed to its end", "quicks", "/quickstart/"],
    ["a misspelt word", "webhoks", "/webhooks"],
    ["a misspelt word not typed to its end", "signatuer", "/webhooks#verify-the-signature"],
    ["words without their space", "makepayment", "/api/make-payment"],
    ["other forms of a word", "returning payment", "/api/make-payment#retry-a-returned-payment"],
    ["a code", "R01", "/reference/returns#R01"],
    ["a code in lower case", "c05", "/reference/returns#C05"],
    ["a status", "422", "/api/make-payment#error-amount_exceeds_limit"],
    ["an error code", "amount_exceeds_limit", "/api/make-payment#error-amount_exceeds_limit"],
    ["an error code not typed to its end", "amount_exc", "/api/make-payment#error-amount_exceeds_limit"],
    ["the title of a code", "insufficient funds", "/reference/returns#R01"],
    ["an event", "transaction.returned", "/webhooks#event-types"],
    ["a field", "statement_descriptor", "/api/make-payment#request"],
    ["a field in another spelling", "statementDescriptor", "/api/make-payment#request"],
    ["a path", "/v2/payments", "/api/make-payment"],
    ["a keyword", "tutorial", "/quickstart/"],
    ["a synonym", "seller", "/guides/platform-accounts"],
    ["a word without its accent", "cafe", "/guides/platform-accounts"],
    ["a script without spaces", "返金", "/ja/payments#返金"],
    ["a part of such a word", "口座", "/ja/payments"],
    ["a single character", "銀", "/ja/payments"],
    ["a phrase", '"raw body"', "/webhooks#verify-the-signature"],
    ["text in tabs", "timingSafeEqual", "/webhooks#verify-the-signature"],
    ["a question", "how do I verify a signature", "/webhooks#verify-the-signature"],
  ])("finds %s", async (_, text, href) => {
    expect(firstHref(await ask(kind, text))).toBe(href);
  });

  test("finds nothing for what is not there, and offers the words that are", async () => {
    expect(await ask(kind, "zzzzqqqq")).toMatchObject({ total: 0, groups: [], suggestions: [] });
    expect((await ask(kind, "zzzzqqqq xxyyzzxx wwqqzzkk refund")).total).toBe(0);
    const answer = await ask(kind, "zzzzqqqq xxyyzzxx webhooks vvbbnnmm");
    expect(answer.total === 0 ? answer.suggestions : ["webhooks"]).toEqual(["webhooks"]);
  });

  test("a phrase that nobody wrote finds nothing", async () => {
    expect((await ask(kind, '"body raw"')).total).toBe(0);
    expect((await ask(kind, '"raw bodies"')).total).toBe(0);
  });

  test("narrows to an area and counts the others", async () => {
    const all = await ask(kind, "account");
    const narrowed = await ask(kind, "account", ["Guides"]);
    expect(all.total).toBeGreaterThan(narrowed.total);
    expect(narrowed.groups.map((group) => group.route)).toEqual(["/guides/platform-accounts", "/quickstart/"]);
    expect(narrowed.areas).toEqual(all.areas);
  });

  test("marks what matched and nothing else", async () => {
    const { groups } = await ask(kind, "raw bod");
    const hit = groups[0]?.hits[0];
    const marked = hit?.excerpt.filter((part) => part.isHit).map((part) => part.text);
    expect(marked).toEqual(["raw", "bod"]);
    expect(hit?.kind).toBe("text");
    const text = hit?.excerpt.map((part) => part.text).join("");
    expect(text).toContain("the timestamp and the raw body.");
  });

  test("gives pages in parts", async () => {
    const files = await openFixture(kind);
    const all = await search(files, { text: "the account", areas: [], page: 0, perPage: 10 });
    const second = await search(files, { text: "the account", areas: [], page: 1, perPage: 1 });
    expect(second.groups[0]?.route).toBe(all.groups[1]?.route);
    expect(second.total).toBe(all.total);
  });

  test.each(["", " ", "\"\"", "...", "\u0000", "a".repeat(200), "the", "💥", "\ud800"])("bears %j", async (text) => {
    await expect(ask(kind, text)).resolves.toBeDefined();
  });
});

describe("a damaged index", () => {
  test.each(["whole", "sharded"] as const)("is an error and never a crash (%s)", async (kind) => {
    const read = fixtureFile(kind);
    const damage: ((bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>)[] = [
      (bytes) => bytes.slice(0, bytes.length / 2),
      () => new Uint8Array(0),
      () => new TextEncoder().encode("<!doctype html><title>Not found</title>"),
      (bytes) => bytes.map((byte, at) => (at % 97 === 50 ? byte ^ 0x55 : byte)),
    ];
    for (const change of damage) {
      for (const broken of kind === "whole" ? ["index.bin"] : ["index.bin", "terms-", "texts-"]) {
        const fetchFile: FetchFile = async (name) => (name.includes(broken) ? change(await read(name)) : read(name));
        const answer = openIndex(fetchFile, "index.bin").then((files) => search(files, { text: "payment", areas: [], page: 0, perPage: 5 }));
        await expect(answer).rejects.toBeInstanceOf(Error);
      }
    }
  });

  test("what could not be loaded is tried again", async () => {
    const read = fixtureFile("sharded");
    let isOffline = true;
    const files = await openIndex((name) => {
      return isOffline && name !== "index.bin" ? Promise.reject(new Error("offline")) : read(name);
    }, "index.bin");
    const query = { text: "payment", areas: [], page: 0, perPage: 5 };
    await expect(search(files, query)).rejects.toThrow("offline");
    isOffline = false;
    expect((await search(files, query)).total).toBeGreaterThan(0);
  });

  test("a newer format is refused", async () => {
    const head = new TextEncoder().encode('{"format":99}');
    const bytes = new Uint8Array([...new TextEncoder().encode("PSI2"), head.length, 0, 0, 0, ...head]);
    await expect(openIndex(() => Promise.resolve(bytes), "index.bin")).rejects.toThrow("format 99");
  });
});
