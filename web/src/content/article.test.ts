import { beforeEach, expect, test, vi } from "vitest";
import { startArticle } from "./article";

const code = '<div class="code"><pre><code>pay</code></pre></div>';

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", class { observe() { /* nothing is laid out here */ } disconnect() { /* as above */ } });
});

const buttons = (selector: string) => document.querySelectorAll(`${selector} [data-action="copy"]`).length;

test.each(["hydrate", "render"] as const)("code has its buttons at once, and inside an island when that is ready: %s", async (mode) => {
  const tabs = JSON.stringify({ tabs: [{ value: "a", label: "A" }] });
  document.body.innerHTML =
    `${code}<portico-island data-component="Tabs" data-props='${tabs}'><div class="tabs"><div role="tablist"><button type="button" role="tab" data-value="a" aria-selected="true" tabindex="0">A</button></div>` +
    `<div role="tabpanel" aria-label="A" tabindex="0" data-value="a" data-label="A"><div data-slot="0">${code}</div></div></div></portico-island>`;
  const article = startArticle(document.body, ["Tabs"], mode);
  expect([buttons("body > .code"), buttons("portico-island")]).toEqual([1, 0]);
  await article.ready;
  expect([buttons("body > .code"), buttons("portico-island")]).toEqual([1, 1]);
  article.stop();
  expect(buttons("portico-island"), "an island goes back to how it came").toBe(0);
});
