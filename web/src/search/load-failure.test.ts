import { expect, test, vi } from "vitest";
import { isOverlayOpen } from "../lib/overlay";
import { showLoadFailure } from "./load-failure";

const dialog = () => document.querySelector("dialog");
const press = (label: string) => {
  [...document.querySelectorAll("button")].find((button) => button.textContent === label)?.click();
};

test("lies over the page until it is closed, or the reader goes back", () => {
  for (const leave of [() => { press("Close"); }, () => window.dispatchEvent(new PopStateEvent("popstate"))]) {
    showLoadFailure(vi.fn());
    expect(dialog()?.open).toBe(true);
    expect(isOverlayOpen()).toBe(true);
    leave();
    expect(dialog()).toBeNull();
    expect(isOverlayOpen()).toBe(false);
  }
});

test("tries again once it is gone", () => {
  const onRetry = vi.fn(() => { expect(dialog()).toBeNull(); });
  showLoadFailure(onRetry);
  press("Retry");
  expect(onRetry).toHaveBeenCalledTimes(1);
});
