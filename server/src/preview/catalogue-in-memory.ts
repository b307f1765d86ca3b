import type { Asset } from '@academy/content/assets';
import type { BuiltCourse, BuiltItem, BuiltLesson } from '@academy/content/built-item';
import type { TenantId } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { BodyOf, CatalogueItem, ItemsStore } from '../catalogue/items.store.ts';
import type { CourseRow, CoursesStore, LabProofs, LessonRow, LessonSums } from '../courses/courses.store.ts';
import type { InstructorRow } from '../instructors/instructors.store.ts';
import type { LessonBody, LessonsStore } from '../lessons/lessons.store.ts';
import type { ReadingStores } from '../reading/reading.ts';
import { type InLanguage, itemInLanguage, lessonsInLanguage } from './item-in-language.ts';
import { searchInMemory } from './search-in-memory.ts';

type OneRowKind = Parameters<ItemsStore['live']>[1];
type ItemOf<K extends BuiltItem['kind']> = Extract<BuiltItem, { kind: K }>;

/**
 * The content of a folder in place of a database. Authors see everything: nothing is locked, and drafts are reachable
 * by address.
 */
export class CatalogueInMemory {
  #items = new Map<TenantId, readonly BuiltItem[]>();
  #assets = new Map<string, Asset>();
  #version = 0;

  /** Replaces all content. */
  replace(items: ReadonlyMap<TenantId, readonly BuiltItem[]>, assets: Iterable<Asset>): void {
    this.#items = new Map([...items].map(([tenantId, own]) => [tenantId, own.map(opened)]));
    this.#assets = new Map([...assets].map((asset) => [asset.hash, asset]));
    this.#version += 1;
  }

  asset(hash: string): Asset | null {
    return this.#assets.get(hash) ?? null;
  }

  readonly versions: ReadVersions = {
    of: () => this.#version,
    ofContent: () => this.#version,
    refresh: async () => undefined,
  };

