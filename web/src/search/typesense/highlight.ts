import type { TextPart } from "../backend";

export const OPEN = "<mark>";
export const CLOSE = "</mark>";

/** The parts of a text that the cluster marked. Everything but its marks is text, whatever it looks like. */
export function parseMarks(marked: string): TextPart[] {
  const parts: TextPart[] = [];
  const push = (text: string, isHit: boolean) => {
    if (text !== "") parts.push({ text, isHit });
  };
  let rest = marked;
  for (let open = rest.indexOf(OPEN); open >= 0; open = rest.indexOf(OPEN)) {
    const close = rest.indexOf(CLOSE, open);
    if (close < 0) break;
    push(rest.slice(0, open), false);
    push(rest.slice(open + OPEN.length, close), true);
    rest = rest.slice(close + CLOSE.length);
  }
  push(rest, false);
  return parts;
}

/** The text of a marked text. */
export function withoutMarks(marked: string): string {
  return parseMarks(marked).map(({ text }) => text).join("");
}
