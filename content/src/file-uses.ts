import type { BuiltItem } from './built-item.ts';

/** A file that an item's texts name. */
export interface FileUse {
  /** SHA-256, hex. */
  hash: string;
  /** True when one of those texts is for everybody. */
  isOpen: boolean;
}

/**
 * Which of its own files an item names, and where: descriptions, summaries and content pages are for everybody, bodies of
 * lessons and guides go by their view list, the conclusion of a course by the course's. Of a workshop nothing is open by
 * itself: the lessons and guides that open it decide.
 *
 * @param own hashes of the item's files. An address that an author wrote by hand opens no file of somebody else
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
  return [...uses].map(([hash, isOpen]) => ({ hash, isOpen }));
}

const isForAll = ({ entitlements }: { entitlements: readonly string[] }): boolean => entitlements.length === 0;