  get stores(): ReadingStores {
    const courses: Omit<CoursesStore, 'together'> = {
      live: async (tenantId) => this.#of(tenantId, 'course').filter(isLive).sort(inOrder).map(courseRow),
      byIds: async (tenantId, ids) =>
        this.#of(tenantId, 'course')
          .filter(({ id }) => ids.includes(id))
          .sort(inOrder)
          .map(courseRow),
      elsewhere: async (tenantId, ids) =>
        [...this.#items.keys()]
          .filter((other) => other !== tenantId)
          .flatMap((other) => this.#of(other, 'course').map((course) => ({ ...course, tenantId: other })))
          .filter((course) => isLive(course) && ids.includes(course.id))
          .map(({ tenantId: other, id, slug, title, data }) => ({
            ...{ tenantId: other, id, slug, title },
            description: data.description,
          })),
      bySlug: async (tenantId, slug) => {
        const course = this.#of(tenantId, 'course').find((one) => one.slug === slug);
        return course === undefined ? null : courseRow(course);
      },
      lessonsOf: async (tenantId, courseIds) =>
        this.#of(tenantId, 'course')
          .filter(({ id }) => courseIds.includes(id))
          .flatMap((course) => lessonsInLanguage(course).map((lesson) => lessonRow(lesson, course))),
      // For learners, whom a preview does not have.
      leanOutlines: async () => [],
      sums: async (tenantId) => new Map(this.#of(tenantId, 'course').map((course) => [course.id, sumsOf(course)])),
      labProofs: async (tenantId, courseId) => {
        const course = this.#of(tenantId, 'course').find(({ id }) => id === courseId);
        return course === undefined ? null : labProofsOf(course, this.#of(tenantId, 'workshop'));
      },
      courseOfLesson: async (tenantId, lessonIds) => {
        const pairs = this.#of(tenantId, 'course').flatMap(({ id, lessons }) =>
          lessons.map(({ lessonId }): [string, string] => [lessonId, id]),
        );
        return new Map(pairs.filter(([lessonId]) => lessonIds.includes(lessonId)));
      },
    };
    return {
      // Alerts are not part of an author's content.
      alerts: { shownNow: async () => [] },
      courses: { ...courses, together: (read) => read(courses) },
      items: this.#itemsStore(),
      lessons: this.#lessonsStore(),
      instructors: {
        all: async (tenantId) =>
          this.#of(tenantId, 'instructor')
            .map(
              ({ id, slug, title, status, data, language }): InstructorRow => ({
                id,
                slug,
                title,
                status,
                data,
                language,
              }),
            )
            .sort((a, b) => (a.title < b.title ? -1 : 1)),
      },
      // A folder has no past.
      addresses: { slugNow: async () => null, lessonNow: async () => null },
      search: searchInMemory((tenantId) => this.#items.get(tenantId) ?? []),
      // A preview has no sign-in.
      progress: {
        append: async () => new Set(),
        appendWithin: async () => undefined,
        unpassedChecks: async () => new Set(),
        ofItems: async () => [],
        all: async () => [],
        allInCourses: async () => ({ events: [], courseIds: [] }),
        ofCourse: async () => ({ events: [], favoriteLessons: new Set(), favoriteCourses: new Set() }),
        inWholeCourse: async () => [],
        version: async () => '',
        lastActiveBefore: async () => null,
        favorites: async () => new Map(),
        favoriteIds: async () => new Set(),
        favoriteCourses: async () => new Set(),
        countFavorites: async () => 0,
      },
    };
  }

  #itemsStore(): ItemsStore {
    const rows = <K extends OneRowKind>(tenantId: TenantId, kind: K): CatalogueItem<K>[] =>
      this.#of(tenantId, kind)
        .sort(inOrder)
        .map((item) => {
          const { id, slug, title, status, data, language } = item as InLanguage<BuiltItem>;
          const columns = { id, slug, title, status, language, firstPublishedAt: new Date() };
          return { ...columns, data: data as CatalogueItem<K>['data'], version: this.#version };
        });
    return {
      live: async (tenantId, kind) => rows(tenantId, kind).filter(isLive),
      topics: async (tenantId) =>
        (this.#items.get(tenantId) ?? []).flatMap(({ data }) => ('topics' in data ? data.topics : [])),
      byIds: async (tenantId, kind, ids) => rows(tenantId, kind).filter(({ id }) => ids.includes(id)),
      bySlug: async (tenantId, kind, slug) => rows(tenantId, kind).find((row) => row.slug === slug) ?? null,
      body: async <K extends OneRowKind>(tenantId: TenantId, kind: K, { id }: { id: string }) => {
        const item = this.#of(tenantId, kind).find((one) => (one as BuiltItem).id === id);
        return item !== undefined && 'body' in item ? (item.body as BodyOf<K>) : null;
      },
    };
  }

  #lessonsStore(): LessonsStore {
    const find = (tenantId: TenantId, row: LessonRow) =>
      this.#of(tenantId, 'course')
        .filter(({ id }) => id === row.courseId)
        .flatMap(lessonsInLanguage)
        .find(({ lessonId }) => lessonId === row.lessonId);
    return {
      body: async (tenantId, row): Promise<LessonBody | null> => {
        const lesson = find(tenantId, row);
        if (lesson === undefined) return null;
        const { body, knowledgeCheck } = lesson;
        return { ...body, html: body.html ?? body.preview, hasQuestions: knowledgeCheck !== null, lab: body.lab };
      },
      lab: async (tenantId, row) => {
        const lesson = find(tenantId, row);
        return lesson === undefined ? null : (lesson.body.lab ?? 'none');
      },
      knowledgeCheck: async (tenantId, row) => {
        const lesson = find(tenantId, row);
        return lesson === undefined ? null : (lesson.knowledgeCheck ?? 'none');
      },
    };
  }

  #of<K extends BuiltItem['kind']>(tenantId: TenantId, kind: K): InLanguage<ItemOf<K>>[] {
    const ofKind = (this.#items.get(tenantId) ?? []).filter((item): item is ItemOf<K> => item.kind === kind);
    // A translation holds locks of its own.
    return ofKind.map((item) => opened(itemInLanguage(item as BuiltItem)) as InLanguage<ItemOf<K>>);
  }
}

/** The item without locks, with drafts reachable. */
function opened(item: BuiltItem): BuiltItem {
  const status = item.status === 'draft' ? 'unlisted' : item.status;
  switch (item.kind) {
    case 'course': {
      const lessons = item.lessons.map(
        (lesson): BuiltLesson => ({
          ...lesson,
          status: lesson.status === 'draft' ? 'unlisted' : lesson.status,
          entitlements: [],
        }),
      );
      return { ...item, status, data: { ...item.data, entitlements: [] }, lessons };
    }
    case 'guide':
    case 'test':
      return { ...item, status, data: { ...item.data, entitlements: [] } } as BuiltItem;
    default:
      return { ...item, status };
  }
}

const isLive = ({ status }: { status: string }) => status === 'live';

function inOrder(a: BuiltItem, b: BuiltItem): number {
  return a.sortOrder - b.sortOrder || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);
}

function courseRow({ id, slug, title, status, data, language }: InLanguage<BuiltCourse>): CourseRow {
  return { id, slug, title, status, firstPublishedAt: new Date(), data, language } as CourseRow;
}

function lessonRow(lesson: InLanguage<BuiltLesson>, { id }: BuiltCourse): LessonRow {
  const { body: _body, knowledgeCheck: _check, ...row } = lesson;
  return { ...row, courseId: id, changedAt: null };
}

function labProofsOf({ lessons }: BuiltCourse, workshops: readonly ItemOf<'workshop'>[]): LabProofs | null {
  const names = new Set(lessons.flatMap(({ listed, body }) => (listed && body.lab?.workshop) || []));
  const moments = workshops.flatMap(({ id, data }) => (names.has(id) && data.proof?.provedAt) || []).sort();
  const [provedAt] = moments;
  return provedAt === undefined ? null : { labs: names.size, proved: moments.length, provedAt };
}

function sumsOf({ lessons }: BuiltCourse): LessonSums {
  const counted = lessons.filter(({ listed, type }) => listed && type !== 'module');
  return {
    lessonsCount: counted.length,
    duration: counted.reduce((sum, { data }) => sum + data.duration, 0),
    proLessons: counted.filter(({ entitlements }) => entitlements.includes('pro')).length,
  };
}
