import type { ContentProps } from "../content-props";

/** What one tab shows. `Tabs` takes its items apart; one that stands alone is its content. */
export function TabItem({ slots }: ContentProps) {
  return <>{slots}</>;
}
