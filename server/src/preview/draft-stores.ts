import type { ContentKind } from '@academy/contract/publishing';
import type { ItemsStore } from '../catalogue/items.store.ts';
import type { CoursesStore } from '../courses/courses.store.ts';
import type { LessonsStore } from '../lessons/lessons.store.ts';
import type { ReadingStores } from '../reading/reading.ts';
import type { CatalogueInMemory } from './catalogue-in-memory.ts';

/** Whether an item is one of a draft. */
type IsDrafted = (kind: ContentKind, id: string) => boolean;

/**
 * What an academy has published, with the items of a draft in their places. Learners' data are the draft's own: there are
 * none. Search finds what is published alone.
 */
export function draftStores(draft: CatalogueInMemory, published: ReadingStores, isDrafted: IsDrafted): ReadingStores {
  const own = draft.stores;
  return {
    alerts: published.alerts,
    addresses: published.addresses,
    progress: own.progress,
    search: published.search,
    items: itemsOf(own.items, published.items, isDrafted),
    courses: coursesOf(own.courses, published.courses, (id) => isDrafted('course', id)),
    lessons: lessonsOf(own.lessons, published.lessons, (id) => isDrafted('course', id)),
    instructors: {
      async all(tenantId) {
        const [drafted, all] = await Promise.all([own.instructors.all(tenantId), published.instructors.all(tenantId)]);
        return inPlace(drafted, all, (id) => isDrafted('instructor', id));
      },
    },
  };
}

/** Published rows with drafted ones in their places, new ones behind. */
function inPlace<T extends { id: string }>(drafted: T[], published: T[], isDrafted: (id: string) => boolean): T[] {
  const known = new Map(drafted.map((row) => [row.id, row]));
  const places = new Set(published.map(({ id }) => id));
  return [
    ...published.flatMap((row) => (isDrafted(row.id) ? (known.get(row.id) ?? []) : row)),
    ...drafted.filter(({ id }) => !places.has(id)),
  ];
}

function itemsOf(own: ItemsStore, published: ItemsStore, isDrafted: IsDrafted): ItemsStore {
  return {
    async live(tenantId, kind) {
      const [drafted, all] = await Promise.all([own.live(tenantId, kind), published.live(tenantId, kind)]);
      return inPlace(drafted, all, (id) => isDrafted(kind, id));
    },
    async topics(tenantId) {
      return [...new Set((await Promise.all([own.topics(tenantId), published.topics(tenantId)])).flat())];
    },
    async byIds(tenantId, kind, ids) {
      const others = ids.filter((id) => !isDrafted(kind, id));
      return (await Promise.all([own.byIds(tenantId, kind, ids), published.byIds(tenantId, kind, others)])).flat();
    },
    async bySlug(tenantId, kind, slug) {
      const drafted = await own.bySlug(tenantId, kind, slug);
      const other = drafted === null ? await published.bySlug(tenantId, kind, slug) : null;
      return drafted ?? (other !== null && isDrafted(kind, other.id) ? null : other);
    },
    body: (tenantId, kind, row) => (isDrafted(kind, row.id) ? own : published).body(tenantId, kind, row),
  };
}

function coursesOf(own: CoursesStore, published: CoursesStore, isDrafted: (id: string) => boolean): CoursesStore {
  const split = (ids: string[]) => [ids.filter(isDrafted), ids.filter((id) => !isDrafted(id))] as const;
  const reads = (of: Omit<CoursesStore, 'together'>): Omit<CoursesStore, 'together'> => ({
    async live(tenantId) {
      const [drafted, all] = await Promise.all([own.live(tenantId), of.live(tenantId)]);
      return inPlace(drafted, all, isDrafted);
    },
    async byIds(tenantId, ids) {
      const [mine, others] = split(ids);
      const [drafted, all] = await Promise.all([own.byIds(tenantId, mine), of.byIds(tenantId, others)]);
      return [...drafted, ...all];
    },
    elsewhere: (tenantId, ids) => of.elsewhere(tenantId, ids),
    async bySlug(tenantId, slug) {
      const drafted = await own.bySlug(tenantId, slug);
      const other = drafted === null ? await of.bySlug(tenantId, slug) : null;
      return drafted ?? (other !== null && isDrafted(other.id) ? null : other);
    },
    async lessonsOf(tenantId, ids) {
      const [mine, others] = split(ids);
      const [drafted, all] = await Promise.all([own.lessonsOf(tenantId, mine), of.lessonsOf(tenantId, others)]);
      return [...drafted, ...all];
    },
    // For learners, whom a draft does not have.
    leanOutlines: async () => [],
    async sums(tenantId, ids) {
      const [drafted, all] = await Promise.all([own.sums(tenantId, ids), of.sums(tenantId, ids)]);
      return new Map([...all, ...drafted]);
    },
    labProofs: (tenantId, id) => (isDrafted(id) ? own : of).labProofs(tenantId, id),
    async courseOfLesson(tenantId, ids) {
      const [drafted, all] = await Promise.all([own.courseOfLesson(tenantId, ids), of.courseOfLesson(tenantId, ids)]);
      // A lesson that the draft no longer has is in none of its courses.
      return new Map([...[...all].filter(([, courseId]) => !isDrafted(courseId)), ...drafted]);
    },
  });
  return { ...reads(published), together: (read) => published.together((snapshot) => read(reads(snapshot))) };
}

function lessonsOf(own: LessonsStore, published: LessonsStore, isDrafted: (id: string) => boolean): LessonsStore {
  const of = ({ courseId }: { courseId: string }) => (isDrafted(courseId) ? own : published);
  return {
    body: (tenantId, row, version) => of(row).body(tenantId, row, version),
    lab: (tenantId, row, version) => of(row).lab(tenantId, row, version),
    knowledgeCheck: (tenantId, row, version) => of(row).knowledgeCheck(tenantId, row, version),
  };
}
