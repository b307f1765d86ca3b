import type { BuiltItem } from './built-item.ts';

/** A file that an item's texts use. */
export interface FileUse {
  /** SHA-256, hex. */
  hash: string;
  /** True when one of those texts is public. */
  isOpen: boolean;
}

/**
 * Which of its own files an item uses, and where: descriptions, summaries and content pages are public, bodies of
 * lessons and guides depend on their entitlements, the conclusion of a course on the course's. A workshop's files are
 * never public by themselves: the lessons and guides that open it decide.
 *
 * @param own hashes of the item's files, so that an address written by hand cannot make another item's file public
 */
export function fileUses(item: BuiltItem, own: ReadonlySet<string>): FileUse[] {
  const uses = new Map<string, boolean>();
  const note = (texts: unknown, isOpen: boolean) => {
    for (const [, hash = ''] of JSON.stringify(texts).matchAll(/\/assets\/content\/([0-9a-f]{64})\./g))
      if (own.has(hash)) uses.set(hash, isOpen || uses.get(hash) === true);
  };
  if (item.kind === 'course') {
    const { conclusion, ...data } = item.data;
    note(data, true);
    note(conclusion, isForAll(item.data));
    for (const lesson of item.lessons.filter(({ status }) => status !== 'draft')) {
      note(lesson.data, true);
      note([lesson.body, lesson.knowledgeCheck], isForAll(lesson));
    }
  } else note(item.data, true);
  if (item.kind === 'guide') note(item.body, isForAll(item.data));
  if (item.kind === 'page') note(item.body, true);
  if (item.kind === 'workshop') note(item.body, false);
  // A translation is open to whom its original is.
  for (const { data, body, lessons } of Object.values(item.translations ?? {})) {
    const { conclusion, ...open } = { conclusion: null, ...data };
    note(open, true);
    note(conclusion, item.kind === 'course' && isForAll(item.data));
    note(body, item.kind === 'page' || (item.kind === 'guide' && isForAll(item.data)));
    for (const lesson of item.kind === 'course' ? item.lessons : []) {
      const translation = lessons[lesson.lessonId];
      if (translation === undefined || lesson.status === 'draft') continue;
      note(translation.data, true);
      note([translation.body, translation.knowledgeCheck], isForAll(lesson));
    }
  }
  return [...uses].map(([hash, isOpen]) => ({ hash, isOpen }));
}

const isForAll = ({ entitlements }: { entitlements: readonly string[] }): boolean => entitlements.length === 0;
