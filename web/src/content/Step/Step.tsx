import { optionalText, type ContentProps } from "../content-props";

/** One step of a task outside `Steps`: a title and what is to be done. */
export function Step({ props, slots }: ContentProps) {
  const title = optionalText(props["title"]);
  return (
    <>
      {title !== null && (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      {slots}
    </>
  );
}
