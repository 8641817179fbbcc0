// Gives the favicon its hashed name; the build drops this module.
import favicon from "./favicon.svg?no-inline";
export { favicon };
