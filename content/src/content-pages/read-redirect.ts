import type { FindingList } from '../finding-list.ts';
import { safeLink } from '../links.ts';
import { shortened, type TextSource } from '../text-source.ts';

/** A text that consists of one `meta` element. */
const ONLY_META = /^\s*<meta\s([^<>]*?)\/?>\s*$/i;
const ATTRIBUTE = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const REFRESH = /^\s*\d{1,6}(?:\.\d{0,6})?\s*[;,]\s*(?:url\s*=\s*)?(['"]?)(.*?)\1\s*$/i;

/**
 * Reads a page that consists of a `meta` refresh, and so is a redirect. Its target must be http or https, or a path of
 * the site.
 *
 * @returns null for every other text; `address` null, with a finding, for an invalid target
 */
export function readRedirect(content: TextSource, findings: FindingList): { address: string | null } | null {
  const meta = ONLY_META.exec(content.text.slice(0, 5_000));
  if (meta === null || content.text.length > 5_000) return null;
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of (meta[1] ?? '').matchAll(ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  if (attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return null;
  const wanted = REFRESH.exec(attributes.get('content') ?? '')?.[2] ?? '';
  const link = safeLink(wanted);
  if (link.kind === 'external') return { address: link.href };
  if (link.kind === 'site' && link.href.startsWith('/')) return { address: link.href };
  const message = `the page sends its readers to "${shortened(wanted, 200)}", which cannot be followed; write an https address or a path such as /courses`;
  findings.error('redirect-refused', content.file, 1, message);
  return { address: null };
}
