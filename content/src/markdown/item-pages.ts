import path from 'node:path';

/** The folders of an item whose texts have pages, and the paths of those pages; the item's own folder is `.`. */
export type ItemPages = ReadonlyMap<string, string>;

/** Texts that stand for the page of their folder, with those of other renderers. */
const TEXT_OF_PAGE =
  /^(?:content|summary|description|preview|transcript|_?index|readme)(?:\.[a-z]{2})?\.(?:mdx?|markdown)$/i;
const TEXT = /\.(?:mdx?|markdown)$/i;

/** Whether an address names a Markdown file, which readers never open. */
export const namesText = (href: string): boolean => TEXT.test(pathOf(href));

/**
 * The page that an address written as a path of folders or files means, with its fragment: `../02-hooks/content.md#part`,
 * `../02-hooks/`; null where it is the address of a page already, or names no folder with a page.
 *
 * @param from the text file with the address
 */
export function pageOfFile(href: string, from: string, pages: ItemPages): string | null {
  const plain = pathOf(href);
  const isText = TEXT.test(plain);
  const own = path.posix.dirname(from);
  const ownPage = pages.get(own);
  const isRooted = plain.startsWith('/');
  if (plain === '' || plain.startsWith('//') || (isRooted && !isText)) return null;
  if (!isText && ownPage !== undefined && isPage(URL.parse(plain, `https://site.invalid${ownPage}`), pages))
    return null;
  // Other renderers start at the page or at the folder above, as addresses of this site do.
  const bases = isRooted ? ['.'] : [own, path.posix.dirname(own)];
  for (const base of bases) {
    const file = path.posix.join(base, plain.replace(/^\/+/, '')).replace(/(?<=.)\/$/, '');
    const folder = folderOf(file);
    const page = pages.get(folder);
    // Without a file, an address that leads up means the list above.
    if (page !== undefined && (isText || (page !== ownPage && folder !== '.'))) return page + fragmentOf(href);
  }
  return null;
}

/** The only page whose folder or address has the name that an address ends with, but for its number; or null. */
export function pageMeant(href: string, pages: ItemPages): string | null {
  const name = bare(path.posix.basename(folderOf(pathOf(href).replace(/\/$/, ''))));
  if (name === '' || name === '.' || name === '..') return null;
  const meant = [...pages].filter(
    ([folder, page]) => bare(path.posix.basename(folder)) === name || path.posix.basename(page) === name,
  );
  const [only] = meant;
  return meant.length === 1 && only !== undefined ? only[1] + fragmentOf(href) : null;
}

const isPage = (url: URL | null, pages: ItemPages): boolean =>
  url !== null && [...pages.values()].includes(url.pathname.replace(/(?<=.)\/$/, ''));

/** The folder whose page a file or folder of a text means. */
export const folderOf = (file: string): string =>
  TEXT_OF_PAGE.test(path.posix.basename(file)) ? path.posix.dirname(file) : file.replace(TEXT, '');

const bare = (name: string): string => name.replace(/^\d+[-_.]/, '').toLowerCase();

const fragmentOf = (href: string): string => /#.+$/s.exec(href)?.[0] ?? '';

function pathOf(href: string): string {
  const text = href.trim().replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
