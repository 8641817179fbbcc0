/*
 * `portico mcp` over the published portal, driven by the protocol's official client.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test as base } from "@playwright/test";
import { binary } from "./command";

const portal = resolve(process.env["E2E_DIST"] ?? "../dist");

const test = base.extend<{ client: Client }>({
  client: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const client = new Client({ name: "tests", version: "1" });
      await client.connect(new StdioClientTransport({ command: binary(), args: ["mcp", "--dir", portal] }));
      await use(client);
      await client.close();
    },
    { scope: "test" },
  ],
});

interface Answer {
  text: string;
  data: Record<string, unknown>;
  isError: boolean;
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Answer> {
  const result = await client.callTool({ name, arguments: input });
  const content = result.content as { type: string; text: string }[];
  return {
    text: content.map((part) => part.text).join("\n"),
    data: (result.structuredContent ?? {}) as Record<string, unknown>,
    isError: result.isError === true,
  };
}

test("says what it is and what it can do", async ({ client }) => {
  expect(client.getServerVersion()?.name).toBe("portico");
  expect(client.getInstructions()).toContain("Example Pay Developers");
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(["search", "read_page", "list_pages", "look_up_code"]);
  expect(JSON.stringify(tools)).not.toContain('"uint');
  for (const { annotations, inputSchema, outputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
  }
});

for (const [query, place] of [
  ["release hold", "/api/payments/release-hold"],
  ["verify webhook signature", "/webhooks/"],
  ["quikstart", "/quickstart/"],
] as const) {
  test(`search finds “${query}”`, async ({ client }) => {
    const { text, data } = await call(client, "search", { query });
    const results = data["results"] as { page: string; excerpt: string }[];
    expect(results[0]?.page).toContain(place);
    expect(text).toContain(results[0]?.page ?? "nothing");
  });
}

test("search narrows to a part of the site and says when nothing is there", async ({ client }) => {
  const all = await call(client, "search", { query: "payment", limit: 1 });
  const areas = all.data["areas"] as string[];
  const area = areas.at(-1) ?? "";
  const narrowed = await call(client, "search", { query: "payment", area, limit: 1 });
  expect(narrowed.data["total"]).toBeLessThan(all.data["total"] as number);
  const none = await call(client, "search", { query: "zzzzqqqq" });
  expect(none.data["total"]).toBe(0);
  expect(none.text).toContain("Nothing was found");
});

for (const [code, heading, said] of [
  ["R01", /^R01\b/, /insufficient/i],
  ["c05", /^C05\b/i, /account|transaction/i],
  ["WEB", /^WEB\b/, /internet/i],
  ["422", /^422\b/, /./],
  ["amount_exceeds_limit", /amount_exceeds_limit/, /./],
  ["transaction.returned", /transaction\.returned/, /./],
] as const) {
  test(`look_up_code explains ${code}`, async ({ client }) => {
    const { data, text } = await call(client, "look_up_code", { code });
    const places = data["places"] as { heading: string; page: string; text: string }[];
    expect(places.length).toBeGreaterThan(0);
    expect(places.some((place) => heading.test(place.heading))).toBe(true);
    expect(text).toMatch(said);
    const page = await call(client, "read_page", { page: places[0]?.page ?? "" });
    expect(page.isError).toBe(false);
  });
}

test("pages are listed, and read as Markdown by any spelling of their route", async ({ client }) => {
  const { data } = await call(client, "list_pages", {});
  const pages = data["pages"] as { route: string; title: string; description: string }[];
  expect(pages.length).toBeGreaterThan(40);
  const some = await call(client, "list_pages", { under: "/webhooks" });
  expect((some.data["pages"] as unknown[]).length).toBe(pages.filter((page) => page.route.startsWith("/webhooks")).length);
  const texts = [];
  for (const page of ["/quickstart/", "quickstart", "https://docs.example.com/quickstart.md", "/quickstart/index.html#x"]) {
    texts.push((await call(client, "read_page", { page })).text);
  }
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toMatch(/^# Quickstart\n/);
});

test("mistakes are told in words that a model can act on", async ({ client }) => {
  const missing = await call(client, "read_page", { page: "/no/such/page" });
  expect(missing).toMatchObject({ isError: true });
  expect(missing.text).toContain("no page at `/no/such/page`");
  const escape = await call(client, "read_page", { page: "../../../etc/passwd" });
  expect(escape.isError).toBe(true);
  const wrong = await call(client, "search", { text: "payment" });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain("query");
  await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(/no tool/);
});

test("pages are resources too", async ({ client }) => {
  const { resources } = await client.listResources();
  expect(resources.length).toBeGreaterThan(40);
  const quickstart = resources.find((resource) => resource.uri === "portico:///quickstart/");
  expect(quickstart).toMatchObject({ mimeType: "text/markdown", title: "Quickstart" });
  const { contents } = await client.readResource({ uri: "portico:///quickstart/" });
  expect(contents[0]).toMatchObject({ mimeType: "text/markdown" });
  expect(contents[0]).toHaveProperty("text", expect.stringMatching(/^# Quickstart\n/));
  await expect(client.readResource({ uri: "portico:///no/such/page" })).rejects.toThrow(/no page/);
});

test("a folder that is no published site is refused with a remedy", () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-mcp-"));
  const { status, stderr } = spawnSync(binary(), ["mcp", "--dir", folder], { input: "" });
  expect(status).toBe(1);
  expect(String(stderr)).toContain("is no published site");
  expect(String(stderr)).toContain("help: publish the site with `portico build`");
  rmSync(folder, { recursive: true });
});
