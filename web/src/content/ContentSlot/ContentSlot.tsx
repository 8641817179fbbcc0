export interface ContentSlotProps {
  /** Position among its island's slots; by it the browser finds the children again. */
  index: number;
  html: string;
  /** Whether it stands within a line, where a `div` would end the paragraph. */
  isInline?: boolean;
}

/** The Markdown children of an island. */
export function ContentSlot({ index, html, isInline = false }: ContentSlotProps) {
  const Element = isInline ? "span" : "div";
  return <Element data-slot={index} dangerouslySetInnerHTML={{ __html: html }} />;
}
