/** Makes the live region in which pages are announced. It has to be there before it speaks. */
export function createAnnouncer(): (text: string) => void {
  const region = document.createElement("div");
  region.className = "visually-hidden";
  region.dataset["announcer"] = "";
  region.setAttribute("role", "status");
  region.setAttribute("aria-live", "polite");
  region.setAttribute("aria-atomic", "true");
  document.body.append(region);
  return (text) => {
    // The same text twice would not be news.
    region.textContent = region.textContent === text ? `${text}\u00A0` : text;
  };
}
