/** Styles that are on their way, by address. */
const awaited = new Map<string, Promise<void>>();

/** What the page has or has asked for: for what is inlined it has a disabled link. */
let asked: Set<string | null> | null = null;

/**
 * @param file in seven signs, see `short-file-lists.ts`
 * @returns for a style, when it is here
 */
function ask(file: string): Promise<void> | undefined {
  const isStyle = file[6] === '.';
  const href = `/assets/${file}${isStyle ? 'css' : '.js'}`;
  asked ??= new Set([...document.querySelectorAll('link')].map((link) => link.getAttribute('href')));
  if (asked.has(href)) return awaited.get(href);
  asked.add(href);
  const link = document.createElement('link');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.href = href;
  const loaded =
    isStyle &&
    new Promise<void>((done, fail) => {
      link.onload = () => done();
      link.onerror = () => {
        // The next one who needs it asks again.
        asked?.delete(href);
        link.remove();
        fail(new Error(`${href} did not come`));
      };
    }).finally(() => awaited.delete(href));
  document.head.append(link);
  if (loaded === false) return;
  awaited.set(href, loaded);
  return loaded;
}

/**
 * Stands in for the loader that the bundler puts around lazy imports, which is four times as long and takes a style that
 * did not come for one that is here.
 * @param load imports a file
 * @param files that it needs beside itself: its styles must be here before it runs
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(ask));
  return load();
}
