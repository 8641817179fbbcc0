/** Style sheets that were asked for, by address; those that failed are asked for again. */
const sheets = new Map<string, Promise<void>>();

/**
 * Loads a part of the program that is not needed at first, and the style sheets that go with it: what it shows is never
 * seen undressed. The frontend's build puts this around every `import()` whose modules bring styles.
 */
export async function loadChunk<T>(load: () => Promise<T>, hrefs: readonly string[] = [], importer = ""): Promise<T> {
  const [loaded] = await Promise.all([load(), ...hrefs.map((href) => loadSheet(new URL(href, importer).href))]);
  return loaded;
}

function loadSheet(href: string): Promise<void> {
  const known = sheets.get(href);
  if (known !== undefined) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => {
      resolve();
    };
    link.onerror = () => {
      link.remove();
      sheets.delete(href);
      reject(new Error(`could not load ${href}`));
    };
    document.head.append(link);
  });
  sheets.set(href, loading);
  return loading;
}
