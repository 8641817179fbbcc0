import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(
  base,
  defineConfig({
    test: {
      environment: "jsdom",
      include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
      setupFiles: ["tests/setup.ts"],
      css: { include: [/\.module\.css$/], modules: { classNameStrategy: "scoped" } },
      pool: "threads",
      poolOptions: { threads: { maxThreads: 2, minThreads: 1 } },
    },
  }),
);
