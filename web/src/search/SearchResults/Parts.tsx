import type { TextPart } from "../backend";

export interface PartsProps {
  parts: readonly TextPart[];
}

/** Text with what matched marked. */
export function Parts({ parts }: PartsProps) {
  return parts.map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text));
}
