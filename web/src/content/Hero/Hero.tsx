import { optionalText, requiredText, type ContentProps } from "../content-props";

/** The head of the home page: `<Hero title="…" lead="…">` around `HeroAction`s. */
export function Hero(content: ContentProps) {
  const lead = optionalText(content.props["lead"]);
  return (
    <header className="hero">
      <h1>{requiredText(content, "Hero", "title")}</h1>
      {lead !== null && <p className="hero-lead">{lead}</p>}
      {content.slots.length > 0 && <div className="hero-actions">{content.slots}</div>}
    </header>
  );
}
