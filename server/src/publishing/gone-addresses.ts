import type { StorableItem } from '@academy/content/storable-item';
import { ADDRESS_GONE, ADDRESS_MOVED, type Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';

/** What has an address now: an item, and the lessons of a course. */
export interface Addressed {
  slug: string;
  /** False for drafts and removed items, which have no address. */
  isReachable: boolean;
  lessons: readonly { lessonId: string; slug: string; title: string }[];
}

/** Kinds with a page of their own; tests, tags and workshops have none. */
const PATHS: Readonly<Partial<Record<ContentKind, (slug: string) => string>>> = {
  course: (slug) => `/courses/${slug}`,
  guide: (slug) => `/guides/${slug}`,
  path: (slug) => `/paths/${slug}`,
  page: (slug) => `/${slug}`,
  instructor: (slug) => `/instructors/${slug}`,
};

/**
 * One warning for each address that a publish takes away or moves: of the item itself, or of single lessons.
 *
 * @param file the item's file, for the findings
 */
export function goneAddresses(before: Addressed, item: StorableItem, file: string): Finding[] {
  const pathOf = PATHS[item.kind];
  if (pathOf === undefined || !before.isReachable) return [];
  const gone = (what: string, address: string, to: string | null): Finding => {
    const [code, message] =
      to === null
        ? [
            ADDRESS_GONE,
            `the address ${address} of ${what} goes: bookmarks and links of it find nothing. Publish it again unless that is meant`,
          ]
        : [ADDRESS_MOVED, `the address ${address} of ${what} is ${to} now; the old one leads there`];
    return { file, line: 1, severity: 'warning', code, message };
  };
  const old = pathOf(before.slug);
  const whole = item.kind === 'course' && before.lessons.length > 0 ? 'the course and its lessons' : `the ${item.kind}`;
  if (item.status === 'draft') return [gone(whole, old, null)];
  if (item.slug !== before.slug) return [gone(whole, old, pathOf(item.slug))];
  const slugs = new Map(item.lessonSlugs);
  return before.lessons.flatMap(({ lessonId, slug, title }) => {
    const now = slugs.get(lessonId);
    if (now === slug) return [];
    const to = now === undefined ? null : `${old}/lessons/${now}`;
    return [gone(`the lesson "${title}"`, `${old}/lessons/${slug}`, to)];
  });
}
