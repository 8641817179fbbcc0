export interface ContentSlotProps {
  /** Position among its island's slots; by it the browser finds the children again. */
  index: number;
  html: string;
}

/** The Markdown children of an island. */
export function ContentSlot({ index, html }: ContentSlotProps) {
  return <div data-slot={index} dangerouslySetInnerHTML={{ __html: html }} />;
}
