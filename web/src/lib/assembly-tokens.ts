/*
 * A token is a name between two private-use characters. It stands in prerendered HTML for a part that the build fills
 * in: a slot of the page, or a value of a sidebar entry.
 */
const TOKEN_START = "\uE000";
const TOKEN_END = "\uE001";

/** The token of that name. */
export function token(name: string): string {
  return `${TOKEN_START}${name}${TOKEN_END}`;
}

/** Takes out the comments that React puts between texts: tokens stand for elements, and next to those there are none. */
export function withoutSeparatorsAtTokens(html: string): string {
  return html
    .replaceAll(`${TOKEN_END}<!-- -->`, TOKEN_END)
    .replaceAll(`<!-- -->${TOKEN_START}`, TOKEN_START);
}
