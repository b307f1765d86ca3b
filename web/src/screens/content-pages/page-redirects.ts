import { RESERVED_SLUGS } from '@academy/contract/reserved-slugs';

/** Slug of the page that an address of the site names, whatever its query and fragment; null for all others. */
export function pageAt(address: string): string | null {
  const [, part] = /^\/([^/?#\\]+)\/?(?:[?#]|$)/.exec(address) ?? [];
  if (part === undefined) return null;
  try {
    const slug = decodeURIComponent(part);
    return RESERVED_SLUGS.includes(slug) ? null : slug;
  } catch {
    return null;
  }
}

/**
 * Whether a page's redirects lead back to it.
 *
 * @param redirectOf where a page redirects to, as far as that is known
 */
export function redirectsBack(slug: string, redirectOf: (slug: string) => string | null): boolean {
  const passed = new Set<string>();
  for (let at: string | null = slug; at !== null && !passed.has(at); ) {
    passed.add(at);
    at = pageAt(redirectOf(at) ?? '');
    if (at === slug) return true;
  }
  return false;
}
