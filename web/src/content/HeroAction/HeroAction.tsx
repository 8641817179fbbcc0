import { optionalText, requiredText, type ContentProps } from "../content-props";

/** What to do first: `<HeroAction href="…" kind="primary">Text</HeroAction>`. */
export function HeroAction(content: ContentProps) {
  const kind = optionalText(content.props["kind"]) ?? "secondary";
  if (kind !== "primary" && kind !== "secondary") {
    throw new Error(`\`HeroAction\` has the \`kind\` \`primary\` or \`secondary\`, not \`${kind}\``);
  }
  return (
    <a className="button" data-kind={kind} href={requiredText(content, "HeroAction", "href")}>
      {content.slots.length > 0 ? content.slots : requiredText(content, "HeroAction", "label")}
    </a>
  );
}
