/**
 * Presses the controls that the reader has pressed while they could not answer yet: before-paint marks those until the
 * page is hydrated.
 */
export function answerPresses(selector: string): void {
  for (const control of document.querySelectorAll<HTMLElement>(`:is(${selector})[data-pressed]`)) {
    delete control.dataset["pressed"];
    control.click();
  }
}
