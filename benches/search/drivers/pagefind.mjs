// Pagefind in a page, with excerpts of the pages that are shown.
let engine;

export async function open() {
  engine = await import("/pagefind/pagefind.js");
  await engine.init();
}

export async function search(text, nShown) {
  const { results } = await engine.search(text);
  const shown = await Promise.all(results.slice(0, nShown).map((result) => result.data()));
  return shown.map(({ url }) => url);
}
