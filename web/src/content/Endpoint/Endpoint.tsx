import { requiredText, type ContentProps } from "../content-props";

/** Method and path of an operation: `<Endpoint method="POST" path="/v2/payments">`. */
export function Endpoint(content: ContentProps) {
  const method = requiredText(content, "Endpoint", "method");
  return (
    <p className="endpoint" data-method={method.toLowerCase()}>
      <strong>{method.toUpperCase()}</strong> <code>{requiredText(content, "Endpoint", "path")}</code>
    </p>
  );
}
