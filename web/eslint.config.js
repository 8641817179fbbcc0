import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Folders of src, lowest first. A folder imports only from those before it (and itself).
const layers = ["contract", "lib", "hooks", "navigation", "components", "content", "search", "theme"];

const layerRules = layers.map((layer, position) => ({
  files: [`src/${layer}/**/*.{ts,tsx}`],
  ignores: ["**/*.test.{ts,tsx}"],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            group: [
              ...layers.slice(position + 1).flatMap((above) => [`**/${above}/**`, `@/${above}/**`]),
              "**/client",
              "!react-dom/client",
              "**/server",
              "**/before-paint",
            ],
            message: `src/${layer} imports only from layers below it: ${layers.slice(0, position).join(", ") || "none"}.`,
          },
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["dist/**", "dist.next/**", "src/contract/**", "playwright-report/**", "test-results/**"] },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic, jsxA11y.flatConfigs.recommended],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Name what you export." },
      ],
      "@typescript-eslint/consistent-type-definitions": "off",
    },
  },
  { files: ["*.config.ts"], rules: { "no-restricted-syntax": "off" } },
  {
    files: ["scripts/**/*.mjs"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly", Buffer: "readonly" } },
  },
  ...layerRules,
);
