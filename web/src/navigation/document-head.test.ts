import { beforeEach, expect, test } from "vitest";
import type { HeadElement, PageData } from "../contract";
import { NO_PAGE } from "../lib/no-page";
import { updateHead } from "./document-head";

function pageData(name: string, head?: HeadElement[]): PageData {
  const page = {
    ...NO_PAGE,
    route: `/${name}`,
    documentTitle: `${name} | Docs`,
    description: `About ${name}.`,
    canonicalUrl: `https://docs.example/${name}`,
    markdownUrl: `/${name}.md`,
  };
  return head === undefined ? page : { ...page, head };
}

const meta = (name: string, content: string): HeadElement => ({ tag: "meta", attributes: { name, content } });

/** Every element of the head by what it says, sorted. */
function said(): string[] {
  const elements = [...document.head.querySelectorAll("meta, link")];
  return elements
    .map((element) => [...element.attributes].filter(({ name }) => name !== "data-page-head").map(({ value }) => value).join(" "))
    .sort();
}

beforeEach(() => {
  document.head.innerHTML = "";
  updateHead(pageData("plain"));
});

test("what a page brings is there while it is shown", () => {
  const before = said();
  const brought = [meta("robots", "noindex"), { tag: "link", attributes: { rel: "me", href: "https://me.example" } }];
  updateHead(pageData("other", brought));
  expect(said()).toEqual(expect.arrayContaining(["robots noindex", "me https://me.example", "description About other."]));
  updateHead(pageData("plain"));
  expect(said()).toEqual(before);
});

test("what a page brings takes the place of ours of the same name, until it is left", () => {
  const before = said();
  updateHead(pageData("other", [
    meta("Description", "In other words."),
    { tag: "link", attributes: { rel: "canonical", href: "https://elsewhere.example/other" } },
  ]));
  expect(said()).not.toContain("description About other.");
  expect(said()).toContain("Description In other words.");
  expect(document.head.querySelectorAll("link[rel='canonical']")).toHaveLength(1);
  updateHead(pageData("third", [meta("description", "A third.")]));
  expect(said().filter((words) => words.startsWith("description"))).toEqual(["description A third."]);
  updateHead(pageData("plain"));
  expect(said()).toEqual(before);
});

test("what stands in the page's own document is removed when it is left", () => {
  document.head.innerHTML = '<meta data-page-head name="description" content="In other words."><link rel="icon" href="/i.svg">';
  updateHead(pageData("plain"));
  expect(said()).toContain("description About plain.");
  expect(said()).toContain("icon /i.svg");
  expect(document.head.querySelector("[data-page-head]")).toBeNull();
});
