import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { registry } from "./registry";

function html(name: string, props: Record<string, unknown>, slots: string[] = []): string {
  const Component = registry[name]?.component;
  if (Component === undefined) throw new Error(`no component ${name}`);
  return renderToString(<Component props={props} slots={slots} />);
}

test.each<[string, Record<string, unknown>, string[], string]>([
  ["Card", { title: "SDKs", href: "/sdks" }, ["All"], '<div class="card"><p class="card-title"><a href="/sdks">SDKs</a></p><div class="card-body">All</div></div>'],
  ["CardGrid", { columns: 2 }, ["A"], '<div class="card-grid" data-columns="2">A</div>'],
  ["Details", { summary: "More", open: true }, ["A"], '<details open=""><summary>More</summary>A</details>'],
  ["Endpoint", { method: "post", path: "/v2/a" }, [], '<p class="endpoint" data-method="post"><strong>POST</strong> <code>/v2/a</code></p>'],
  ["Hero", { title: "T" }, [], '<header class="hero"><h1>T</h1></header>'],
  ["HeroAction", { href: "/a" }, ["Go"], '<a class="button" data-kind="secondary" href="/a">Go</a>'],
  ["Badge", { kind: "warning" }, ["Beta"], '<span class="badge" data-kind="warning">Beta</span>'],
  ["Badge", { type: "secondary" }, ["New"], '<span class="badge" data-kind="neutral">New</span>'],
  ["Highlight", { color: "#25c2a0" }, ["A"], "<mark>A</mark>"],
  ["Step", { title: "T" }, ["A"], "<p><strong>T</strong></p>A"],
  ["Steps", {}, ["A"], '<div class="steps">A</div>'],
  ["TabItem", { value: "a" }, ["A"], "A"],
])("%s with %j", (name, props, slots, expected) => {
  expect(html(name, props, slots)).toBe(expected);
});

test.each<[string, Record<string, unknown>, string]>([
  ["Card", { href: "/a" }, "`Card` needs `title`"],
  ["Endpoint", { method: "GET" }, "`Endpoint` needs `path`"],
  ["Hero", {}, "`Hero` needs `title`"],
  ["HeroAction", { href: "/a", kind: "loud" }, "`HeroAction` has the `kind` `primary` or `secondary`, not `loud`"],
])("%s with %j says what is missing", (name, props, message) => {
  expect(() => html(name, props)).toThrow(message);
});
