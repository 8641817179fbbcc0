/** Puts a text on the clipboard; says whether that worked. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * Puts a text that is still on its way on the clipboard; rejects if it does not come. Safari lets only those write who begin
 * while a click is answered, and takes a promise for it.
 */
export async function writeClipboardAhead(text: Promise<string>): Promise<boolean> {
  const blob = text.then((plain) => new Blob([plain], { type: "text/plain" }));
  // What is wrong with the text is told by the text.
  blob.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  } catch {
    return writeClipboard(await text);
  }
}

/** The way of pages that are not served securely. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.style.cssText = "position:fixed;inset-block-start:0;opacity:0";
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
