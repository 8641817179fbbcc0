import { beforeEach, expect, test, vi } from "vitest";
import { addCodeActions, codeText, startCodeActions } from "./code-actions";

const announce = vi.fn();
startCodeActions(announce);

beforeEach(() => {
  announce.mockReset();
  vi.stubGlobal("ResizeObserver", class { observe() { /* nothing is laid out here */ } disconnect() { /* as above */ } });
  document.body.innerHTML =
    '<div class="code"><pre><code><span class="line" data-line="highlighted">a &lt; b</span>\n\nplain\n<span class="line">last</span>\n</code></pre></div>';
});

const blocks = () => document.querySelectorAll<HTMLElement>(".code");
const copyButton = () => document.querySelector<HTMLButtonElement>('[data-action="copy"]');

test("the text is the code, without the last line end", () => {
  expect(codeText(document.body)).toBe("a < b\n\nplain\nlast");
});

test("buttons are added once", () => {
  addCodeActions(blocks());
  addCodeActions(blocks());
  expect(document.querySelectorAll(".code-actions")).toHaveLength(1);
});

test("copying says so and soon stops saying so", async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  addCodeActions(blocks());
  copyButton()?.click();
  await vi.waitFor(() => { expect(copyButton()?.dataset["state"]).toBe("done"); });
  expect(writeText).toHaveBeenCalledWith("a < b\n\nplain\nlast");
  expect(announce).toHaveBeenCalledWith("Copied");
  vi.advanceTimersByTime(2000);
  expect(copyButton()?.getAttribute("aria-label")).toBe("Copy code to clipboard");
  vi.useRealTimers();
});

test("copying again says so for as long again", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.resolve() } });
  addCodeActions(blocks());
  for (let press = 0; press < 2; press += 1) {
    copyButton()?.click();
    await vi.advanceTimersByTimeAsync(1400);
  }
  expect(copyButton()?.dataset["state"]).toBe("done");
  vi.advanceTimersByTime(200);
  expect(copyButton()?.dataset["state"]).toBe("idle");
  vi.useRealTimers();
});

test.each([
  [true, "Copied"],
  [false, "Copying is not possible here"],
])("pages that are not secure copy by selection: %s", async (works, said) => {
  vi.stubGlobal("navigator", {});
  document.execCommand = vi.fn(() => works);
  addCodeActions(blocks());
  copyButton()?.click();
  await vi.waitFor(() => { expect(announce).toHaveBeenCalledWith(said); });
  expect(document.querySelector("textarea")).toBeNull();
});

test("wrapping is switched on and off", () => {
  addCodeActions(blocks());
  const button = document.querySelector<HTMLButtonElement>('[data-action="wrap"]');
  const figure = document.querySelector(".code");
  button?.click();
  expect([figure?.hasAttribute("data-wrap"), button?.getAttribute("aria-pressed")]).toEqual([true, "true"]);
  button?.click();
  expect([figure?.hasAttribute("data-wrap"), button?.getAttribute("aria-pressed")]).toEqual([false, "false"]);
});
