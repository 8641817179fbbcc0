// MiniSearch in a page: the whole index is loaded first. It has no excerpts; a page is where its best section is.
import MiniSearch from "/minisearch.js";

let engine;

export async function open(options) {
  const answer = await fetch("/index.json");
  engine = MiniSearch.loadJSON(await answer.text(), options);
}

export function search(text, nShown) {
  const routes = new Set(engine.search(text).map(({ route }) => route));
  return [...routes].slice(0, nShown);
}
