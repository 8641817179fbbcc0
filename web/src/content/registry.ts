import type { ComponentType } from "react";
import { Badge } from "./Badge/Badge";
import { Card } from "./Card/Card";
import { CardGrid } from "./CardGrid/CardGrid";
import type { ContentProps } from "./content-props";
import { Details } from "./Details/Details";
import { Endpoint } from "./Endpoint/Endpoint";
import { Hero } from "./Hero/Hero";
import { HeroAction } from "./HeroAction/HeroAction";
import { Highlight } from "./Highlight/Highlight";
import { Step } from "./Step/Step";
import { Steps } from "./Steps/Steps";
import { TabItem } from "./TabItem/TabItem";
import { Tabs } from "./Tabs/Tabs";

/** A component that Markdown can name. */
export interface ContentComponent {
  component: ComponentType<ContentProps>;
  /** Whether the browser runs it as an island. The prerendered HTML of the others is all there is. */
  isInteractive: boolean;
}

/** Components by the name that Markdown uses, for prerendering; the browser's are in `island-loaders`. */
export const registry: Readonly<Record<string, ContentComponent>> = {
  Badge: { component: Badge, isInteractive: false },
  Card: { component: Card, isInteractive: false },
  CardGrid: { component: CardGrid, isInteractive: false },
  Details: { component: Details, isInteractive: false },
  Endpoint: { component: Endpoint, isInteractive: false },
  Hero: { component: Hero, isInteractive: false },
  HeroAction: { component: HeroAction, isInteractive: false },
  Highlight: { component: Highlight, isInteractive: false },
  Step: { component: Step, isInteractive: false },
  Steps: { component: Steps, isInteractive: false },
  TabItem: { component: TabItem, isInteractive: false },
  Tabs: { component: Tabs, isInteractive: true },
};
