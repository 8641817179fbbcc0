/* What the components of a site import as `react/jsx-runtime`; compilers of JSX write that import. */
export { Fragment, jsx, jsxs } from "react/jsx-runtime";
