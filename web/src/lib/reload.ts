/**
 * Loads the page anew if it can be had: a browser remembers modules that failed, so nothing less helps where code was
 * missing. Rejects where the page cannot be had, so that readers keep what they see.
 */
export async function reloadPage(): Promise<void> {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
  if (!answer.ok) throw new Error(`the page is answered with ${String(answer.status)}`);
  location.reload();
}
