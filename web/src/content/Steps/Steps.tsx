import type { ContentProps } from "../content-props";

/** An ordered list whose items are the steps of a task. */
export function Steps({ slots }: ContentProps) {
  return <div className="steps">{slots}</div>;
}
