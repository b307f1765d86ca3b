import type { SearchEntry } from './built-item.ts';
import { CONTENT_CLASSES } from './markdown/classes.ts';

/** Longest texts of one entry, characters; the rest of a longer one is not indexed. */
const MAX_TEXT = 200_000;
const MAX_SUMMARY = 20_000;
const MAX_HEADINGS = 20_000;

/**
 * The search index entry of a page.
 *
 * @param texts public plain text, before the summary
 * @param summary our own public rendered HTML
 * @param html our own rendered HTML for entitled viewers; headings weigh more than text
 */
export function searchEntry({
  texts,
  summary,
  html,
  ...entry
}: Omit<SearchEntry, 'headings' | 'summary' | 'text'> & {
  texts: readonly string[];
  summary: string | null;
  html: readonly (string | null)[];
}): SearchEntry {
  const shown = withoutControls(summary ?? '');
  const body = withoutControls(html.filter((part) => part !== null).join('\n'));
  const headings = [...`${shown}\n${body}`.matchAll(HEADING)].map(([, , inner = '']) => plain(inner));
  return {
    ...entry,
    headings: upTo(headings.join('\n'), MAX_HEADINGS),
    summary: upTo([...texts, plain(shown)].join(' ').replace(/\s+/g, ' ').trim(), MAX_SUMMARY),
    text: upTo(plain(body), MAX_TEXT),
  };
}

const HEADING = /<h([1-6])(?:\s[^>]*)?>([\s\S]*?)<\/h\1>/g;

/** Texts of the page that no author wrote: labels and buttons of code, videos and missing images. */
const CONTROLS = new RegExp(
  [
    `<figcaption class="${CONTENT_CLASSES.codeCaption}">.*?</figcaption>`,
    `<span class="${CONTENT_CLASSES.videoEmbedLabel}">.*?</span>`,
    `<a class="${CONTENT_CLASSES.imagePlaceholderLink}".*?</a>`,
    '<button\\b[^>]*data-copy[^>]*>.*?</button>',
  ].join('|'),
  'gs',
);

function withoutControls(html: string): string {
  return html.replace(CONTROLS, ' ');
}

/** Tags in our serialiser's output: attribute values are quoted and may contain `>`. */
const TAG = /<\/?([a-z][a-z0-9]*)([^>"]*(?:"[^"]*"[^>"]*)*)>/g;
/** Elements inside of words: highlighted code consists of them. */
// biome-ignore format: a list of words
const INLINE = new Set([
  'a', 'abbr', 'b', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small', 'span', 'strong', 'sub',
  'sup', 'time', 'tt', 'u', 'var', 'wbr',
]);
const ALT = / alt="([^"]*)"/;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function plain(html: string): string {
  return html
    .replace(TAG, (_tag, name: string, attributes: string) => {
      // An image is found by its alternative text.
      if (name === 'img') return ` ${ALT.exec(attributes)?.[1] ?? ''} `;
      return INLINE.has(name) ? '' : ' ';
    })
    .replace(/&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z]+));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most this many characters, without half a surrogate pair. */
function upTo(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
