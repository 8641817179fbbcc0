import type { ContentProps } from "../content-props";

/** Words that stand out. They have the theme's colour: one chosen in the text would be unreadable in one of the colour modes. */
export function Highlight({ slots }: ContentProps) {
  return <mark>{slots}</mark>;
}
