import "./styles/index.css";
import { hydrateRoot } from "react-dom/client";
import type { Bootstrap } from "./contract";
import { App } from "./theme/App";

const root = document.getElementById("app");
const data = document.getElementById("portico-data")?.textContent;
if (root !== null && data !== undefined) {
  const bootstrap = JSON.parse(data) as Bootstrap;
  const contentHtml = document.querySelector("[data-content]")?.innerHTML ?? "";
  hydrateRoot(root, <App {...bootstrap} contentHtml={contentHtml} />);
}
