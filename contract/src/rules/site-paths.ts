/** Paths of the site's lists; the listed items have their pages below them. */
export const LIST_PATHS = { course: '/courses', guide: '/guides', path: '/paths', instructor: '/instructors' } as const;

/** Kinds of items that have a page of their own. */
export type PagedKind = keyof typeof LIST_PATHS | 'page';

/** The path of an item's page. */
export const itemPath = (kind: PagedKind, slug: string): string =>
  `${kind === 'page' ? '' : LIST_PATHS[kind]}/${encodeURIComponent(slug)}`;

/** The path of a lesson. */
export const lessonPath = (courseSlug: string, slug: string): string =>
  `${itemPath('course', courseSlug)}/lessons/${encodeURIComponent(slug)}`;

/** What a path of the site names, and what of it is left below that. */
export interface NamedPlace {
  kind: PagedKind;
  slug: string;
  /** Null: the item itself. */
  lessonSlug: string | null;
  /** `/lab`, `/knowledge-check`, `/conclusion`, or empty. */
  below: string;
}

const PLACES: readonly [RegExp, Exclude<PagedKind, 'page'> | 'lesson'][] = [
  [/^\/courses\/([^/]+)\/lessons\/([^/]+)(\/lab|\/knowledge-check)?$/, 'lesson'],
  [/^\/courses\/([^/]+)()(\/conclusion)?$/, 'course'],
  [/^\/guides\/([^/]+)()(\/lab)?$/, 'guide'],
  [/^\/paths\/([^/]+)()()$/, 'path'],
  [/^\/instructors\/([^/]+)()()$/, 'instructor'],
];

/** What a path without its language names; null where its form is that of no item. The inverse of the functions above. */
export function placeOfPath(path: string): NamedPlace | null {
  for (const [form, named] of PLACES) {
    const [whole, slug = '', lessonSlug = '', below = ''] = form.exec(path) ?? [];
    if (whole === undefined) continue;
    return named === 'lesson'
      ? { kind: 'course', slug, lessonSlug, below }
      : { kind: named, slug, lessonSlug: null, below };
  }
  const page = /^\/([^/]+)$/.exec(path)?.[1];
  return page === undefined ? null : { kind: 'page', slug: page, lessonSlug: null, below: '' };
}
