// Our engine in a page: the product's own worker, asked as the dialog asks it.
let worker;

function ask(request) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.kind === "done" ? resolve(data.answer) : reject(new Error(data.message)));
    worker.postMessage({ id: 1, ...request });
  });
}

export async function open() {
  worker = new Worker("/worker.js", { type: "module" });
  await ask({ kind: "open", address: `${location.origin}/search-index/index.bin` });
}

export async function search(text, nShown) {
  const { groups } = await ask({ kind: "search", query: { text, areas: [], page: 0, perPage: nShown } });
  return groups.map(({ route }) => route);
}
