// What a site's writer would write by hand, or a compiler of JSX would.
import { createElement, useState } from "react";

export default function Counter({ label, start = 0, children }) {
  const [count, setCount] = useState(start);
  const handleClick = () => { setCount(count + 1); };
  return createElement("section", null, createElement("button", { type: "button", onClick: handleClick }, `${label}: ${count}`), children);
}
