import { renderToString } from "react-dom/server";
import type { Bootstrap, PageData, SiteData } from "./contract";
import { token, withoutSeparatorsAtTokens } from "./lib/assembly-tokens";
import { App } from "./theme/App";
import { AssemblyContext } from "./theme/Slot/Slot";

let site: SiteData | null = null;

function currentSite(): SiteData {
  if (site === null) throw new Error("setSite comes before all else");
  return site;
}

/** Sets what every page knows about the site. */
export function setSite(json: string): string {
  site = JSON.parse(json) as SiteData;
  return "";
}

/** Renders a page with a token for each slot. */
export function renderPage(json: string): string {
  const page = JSON.parse(json) as PageData;
  const html = renderToString(
    <AssemblyContext value={true}>
      <App site={currentSite()} page={page} sidebar={null} contentHtml={token("content")} />
    </AssemblyContext>,
  );
  return withoutSeparatorsAtTokens(html);
}

/** Renders a page in one go, with a token for the content only. */
export function renderWhole(json: string): string {
  const bootstrap = JSON.parse(json) as Bootstrap;
  return renderToString(<App {...bootstrap} contentHtml={token("content")} />);
}
