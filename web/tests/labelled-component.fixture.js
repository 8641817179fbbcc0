// A component that needs an id of its own wherever it stands.
import { createElement, useId } from "react";

export default function Labelled() {
  const id = useId();
  return createElement("p", null, createElement("label", { htmlFor: id }, "Name"), createElement("input", { id }));
}
