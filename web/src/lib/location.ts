/*
 * The address bar as a store. It changes for the page when what it names is on the screen: the router then says so, as
 * does whoever else writes to it.
 */
const EVENT = "portico:location";

/** Calls back whenever path, query or hash may have changed. */
export function subscribeLocation(onChange: () => void): () => void {
  window.addEventListener(EVENT, onChange);
  return () => {
    window.removeEventListener(EVENT, onChange);
  };
}

/** Tells those who follow that the address bar has changed. */
export function notifyLocation(): void {
  window.dispatchEvent(new Event(EVENT));
}

/** Sets a query parameter of this history entry; `null` removes it. */
export function replaceQueryParameter(name: string, value: string | null): void {
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  history.replaceState(history.state, "", url);
  notifyLocation();
}
