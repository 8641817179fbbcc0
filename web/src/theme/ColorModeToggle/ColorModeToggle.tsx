import type { ColorMode } from "../../contract";
import { useColorMode } from "../../hooks/useColorMode";
import { messages } from "../../lib/messages";

export interface ColorModeToggleProps {
  defaultMode: ColorMode;
}

/** Switches between light and dark. Its icon follows an attribute of <html> and so is right before hydration. */
export function ColorModeToggle({ defaultMode }: ColorModeToggleProps) {
  const [mode, choose] = useColorMode(defaultMode);
  return (
    <button
      type="button"
      className="icon-button icon icon-mode needs-script"
      aria-label={mode === "dark" ? messages.switchToLight : messages.switchToDark}
      onClick={() => {
        choose(mode === "dark" ? "light" : "dark");
      }}
    />
  );
}
