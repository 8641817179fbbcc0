import { expect, test } from "vitest";
import { isPlainClick, isWithinDocument, linkOf, pageTarget } from "./link-target";

function link(html: string): HTMLAnchorElement {
  document.body.innerHTML = html;
  const found = linkOf(document.querySelector("b, a"));
  if (found === null) throw new Error("no link");
  return found;
}

test.each([
  ['<a href="/docs/quickstart/">', "/docs/quickstart/"],
  ['<a href="/docs/quickstart/?a=1#b"><b>text</b></a>', "/docs/quickstart/?a=1#b"],
  ['<a href="/docs">', "/docs"],
  ['<a href="/docs/a.html">', "/docs/a.html"],
  ['<a href="/docs/a" target="_self">', "/docs/a"],
  ['<a href="/docs/a" target="_blank">', null],
  ['<a href="/docs/a" download>', null],
  ['<a href="/elsewhere">', null],
  ['<a href="/docs/openapi.yaml">', null],
  ['<a href="https://example.com/docs/a">', null],
  ['<a href="mailto:help@example.com">', null],
  ['<a href="javascript:void 0">', null],
  ['<a href="http://[">', null],
])("%s leads to %j", (html, expected) => {
  const target = pageTarget(link(html), "/docs/");
  expect(target && target.pathname + target.search + target.hash).toBe(expected);
});

test.each<[MouseEventInit, boolean]>([
  [{}, true],
  [{ button: 1 }, false],
  [{ metaKey: true }, false],
  [{ ctrlKey: true }, false],
  [{ shiftKey: true }, false],
  [{ altKey: true }, false],
])("a click with %j is plain: %j", (init, expected) => {
  expect(isPlainClick(new MouseEvent("click", init))).toBe(expected);
});

test("a click that something else answered is not plain", () => {
  const event = new MouseEvent("click", { cancelable: true });
  event.preventDefault();
  expect(isPlainClick(event)).toBe(false);
});

test("only another hash is within the document", () => {
  history.replaceState(null, "", "/docs/a?x=1");
  const within = (href: string) => isWithinDocument(new URL(href, location.href));
  expect(within("#b")).toBe(true);
  expect(within("/docs/a?x=1#b")).toBe(true);
  expect(within("/docs/a#b")).toBe(false);
  expect(within("/docs/a/?x=1#b")).toBe(false);
  expect(within("/docs/a?x=1")).toBe(false);
});
