import type { SearchEntry } from './built-item.ts';

/** Longest text of one entry, characters; the rest of a longer one is not found. */
const MAX_TEXT = 200_000;

/**
 * What search finds a page by.
 *
 * @param texts plain text, in the order of weight after title and headings
 * @param html our own rendered HTML; its headings weigh more than its text
 */
export function searchEntry({
  texts,
  html,
  ...entry
}: Omit<SearchEntry, 'headings' | 'text'> & {
  texts: readonly string[];
  html: readonly (string | null)[];
}): SearchEntry {
  const markup = html.filter((part) => part !== null).join('\n');
  const headings = [...markup.matchAll(/<h([1-6])(?:\s[^>]*)?>([\s\S]*?)<\/h\1>/g)].map(([, , inner = '']) =>
    plain(inner),
  );
  const text = [...texts, plain(markup)].join(' ').replace(/\s+/g, ' ').trim();
  return { ...entry, headings: headings.join('\n'), text: text.slice(0, MAX_TEXT).toWellFormed() };
}

/** Tags of the printer's own output: attribute values are quoted and may hold `>`. */
const TAG = /<[^>"]*(?:"[^"]*"[^>"]*)*>/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function plain(html: string): string {
  return html
    .replace(TAG, ' ')
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
}
