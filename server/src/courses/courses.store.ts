import type { EntitlementTag, Status } from '@academy/contract/entities';
import type { Language } from '@academy/contract/i18n/languages';
import type { LessonType } from '@academy/contract/lessons';
import type { TenantId } from '@academy/contract/tenants';
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { textColumns } from '../catalogue/in-readers-language.ts';
import { anyOf } from '../db/any-of.ts';
import type { Database } from '../db/connect.ts';
import { contentItem, lesson } from '../db/tables.ts';
import { type Queries, snapshot } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

/** What publishing stores of a course besides its columns. */
export interface CourseData {
  /** Plain text. */
  description: string;
  /** Sanitised HTML. */
  summary: string;
  topics: string[];
  level: string | null;
  isPro: boolean;
  entitlements: EntitlementTag[];
  /** Instructor ids; some may have no profile. */
  instructors: string[];
  thumbnail: string | null;
  labType: 'educates' | 'externalLab' | null;
  labUrl: string | null;
  /** Sanitised HTML; null: the academy's default text. */
  conclusion: string | null;
}

export interface CourseRow {
  id: string;
  slug: string;
  title: string;
  status: Status;
  /** Incremented by each publish of the course. */
  version: number;
  /** When learners could first see it. */
  firstPublishedAt: Date;
  data: CourseData;
  /** Language of its page. */
  language: Language;
}

/** What readers of another academy see of a course. */
export interface CourseElsewhere {
  tenantId: TenantId;
  id: string;
  slug: string;
  title: string;
  /** Plain text. */
  description: string;
}

/** How many of a course's labs were proved; no record is older than `provedAt`, ISO 8601. */
export interface LabProofs {
  labs: number;
  proved: number;
  provedAt: string;
}

export interface LessonData {
  duration: number;
  summary: string;
  instructors: string[];
  manualCompletion: boolean;
}

export interface LessonRow {
  lessonId: string;
  courseId: string;
  slug: string;
  type: LessonType;
  title: string;
  status: Status;
  orderColumn: number;
  parentId: string | null;
  listed: boolean;
  entitlements: EntitlementTag[];
  /** When its text or questions last changed; null: not since it was first published. */
  changedAt: Date | null;
  data: LessonData;
  /** Language of its main text. */
  language: Language;
}

/**
 * What a learner's progress in a course is counted from, and where it goes on: a tenth of an outline, because overlays
 * need that of every course that the learner ever began.
 */
export interface LeanOutline {
  course: Pick<CourseRow, 'id' | 'status' | 'version'> & { data: Pick<CourseData, 'entitlements'> };
  /** Everything reachable by address, modules included. */
  reachable: readonly Pick<LessonRow, 'lessonId'>[];
  /** What counts for progress: listed lessons, no modules. */
  counted: readonly (Pick<LessonRow, 'lessonId' | 'slug' | 'title' | 'entitlements'> & {
    data: Pick<LessonData, 'duration'>;
  })[];
}

const courseColumns = () => ({
  id: contentItem.id,
  slug: contentItem.slug,
  status: contentItem.status,
  version: contentItem.version,
  firstPublishedAt: contentItem.firstPublishedAt,
  ...textColumns(contentItem),
});

const lessonColumns = () => ({
  lessonId: lesson.lessonId,
  courseId: lesson.courseId,
  slug: lesson.slug,
  type: lesson.type,
  status: lesson.status,
  orderColumn: lesson.orderColumn,
  parentId: lesson.parentId,
  listed: lesson.listed,
  entitlements: lesson.entitlements,
  changedAt: lesson.changedAt,
  ...textColumns(lesson),
});

export function coursesStore(database: Database) {
  return {
    ...courseReads(database),
    /** Reads in one snapshot, so that they agree with each other. */
    together: <T>(read: (store: CourseReads) => Promise<T>): Promise<T> =>
      snapshot(database, (queries) => read(courseReads(queries))),
  };
}

export type CoursesStore = ReturnType<typeof coursesStore>;
type CourseReads = ReturnType<typeof courseReads>;

/** Condition: a lesson or module that has an address. */
const isReachable = and(isNull(lesson.removedAt), inArray(lesson.status, ['live', 'unlisted']));

