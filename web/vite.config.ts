import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { scopedClassName } from "./scripts/class-names.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

// What all three builds (client, server, before-paint) and the tests have in common. `scripts/build.mjs` runs them.
export default defineConfig({
  root,
  esbuild: { jsx: "automatic" },
  worker: { format: "es" },
  css: { modules: { generateScopedName: scopedClassName } },
  build: {
    target: "es2022",
    cssTarget: ["chrome120", "firefox121", "safari17"],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
