import { usePage } from "../../hooks/PageContext";
import { Article } from "../Article/Article";
import { BackToTop } from "../BackToTop/BackToTop";
import { Breadcrumbs } from "../Breadcrumbs/Breadcrumbs";
import { PageActions } from "../PageActions/PageActions";
import { PageMeta } from "../PageMeta/PageMeta";
import { Pagination } from "../Pagination/Pagination";
import { Toc } from "../Toc/Toc";
import styles from "./DocPage.module.css";

export interface DocPageProps {
  contentHtml: string;
}

/** A page of documentation. */
export function DocPage({ contentHtml }: DocPageProps) {
  const { page } = usePage();
  return (
    <div className={styles.page}>
      <header>
        <Breadcrumbs />
        {page.hasTitle && <h1>{page.title}</h1>}
        <PageActions />
      </header>
      {page.toc.length > 0 && <Toc entries={page.toc} />}
      <Article html={contentHtml} />
      <footer>
        <PageMeta />
        <Pagination />
      </footer>
      <BackToTop />
    </div>
  );
}
