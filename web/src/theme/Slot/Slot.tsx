import { createContext, use, type ReactNode } from "react";
import { token } from "../../lib/assembly-tokens";

/** Whether the build assembles the page from parts: slots then leave a token in their place. */
export const AssemblyContext = createContext(false);

export interface SlotProps {
  /** Name of the token, unique among pages whose slot differs. */
  name: string;
  children: ReactNode;
}

/** A part of the page that is the same on many pages and therefore rendered once by the build. */
export function Slot({ name, children }: SlotProps) {
  return use(AssemblyContext) ? token(name) : children;
}
