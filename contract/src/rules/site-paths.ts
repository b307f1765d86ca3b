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
