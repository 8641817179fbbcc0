import { usePage } from "../../hooks/PageContext";
import { Article } from "../Article/Article";
import styles from "./HomePage.module.css";

export interface HomePageProps {
  contentHtml: string;
}

/** The home page: its parts come from the content. */
export function HomePage({ contentHtml }: HomePageProps) {
  const { page } = usePage();
  return (
    <div className={styles.page}>
      {page.hasTitle && <h1>{page.title}</h1>}
      <Article html={contentHtml} />
    </div>
  );
}
