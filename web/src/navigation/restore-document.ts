/** Puts back the page as the server sends it, when React could not go on with it: it reads and navigates by itself. */
export async function restoreDocument(container: Element): Promise<void> {
  window.addEventListener("popstate", () => {
    location.reload();
  });
  const response = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const inside = fresh.getElementById(container.id);
  if (inside !== null) container.replaceChildren(...document.importNode(inside, true).childNodes);
}
