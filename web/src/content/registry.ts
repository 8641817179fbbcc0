import type { ComponentType, ReactNode } from "react";

/** What a component that Markdown names receives: attributes as written, and its children by slot. */
export interface ContentProps {
  /** Attributes from the Markdown source. */
  props: Readonly<Record<string, unknown>>;
  /** One element per Markdown child, already rendered. */
  slots: readonly ReactNode[];
}

/** A component that Markdown can name. One with `isInteractive` is hydrated in the browser, the others are only HTML. */
export type ContentComponent = ComponentType<ContentProps> & { isInteractive?: boolean };

/** Components by the name that Markdown uses. */
export const registry: Readonly<Record<string, ContentComponent>> = {};
