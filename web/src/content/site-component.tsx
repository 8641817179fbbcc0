import type { ComponentType } from "react";
import type { ContentProps } from "./content-props";

/** A component that a site brings along: properties are its attributes in Markdown, `children` its Markdown children. */
export type SiteComponent = ComponentType<Record<string, unknown>>;

/** Whether that is a component: a function or a class, or what `memo` and its like make of one. */
export function isSiteComponent(value: unknown): value is SiteComponent {
  return typeof value === "function" || (typeof value === "object" && value !== null && "$$typeof" in value);
}

/** The same component in the form that those of the theme have. */
export function asContentComponent(Component: SiteComponent): ComponentType<ContentProps> {
  return function ContentComponent({ props, slots }) {
    return <Component {...props}>{slots[0]}</Component>;
  };
}
