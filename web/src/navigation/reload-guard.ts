const STORAGE_KEY = "portico.reloads";
const LASTS_MS = 60_000;

/**
 * Whether loading the whole document may be tried for a page whose data would not load: once a minute. Where nothing
 * can be remembered the answer is yes, since each reload takes a click of its own.
 */
export function mayReload(key: string, now: number): boolean {
  const triedAt = readTries()[key];
  return triedAt === undefined || now - triedAt >= LASTS_MS || now < triedAt;
}

/** Remembers that it is being tried. */
export function rememberReload(key: string, now: number): void {
  const recent = Object.entries(readTries()).filter(([, at]) => now - at < LASTS_MS);
  writeTries({ ...Object.fromEntries(recent), [key]: now });
}

/** Forgets it, once the page's data has loaded. */
export function forgetReload(key: string): void {
  const tries = readTries();
  if (key in tries) writeTries(Object.fromEntries(Object.entries(tries).filter(([other]) => other !== key)));
}

function readTries(): Record<string, number> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    );
  } catch {
    return {};
  }
}

function writeTries(tries: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(tries));
  } catch {
    // See `mayReload`.
  }
}
