import { expect, test, vi } from "vitest";
import { loadChunk } from "./load-chunk";

const FROM = "https://docs.example.com/assets/client.js";

function links(): HTMLLinkElement[] {
  return [...document.head.querySelectorAll<HTMLLinkElement>("link[rel='stylesheet']")];
}

test("waits for the style sheets, and asks for each once", async () => {
  const loaded = vi.fn();
  const load = () => Promise.resolve("module");
  void loadChunk(load, ["./one.css"], FROM).then(loaded);
  const again = loadChunk(load, ["./one.css"], FROM);
  await Promise.resolve();
  expect(loaded).not.toHaveBeenCalled();
  expect(links().map(({ href }) => href)).toEqual(["https://docs.example.com/assets/one.css"]);
  links()[0]?.dispatchEvent(new Event("load"));
  await expect(again).resolves.toBe("module");
  expect(loaded).toHaveBeenCalledWith("module");
});

test("a style sheet that failed is asked for again", async () => {
  const load = () => Promise.resolve("module");
  const failed = loadChunk(load, ["./two.css"], FROM);
  links().at(-1)?.dispatchEvent(new Event("error"));
  await expect(failed).rejects.toThrow("https://docs.example.com/assets/two.css");
  const second = loadChunk(load, ["./two.css"], FROM);
  links().at(-1)?.dispatchEvent(new Event("load"));
  await expect(second).resolves.toBe("module");
});
