// The default theme with its own search and a sidebar of all pages, by folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const docs = join(import.meta.dirname, "..");

function entriesOf(folder) {
  const entries = readdirSync(join(docs, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => folder !== "" || name.startsWith("area-"))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return { text: entry.name, collapsed: true, items: entriesOf(path) };
      const [, title] = /^title: "(.*)"$/m.exec(readFileSync(join(docs, path), "utf8"));
      return { text: title, link: path.replace(/\.md$/, "") };
    });
}

export default {
  title: "Benchmark",
  themeConfig: { sidebar: entriesOf(""), outline: [2, 3], search: { provider: "local" } },
};
