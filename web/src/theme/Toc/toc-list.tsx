import type { ReactNode } from "react";
import type { TocEntry } from "../../contract";
import { token } from "../../lib/assembly-tokens";

/** A list of headings, each with the list of those below it. `active` is the id of the one being read. */
export function tocList(entries: readonly TocEntry[], active: string | null) {
  return <ul>{entries.map((entry) => tocEntry(entry, active))}</ul>;
}

function tocEntry({ id, html, children }: TocEntry, active: string | null) {
  return (
    <li key={id}>
      <a href={`#${id}`} aria-current={id === active ? "true" : undefined} dangerouslySetInnerHTML={{ __html: html }} />
      {children !== undefined && tocList(children, active)}
    </li>
  );
}

/** HTML of a list with the token `entries`, and of an entry with the tokens `id`, `html` and `children`. */
export interface TocTemplates {
  list: string;
  entry: string;
}

/** Renders a list and an entry with `render`. */
export function renderTocTemplates(render: (node: ReactNode) => string): TocTemplates {
  const inner: TocEntry = { id: "x", html: "x", children: [] };
  const outer: TocEntry = { id: token("id"), html: token("html"), children: [inner] };
  const list = render(tocList([inner], null));
  return {
    list: list.replace(render(tocEntry(inner, null)), token("entries")),
    entry: render(tocEntry(outer, null)).replace(list, token("children")),
  };
}
