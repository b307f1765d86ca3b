import { splitLanguage } from '../i18n/address.ts';
import { RESERVED_SLUGS } from '../reserved-slugs.ts';

/**
 * Screens whose views are counted besides those of items. All others are never counted: sign-in, account, e-mail,
 * administration.
 */
export const VIEWED_SCREENS: readonly string[] = ['/', '/guides', '/courses', '/paths', '/instructors', '/search'];

/** The subject of a page view. */
export interface ViewedPage {
  kind: 'screen' | 'course' | 'lesson' | 'guide' | 'path' | 'instructor' | 'page';
  /** Slug of the item, for a lesson of its course; for a screen its path. */
  slug: string;
  /** Empty for all but lessons. */
  lessonSlug: string;
}

const ITEMS: readonly [kind: ViewedPage['kind'], pattern: RegExp][] = [
  ['lesson', /^\/courses\/([^/]{1,200})\/lessons\/([^/]{1,200})(?:\/(?:lab|knowledge-check))?$/],
  ['course', /^\/courses\/([^/]{1,200})$/],
  ['guide', /^\/guides\/([^/]{1,200})(?:\/lab)?$/],
  ['path', /^\/paths\/([^/]{1,200})$/],
  ['instructor', /^\/instructors\/([^/]{1,200})$/],
  ['page', /^\/([^/]{1,200})$/],
];

/** The subject of a view of an address, in any language; null for pages that are never counted. @param address without query */
export function viewedPage(address: string): ViewedPage | null {
  const { path } = splitLanguage(address);
  if (VIEWED_SCREENS.includes(path)) return { kind: 'screen', slug: path, lessonSlug: '' };
  for (const [kind, pattern] of ITEMS) {
    const [, slug, lessonSlug = ''] = pattern.exec(path) ?? [];
    if (slug !== undefined) return kind === 'page' && RESERVED_SLUGS.includes(slug) ? null : { kind, slug, lessonSlug };
  }
  return null;
}

/**
 * Whether a tag manager's container may be notified of a screen: where views are counted, and the title contains
 * nothing about the reader. The title of a search contains the typed text.
 */
export const mayNotifyContainer = (path: string): boolean =>
  splitLanguage(path).path !== '/search' && viewedPage(path) !== null;
