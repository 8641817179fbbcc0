import type { ComponentType, ReactNode } from "react";

/** What a component that Markdown names receives: attributes as written, and its children by slot. */
export interface ContentProps {
  /** Attributes from the Markdown source. */
  props: Readonly<Record<string, unknown>>;
  /** One element per Markdown child, already rendered. */
  slots: readonly ReactNode[];
}

/** A component that Markdown can name. */
export type ContentComponent = ComponentType<ContentProps>;

/** Components by the name that Markdown uses. */
export const registry: Readonly<Record<string, ContentComponent>> = {};
