import { splitLanguage } from '@academy/contract/i18n/address';
import { matchPath } from './path.ts';

interface Parts {
  slug?: string;
  /** Of an address below that of a lesson as well: its lab, its knowledge check. */
  lessonSlug?: string;
  pageSlug?: string;
}

/**
 * What an address names, in any language: a lesson, what a list shows, or a page.
 *
 * @param address path such as `/de/courses/tea/lessons/water`
 * @returns null where its form is that of none
 */
export function partsOfAddress(address: string): Parts | null {
  const { path } = splitLanguage(address);
  const lesson = path.split('/').slice(0, 5).join('/');
  return (
    matchPath('/courses/:slug/lessons/:lessonSlug', lesson) ??
    matchPath('/:kind/:slug', path) ??
    (path === '/not-found' ? null : matchPath('/:pageSlug', path))
  );
}

/** The slugs of a lesson or guide; `lessonSlug` is empty for a guide. @param address of it, in any language */
export function slugsOf(address: string): { slug: string; lessonSlug: string } {
  return { slug: '', lessonSlug: '', ...partsOfAddress(address) };
}