/** Lesson id, slug, title, seconds, whether it counts, and its entitlements with a space between. */
type LeanLesson = [string, string, string, number, boolean, string];

/** Lists of entitlements by their text: there are few, which many lessons share. */
const known = new Map<string, EntitlementTag[]>([['', []]]);
function entitlementsIn(text: string): EntitlementTag[] {
  const list = known.get(text) ?? (text.split(' ') as EntitlementTag[]);
  known.set(text, list);
  return list;
}

/** Number and total seconds of the listed lessons of a course, and how many of them need Pro. */
export interface LessonSums {
  lessonsCount: number;
  duration: number;
  proLessons: number;
}

function courseReads(db: Queries) {
  const isCourse = (tenantId: TenantScope) =>
    and(eq(contentItem.tenantId, tenantId), eq(contentItem.kind, 'course'), isNull(contentItem.removedAt));

  return {
    /** Live courses in catalogue order. */
    async live(tenantId: TenantScope): Promise<CourseRow[]> {
      const rows = await db
        .select(courseColumns())
        .from(contentItem)
        .where(and(isCourse(tenantId), eq(contentItem.status, 'live')))
        .orderBy(asc(contentItem.sortOrder), asc(contentItem.title), asc(contentItem.id));
      return rows as CourseRow[];
    },

    /** Live and unlisted courses with these ids, in catalogue order. */
    async byIds(tenantId: TenantScope, ids: string[]): Promise<CourseRow[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .select(courseColumns())
        .from(contentItem)
        .where(and(isCourse(tenantId), anyOf(contentItem.id, ids), inArray(contentItem.status, ['live', 'unlisted'])))
        .orderBy(asc(contentItem.sortOrder), asc(contentItem.title));
      return rows as CourseRow[];
    },

    /** Live courses with these ids in the other academies of this installation. */
    async elsewhere(tenantId: TenantScope, ids: string[]): Promise<CourseElsewhere[]> {
      if (ids.length === 0) return [];
      return db
        .select({
          tenantId: contentItem.tenantId,
          id: contentItem.id,
          slug: contentItem.slug,
          title: contentItem.title,
          description: sql<string>`${contentItem.data} ->> 'description'`,
        })
        .from(contentItem)
        .where(
          and(
            ne(contentItem.tenantId, tenantId),
            eq(contentItem.kind, 'course'),
            anyOf(contentItem.id, ids),
            eq(contentItem.status, 'live'),
            isNull(contentItem.removedAt),
          ),
        );
    },

    /** A course that can be reached by address: live or unlisted. */
    async bySlug(tenantId: TenantScope, slug: string): Promise<CourseRow | null> {
      const rows = await db
        .select(courseColumns())
        .from(contentItem)
        .where(and(isCourse(tenantId), eq(contentItem.slug, slug), inArray(contentItem.status, ['live', 'unlisted'])))
        .limit(1);
      return (rows[0] as CourseRow | undefined) ?? null;
    },

    /** Lessons and modules of courses, each in order, without bodies; without drafts and removed ones. */
    async lessonsOf(tenantId: TenantScope, courseIds: string[]): Promise<LessonRow[]> {
      if (courseIds.length === 0) return [];
      const rows = await db
        .select(lessonColumns())
        .from(lesson)
        .where(and(eq(lesson.tenantId, tenantId), anyOf(lesson.courseId, courseIds), isReachable))
        .orderBy(asc(lesson.courseId), asc(lesson.orderColumn));
      return rows as LessonRow[];
    },

    /** Of the live and unlisted ones of these courses. */
    async leanOutlines(tenantId: TenantScope, ids: string[]): Promise<LeanOutline[]> {
      if (ids.length === 0) return [];
      const { title, data } = textColumns(lesson);
      const line = sql`json_build_array(${lesson.lessonId}, ${lesson.slug}, ${title}, (${data} ->> 'duration')::int,
        ${lesson.listed} and ${lesson.type} <> 'module', array_to_string(${lesson.entitlements}, ' '))`;
      const rows = await db
        .select({
          id: contentItem.id,
          version: contentItem.version,
          status: sql<Status>`${contentItem.status}`,
          entitlements: sql<EntitlementTag[]>`${textColumns(contentItem).data} -> 'entitlements'`,
          lessons: sql<
            LeanLesson[] | null
          >`json_agg(${line} order by ${lesson.orderColumn}) filter (where ${lesson.lessonId} is not null)`,
        })
        .from(contentItem)
        .leftJoin(
          lesson,
          and(eq(lesson.tenantId, contentItem.tenantId), eq(lesson.courseId, contentItem.id), isReachable),
        )
        .where(and(isCourse(tenantId), anyOf(contentItem.id, ids), inArray(contentItem.status, ['live', 'unlisted'])))
        .groupBy(contentItem.tenantId, contentItem.kind, contentItem.id);
      return rows.map(({ id, version, status, entitlements, lessons: all }) => ({
        course: { id, version, status, data: { entitlements } },
        reachable: (all ?? []).map(([lessonId]) => ({ lessonId })),
        counted: (all ?? []).flatMap(([lessonId, slug, title, duration, counts, entitlements]) =>
          counts ? [{ lessonId, slug, title, entitlements: entitlementsIn(entitlements), data: { duration } }] : [],
        ),
      }));
    },

    /** The labs of a course that have a workshop, and the proofs of those that were proved; null: none was. */
    async labProofs(tenantId: TenantScope, courseId: string): Promise<LabProofs | null> {
      const workshop = sql`(${lesson.body} #>> '{lab,workshop}')`;
      const rows = await db
        .select({
          labs: sql<number>`count(distinct ${workshop})::int`,
          proved: sql<number>`count(distinct ${contentItem.id})::int`,
          provedAt: sql<string | null>`min(${contentItem.data} #>> '{proof,provedAt}')`,
        })
        .from(lesson)
        .leftJoin(
          contentItem,
          and(
            eq(contentItem.tenantId, tenantId),
            eq(contentItem.kind, 'workshop'),
            sql`${contentItem.id} = ${workshop}`,
            isNull(contentItem.removedAt),
            sql`${contentItem.data} ? 'proof'`,
          ),
        )
        .where(
          and(
            eq(lesson.tenantId, tenantId),
            eq(lesson.courseId, courseId),
            // Texts are large: of lessons without a lab they are not read.
            eq(lesson.type, 'lab'),
            eq(lesson.listed, true),
            isNull(lesson.removedAt),
            sql`${workshop} is not null`,
          ),
        );
      const { labs = 0, proved = 0, provedAt = null } = rows[0] ?? {};
      return provedAt === null ? null : { labs, proved, provedAt };
    },

    /** The sums of these courses; of every course when no ids are given. */
    async sums(tenantId: TenantScope, ids?: string[]): Promise<Map<string, LessonSums>> {
      if (ids?.length === 0) return new Map();
      const rows = await db
        .select({
          courseId: lesson.courseId,
          lessonsCount: sql<number>`count(*)::int`,
          duration: sql<number>`coalesce(sum((${lesson.data} ->> 'duration')::int), 0)::int`,
          proLessons: sql<number>`(count(*) filter (where 'pro' = any(${lesson.entitlements})))::int`,
        })
        .from(lesson)
        .where(
          and(
            eq(lesson.tenantId, tenantId),
            ids === undefined ? undefined : anyOf(lesson.courseId, ids),
            eq(lesson.listed, true),
            isNull(lesson.removedAt),
            sql`${lesson.type} <> 'module'`,
          ),
        )
        .groupBy(lesson.courseId);
      return new Map(rows.map(({ courseId, ...sums }) => [courseId, sums]));
    },

    /** The course that a lesson belongs to; null for an unknown or removed one. */
    async courseOfLesson(tenantId: TenantScope, lessonIds: string[]): Promise<Map<string, string>> {
      if (lessonIds.length === 0) return new Map();
      const rows = await db
        .select({ lessonId: lesson.lessonId, courseId: lesson.courseId })
        .from(lesson)
        .where(and(eq(lesson.tenantId, tenantId), anyOf(lesson.lessonId, lessonIds), isNull(lesson.removedAt)));
      return new Map(rows.map((row) => [row.lessonId, row.courseId]));
    },
  };
}
