import type { ComponentType } from "react";
import type { ContentProps } from "./content-props";

/** Loads the interactive components of the registry, each only where a page uses it. */
export const islandLoaders: Readonly<Record<string, () => Promise<ComponentType<ContentProps>>>> = {
  Tabs: async () => (await import("./Tabs/Tabs")).Tabs,
};
