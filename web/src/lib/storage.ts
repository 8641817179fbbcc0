/** Reads a stored value; `null` where nothing is stored or storage is not to be had. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value where storage is to be had. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows and full storage: the choice lasts as long as the page.
  }
}
