/* The figures side by side, as Markdown. */

const sorted = (values) => values.toSorted((a, b) => a - b);
const share = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))];
const median = (values) => share(values, 0.5);
const sum = (values) => values.reduce((total, value) => total + value, 0);
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
const times = (theirs, ours) => `${(theirs / ours).toFixed(2)} ×`;

function table(head, rows) {
  return [head, head.map((_, at) => (at === 0 ? "---" : "--:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Milliseconds and bytes of following links. */
function clicks(rows) {
  const ours = rows.find(({ engine }) => engine === "Portico") ?? rows[0];
  const ms = (row, mode) => row[mode].map((click) => click.ms);
  const time = (row, mode) => `${median(ms(row, mode)).toFixed(0)} (${share(ms(row, mode), 0.95).toFixed(0)})`;
  const ratios = (row) => row.onClick.map(({ bytes, own }) => bytes / own);
  return table(
    ["engine", "ms, loading ahead: median (p95)", "as much as Portico", "ms, loading on click: median (p95)", "as much as Portico", "kB a click, loading on click", "page's own content, kB", "sent per content: median (most)", "kB a click, loading ahead"],
    rows.map((row) => [
      row.engine,
      time(row, "ahead"),
      times(median(ms(row, "ahead")), median(ms(ours, "ahead"))),
      time(row, "onClick"),
      times(median(ms(row, "onClick")), median(ms(ours, "onClick"))),
      kilobytes(median(row.onClick.map(({ bytes }) => bytes))),
      kilobytes(median(row.onClick.map(({ own }) => own))),
      `${median(ratios(row)).toFixed(2)} × (${Math.max(...ratios(row)).toFixed(2)} ×)`,
      kilobytes(sum(row.ahead.map(({ bytes }) => bytes)) / row.ahead.length),
    ]),
  );
}

/** First loads, and how they grow with the sidebar. */
function firstLoads(rows) {
  return table(
    ["engine", "pages", "kB in all", "as with the fewest pages", "until readable", "document", "styles", "fonts", "scripts", "other"],
    rows.toSorted((a, b) => a.engine.localeCompare(b.engine) || a.nPages - b.nPages).map(({ engine, nPages, first }) => {
      const fewest = rows.filter((row) => row.engine === engine).reduce((least, row) => (row.nPages < least.nPages ? row : least));
      const { document, css, js, font, other } = first;
      const [all, least] = [first, fewest.first].map((kinds) => sum(Object.values(kinds)));
      return [engine, nPages, kilobytes(all), times(all, least), ...[document + css + font, document, css, font, js, other].map(kilobytes)];
    }),
  );
}

export function report(rows, { command, date, machine, nPages, browser, load }) {
  const measured = rows.filter((row) => row.nPages === nPages);
  const versions = [...new Map(rows.map(({ engine, version }) => [engine, `${engine} ${version}`])).values()];
  return `<!-- Written by \`cargo xtask navigation --write\`. -->

# Moving between pages, and first loads

\`${command}\`, ${date}.

Machine: ${machine}; load up to ${load.toFixed(1)}. Chromium ${browser}. ${versions.join(", ")}.

The same words, built by each engine and served by one static server on the loopback (\`benches/navigation/server.mjs\`: from
memory, gzip at level 6), which has compressed everything before the first click. Bytes are bodies after gzip.

## From the click to the new heading

${measured[0].onClick.length} clicks in a sidebar of ${nPages.toLocaleString("en")} pages, in turn on a link of the article and one of the sidebar, each to a page
not visited before; the engines take turns. The time runs from the click to the end of the frame that shows another heading. *Loading
ahead*: each engine prefetches as it does for everybody; the page is at rest, and the pointer lies on the link for 100 ms before the
click. *Loading on click*: the reader saves data, so that no engine loads ahead, and all that a page needs is loaded after the
click. The content is the HTML of the page's article, after gzip too.

${clicks(measured)}

## First loads

A first visit to one page, until it is hydrated and at rest, with nothing loaded ahead. Fonts count; icons of the browser's tab do
not. Document, styles and fonts are what a page needs until it can be read.

${firstLoads(rows)}
`;
}
