import { optionalText, requiredText, type ContentProps } from "../content-props";

/** A link to a page with a few words about it: `<Card title="…" href="…" icon="…">`. */
export function Card(content: ContentProps) {
  const icon = optionalText(content.props["icon"]);
  return (
    <div className="card">
      {icon !== null && <span className={`icon icon-${icon}`} aria-hidden="true" />}
      <p className="card-title">
        <a href={requiredText(content, "Card", "href")}>{requiredText(content, "Card", "title")}</a>
      </p>
      {content.slots.length > 0 && <div className="card-body">{content.slots}</div>}
    </div>
  );
}
