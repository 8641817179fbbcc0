import { beforeEach, expect, test } from "vitest";
import type { HeadElement, PageData } from "../contract";
import { site } from "../../tests/fixture";
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

/** What the facts in the head are about. */
function facts(): string[] {
  const scripts = document.head.querySelectorAll<HTMLScriptElement>("script[type='application/ld+json']");
  return [...scripts].map(({ text }) => (JSON.parse(text) as { "@type": string })["@type"]);
}

beforeEach(() => {
  document.head.innerHTML = "";
  updateHead(pageData("plain"), site);
});

test("what a page brings is there while it is shown", () => {
  const before = said();
  const brought = [meta("robots", "noindex"), { tag: "link", attributes: { rel: "me", href: "https://me.example" } }];
  updateHead(pageData("other", brought), site);
  expect(said()).toEqual(expect.arrayContaining(["robots noindex", "me https://me.example", "description About other."]));
  updateHead(pageData("plain"), site);
  expect(said()).toEqual(before);
});

test("what a page brings takes the place of ours of the same name, until it is left", () => {
  const before = said();
  updateHead(pageData("other", [
    meta("Description", "In other words."),
    { tag: "link", attributes: { rel: "canonical", href: "https://elsewhere.example/other" } },
  ]), site);
  expect(said()).not.toContain("description About other.");
  expect(said()).toContain("Description In other words.");
  expect(document.head.querySelectorAll("link[rel='canonical']")).toHaveLength(1);
  updateHead(pageData("third", [meta("description", "A third.")]), site);
  expect(said().filter((words) => words.startsWith("description"))).toEqual(["description A third."]);
  updateHead(pageData("plain"), site);
  expect(said()).toEqual(before);
});

test("what stands in the page's own document is removed when it is left", () => {
  document.head.innerHTML = '<meta data-page-head name="description" content="In other words."><link rel="icon" href="/i.svg">';
  updateHead(pageData("plain"), site);
  expect(said()).toContain("description About plain.");
  expect(said()).toContain("icon /i.svg");
  expect(document.head.querySelector("[data-page-head]")).toBeNull();
});

test("a page's picture, search's robots and the facts about a page go with it", () => {
  const image = { url: "https://docs.example/card.png", size: [1200, 630] as [number, number] };
  updateHead({ ...pageData("seen"), image }, site);
  expect(said()).toEqual(expect.arrayContaining(["og:image https://docs.example/card.png", "og:image:width 1200"]));
  expect(facts()).toEqual(["BreadcrumbList", "TechArticle"]);
  updateHead({ ...pageData("search"), layout: "search" }, site);
  expect(said()).toContain("robots noindex, nofollow");
  expect(said().filter((words) => words.startsWith("og:image") || words.startsWith("canonical"))).toEqual([]);
  expect(facts()).toEqual([]);
  updateHead(pageData("plain"), site);
  expect(said()).not.toContain("robots noindex, nofollow");
});

test("a picture of the author's own takes the place of all that is said of ours", () => {
  const own: HeadElement = { tag: "meta", attributes: { property: "og:image", content: "https://own.example/i.png" } };
  updateHead({ ...pageData("own", [own]), image: { url: "https://docs.example/card.png", size: [1200, 630] } }, site);
  expect(said().filter((words) => words.startsWith("og:image"))).toEqual(["og:image https://own.example/i.png"]);
});
