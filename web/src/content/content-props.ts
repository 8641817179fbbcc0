import type { ReactNode } from "react";

/** What a component that Markdown names receives. */
export interface ContentProps {
  /** Attributes from the Markdown source. */
  props: Readonly<Record<string, unknown>>;
  /** Its Markdown children, already rendered: one slot in all, but one for each `TabItem` of `Tabs`. */
  slots: readonly ReactNode[];
}

/** A text attribute; its absence is the author's mistake. */
export function requiredText({ props }: ContentProps, component: string, name: string): string {
  const value = optionalText(props[name]);
  if (value === null) throw new Error(`\`${component}\` needs \`${name}\``);
  return value;
}

/** A text attribute, or `null`. Numbers count as texts. */
export function optionalText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : null;
}
