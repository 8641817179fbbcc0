import { optionalText, type ContentProps } from "../content-props";

const KINDS = ["neutral", "tip", "info", "warning", "danger"];

/** A word beside a heading or in a table: `<Badge kind="warning">Beta</Badge>`. */
export function Badge({ props, slots }: ContentProps) {
  const wanted = optionalText(props["kind"]) ?? optionalText(props["type"]);
  return (
    <span className="badge" data-kind={wanted !== null && KINDS.includes(wanted) ? wanted : "neutral"}>
      {slots}
    </span>
  );
}
