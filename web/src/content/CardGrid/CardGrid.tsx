import { optionalText, type ContentProps } from "../content-props";

/** Cards side by side: `<CardGrid columns={2}>`; without `columns` as many as there is room for. */
export function CardGrid({ props, slots }: ContentProps) {
  return (
    <div className="card-grid" data-columns={optionalText(props["columns"]) ?? undefined}>
      {slots}
    </div>
  );
}
