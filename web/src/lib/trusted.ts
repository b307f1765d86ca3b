import { APP_SCHEMES } from '@academy/contract/rules/app-schemes';
import { loadFileWithRetry } from './load-file.ts';

/**
 * The Trusted Types policy for HTML, `app`: it must come out of the browser's sanitiser (DOMPurify where there is none).
 * Addresses of scripts: trusted-script.ts.
 */
type Clean = string | Promise<string>;

interface Policy {
  createHTML(html: string): string;
}

const rules: Policy = { createHTML: (html) => html };

let made: Policy | null = null;
/** Trusted types are passed where strings are expected: their static type stays string, the browser checks the rest. */
function policy(): Policy {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
  made ??= factory?.createPolicy('app', rules) ?? rules;
  return made;
}

/** Markup that the product itself has made of constants: no part of it comes from data. */
export const trustedMarkup = (markup: string): string => (import.meta.env.SSR ? markup : policy().createHTML(markup));

/** What the server rendered and hydration repeats: already in the document, so neither cleaned nor inserted. */
const inDocument = new Set<string>();
const cleaned = new Map<string, Clean>();
const MAX_KEPT = 50;

/** Trusts HTML that the document already contains, from the data block of the page. */
export function trustRendered(values: Iterable<string>): void {
  for (const value of values) inDocument.add(value);
}

/** Cleaned HTML, ready to be inserted; a promise where the cleaner must be loaded first. */
export function trustedHtml(html: string): Clean {
  if (import.meta.env.SSR || html === '') return html;
  const kept = cleaned.get(html);
  if (kept !== undefined) return kept;
  const clean = inDocument.has(html) ? policy().createHTML(html) : sanitise(html);
  if (cleaned.size >= MAX_KEPT) cleaned.clear();
  cleaned.set(html, clean);
  return clean;
}

/** Everything that cannot run stays: the server's own list has decided what content may hold. */
const NATIVE = { sanitizer: { removeElements: ['style', 'form'], removeAttributes: ['style'], comments: false } };

/** The schemes that content may link, and paths. */
const SCHEMES = ['http', 'https', 'mailto', ...APP_SCHEMES.map((scheme) => scheme.replace('+', '[+]'))].join('|');
const LINKS = new RegExp(`^(?:(?:${SCHEMES}):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`, 'i');

function sanitise(html: string): Clean {
  const parse = (Document as { parseHTML?: (html: string, options: typeof NATIVE) => Document }).parseHTML;
  if (parse !== undefined) return policy().createHTML(parse.call(Document, html, NATIVE).body.innerHTML);
  return loadFileWithRetry(() => import('dompurify')).then(({ default: purify }) =>
    policy().createHTML(
      purify.sanitize(html, {
        FORBID_TAGS: ['style', 'form'],
        FORBID_ATTR: ['style'],
        // Theirs lets fewer programs open links.
        ALLOWED_URI_REGEXP: LINKS,
      }),
    ),
  );
}
