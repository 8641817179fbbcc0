import { messages } from "../../lib/messages";
import type { HitKind } from "../backend";

export interface HitIconProps {
  kind: HitKind;
}

/** Drawn on a grid of 20 like all icons. They are here so that pages do not carry them before someone searches. */
const PATHS: Readonly<Record<HitKind, string>> = {
  page: "M5.5 2.75h6l3.5 3.5v11h-9.5zM11.5 2.75v3.5h3.5",
  heading: "M8 3.5 6.5 16.5M13.5 3.5 12 16.5M4 7.5h12.5M3.5 12.5H16",
  text: "M3.5 5h13M3.5 8.33h13M3.5 11.67h13M3.5 15h8",
  operation: "M3 7h12M12 4l3 3-3 3M17 13H5M8 10l-3 3 3 3",
  field: "M3.5 6.5h13v7h-13zM6.5 9v2",
  code: "m7 5.5-4.5 4.5L7 14.5M13 5.5l4.5 4.5-4.5 4.5",
};

/** What kind of place a result is. */
export function HitIcon({ kind }: HitIconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={messages.searchKinds[kind]}
    >
      <path d={PATHS[kind]} />
    </svg>
  );
}
