import { optionalText, type ContentProps } from "../content-props";

/** Something to unfold: `<Details summary="…" open id="…">`. */
export function Details({ props, slots }: ContentProps) {
  return (
    <details id={optionalText(props["id"]) ?? undefined} open={props["open"] === true || props["open"] === ""}>
      <summary>{optionalText(props["summary"]) ?? "Details"}</summary>
      {slots}
    </details>
  );
}
