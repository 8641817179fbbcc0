export interface ArticleProps {
  /** The article as the build made it. */
  html: string;
}

/**
 * The container of the article. The client puts islands and code buttons into it, so it is replaced as a whole (by its
 * key) rather than changed. `data-content` is where the client finds the article that came with the document.
 */
export function Article({ html }: ArticleProps) {
  return <div className="prose" data-content="" dangerouslySetInnerHTML={{ __html: html }} />;
}
