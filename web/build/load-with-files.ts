import { BrokenFileError } from '../src/lib/broken-file.ts';
import { reloadOnce } from '../src/lib/reload-once.ts';

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
      link.onerror = () => {
        // The next one who needs it asks again, past the browser's cache when what came was empty.
        asked?.delete(href);
        link.remove();
        const failed = () => fail(new Error(`${href} did not come`));
        fetch(href, { cache: 'reload' }).then(failed, failed);
      };
      link.onload = (event) => (link.sheet?.cssRules.length ? done() : link.onerror?.(event));
    }).finally(() => awaited.delete(href));
  document.head.append(link);
  if (loaded === false) return;
  awaited.set(href, loaded);
  return loaded;
}

/** How browsers say that a script could not be fetched. They ask for it anew with the next import. */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed/;

/**
 * A broken script costs one reload per session.
 * @throws BrokenFileError, or what the browser says of a script that it could not fetch
 */
async function loaded<T>(load: () => Promise<T>): Promise<T> {
  let cause: unknown;
  try {
    const module = await load();
    // The import of an empty file succeeds, with nothing in it.
    if (Object.values(module ?? {}).some((value) => value !== undefined)) return module;
  } catch (error) {
    if (NOT_FETCHED.test(String(error))) throw error;
    cause = error;
  }
  if (await reloadOnce()) return new Promise(() => undefined);
  throw new BrokenFileError(cause);
}

/**
 * Stands in for the loader that the bundler puts around lazy imports, which is four times as long and takes a style that
 * did not come, and a script that came empty, for one that is here.
 * @param load imports a file. A `.then` that follows `import()` directly would be a part of it: its result and its errors
 * would count as the file's, so our code has none
 * @param files that it needs beside itself: its styles must be here before it runs
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(ask));
  return loaded(load);
}
