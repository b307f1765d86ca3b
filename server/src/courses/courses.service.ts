import type { Course, CourseItem, Teacher } from '@academy/contract/courses';
import type { Category } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { LessonItem } from '@academy/contract/lessons';
import { lockOf, proLessonsFor, proLessonsOf } from '@academy/contract/rules/access';
import type { Tenant } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { categoriesOf } from '../catalogue/categories.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import type { InstructorsStore } from '../instructors/instructors.store.ts';
import type { TagsService } from '../tags/tags.service.ts';
import { scopeOf, type TenantScope } from '../values/scope.ts';
import type {
  CourseElsewhere,
  CourseRow,
  CoursesStore,
  LabProofs,
  LeanOutline,
  LessonRow,
  LessonSums,
} from './courses.store.ts';

/** A course with its lessons as a visitor sees it: the same for everybody until the next publish. */
export interface CourseOutline {
  course: CourseRow;
  /** Everything reachable by address, modules included. */
  reachable: LessonRow[];
  /** Listed lessons and modules. */
  listed: LessonRow[];
  /** What counts for progress: listed lessons, no modules. */
  counted: LessonRow[];
}

/** Sums of the lessons that count, by course. */
type CourseSums = ReadonlyMap<string, LessonSums>;
type InstructorRef = LessonItem['instructors'][number];
/** All instructors with a profile, by id. */
type Teachers = ReadonlyMap<string, Teacher>;

export function coursesService(
  courses: CoursesStore,
  instructors: InstructorsStore,
  tags: TagsService,
  versions: ReadVersions,
) {
  const bySlug = versionedCache<CourseOutline | null>(versions);
  const byId = versionedCache<CourseOutline | null>(versions);
  const leanById = versionedCache<LeanOutline | null>(versions);
  const items = versionedCache<CourseItem | null>(versions);
  const catalogues = versionedCache<{ courses: CourseItem[]; categories: Category[] }>(versions);
  const namesOf = versionedCache<Map<string, Teacher>>(versions);
  const ofLessons = versionedCache<Map<string, string>>(versions);
  const ofLabs = versionedCache<{ proofs: LabProofs | null }>(versions);

  const namesIn = (tenantId: TenantScope) =>
    namesOf(tenantId, 'instructors', async () => {
      const all = await instructors.all(tenantId);
      return new Map(
        all.map(({ id, title, slug, data: { avatar, credentials } }) => [
          id,
          { instructorId: id, name: title, slug, avatar, credentials },
        ]),
      );
    });

  /** Ids without a profile are left out: there is nothing to show or link to. */
  const profiles = (ids: string[], names: Teachers): Teacher[] => ids.flatMap((id) => names.get(id) ?? []);
  const teachers = (ids: string[], names: Teachers): InstructorRef[] =>
    profiles(ids, names).map(({ instructorId, name, slug }) => ({ instructorId, name, slug }));

  function present(row: CourseRow, tenant: Tenant, names: Teachers) {
    const entitlements = { view: row.data.entitlements };
    return {
      courseId: row.id,
      slug: row.slug,
      tenantId: tenant.tenantId,
      title: row.title,
      description: row.data.description,
      topic: row.data.topics,
      level: row.data.level,
      thumbnail: row.data.thumbnail,
      isPro: row.data.isPro,
      entitlements,
      isFavorite: false,
      completedLesson: 0,
      instructors: teachers(row.data.instructors, names),
      locked: lockOf(entitlements, null, tenant.signedInIsPro),
      publishedAt: row.firstPublishedAt.toISOString(),
    };
  }

  function itemOf(row: CourseRow, tenant: Tenant, names: Teachers, sums: CourseSums): CourseItem {
    const { proLessons, ...counted } = sums.get(row.id) ?? { lessonsCount: 0, duration: 0, proLessons: 0 };
    const lacking = proLessonsFor(proLessons, null, tenant.signedInIsPro) ?? 0;
    return {
      ...present(row, tenant, names),
      ...counted,
      ...(lacking === 0 ? {} : { proLessons: lacking }),
      progressStatus: null,
    };
  }

  return {
    /** The outline of a course by slug or id; null when it is not reachable. */
    outline(tenantId: TenantScope, by: { slug: string } | { id: string }): Promise<CourseOutline | null> {
      if ('id' in by) return this.outlines(tenantId, [by.id]).then((found) => found.get(by.id) ?? null);
      return bySlug(tenantId, by.slug, () =>
        courses.together(async (reads) => {
          const course = await reads.bySlug(tenantId, by.slug);
          return course && outlineOf(course, await reads.lessonsOf(tenantId, [course.id]));
        }),
      );
    },

    /** The outlines of the reachable ones of these courses, by id. */
    async outlines(tenantId: TenantScope, ids: readonly string[]): Promise<Map<string, CourseOutline>> {
      const found = await byId.all(tenantId, [...new Set(ids)], (missing) =>
        courses.together(async (reads) => {
          const rows = new Map((await reads.byIds(tenantId, missing)).map((row) => [row.id, row]));
          const lessons = Map.groupBy(await reads.lessonsOf(tenantId, [...rows.keys()]), ({ courseId }) => courseId);
          return missing.map((id) => {
            const course = rows.get(id);
            return course === undefined ? null : outlineOf(course, lessons.get(id) ?? []);
          });
        }),
      );
      return new Map(found.flatMap((one) => (one === null ? [] : [[one.course.id, one]])));
    },

    /** The lean outlines of the reachable ones of these courses, by id. */
    async leanOutlines(tenantId: TenantScope, ids: readonly string[]): Promise<Map<string, LeanOutline>> {
      const found = await leanById.all(tenantId, [...new Set(ids)], async (missing) => {
        const read = await courses.leanOutlines(tenantId, missing);
        const known = new Map(read.map((one) => [one.course.id, one]));
        return missing.map((id) => known.get(id) ?? null);
      });
      return new Map(found.flatMap((one) => (one === null ? [] : [[one.course.id, one]])));
    },

    /** The instructors with a profile, in the order of their ids. */
    async instructorRefs(tenantId: TenantScope, ids: string[]): Promise<InstructorRef[]> {
      return teachers(ids, await namesIn(tenantId));
    },

    /** The courses of these lessons; unknown and removed lessons are absent. */
    async coursesOfLessons(tenantId: TenantScope, lessonIds: string[]): Promise<Map<string, string>> {
      const key = lessonIds.length === 1 ? `lesson ${lessonIds[0]}` : null;
      if (key === null) return courses.courseOfLesson(tenantId, lessonIds);
      return ofLessons(tenantId, key, () => courses.courseOfLesson(tenantId, lessonIds));
    },

    /** The catalogue as a visitor sees it. */
    catalogue(tenant: Tenant): Promise<{ courses: CourseItem[]; categories: Category[] }> {
      const tenantId = scopeOf(tenant);
      return catalogues(tenantId, 'courses', async () => {
        const [{ rows, sums }, names, topicNames] = await Promise.all([
          courses.together(async (reads) => ({ rows: await reads.live(tenantId), sums: await reads.sums(tenantId) })),
          namesIn(tenantId),
          tags.topicNames(tenant),
        ]);
        const listed = rows.map((row) => itemOf(row, tenant, names, sums));
        return { courses: listed, categories: categoriesOf(listed, topicNames) };
      });
    },

    /** Items of the reachable ones of these courses, unlisted ones included, in the order of the ids. */
    async itemsByIds(tenant: Tenant, ids: readonly string[]): Promise<CourseItem[]> {
      const tenantId = scopeOf(tenant);
      const found = await items.all(tenantId, [...new Set(ids)], async (missing) => {
        const [{ rows, sums }, names] = await Promise.all([
          courses.together(async (reads) => ({
            rows: await reads.byIds(tenantId, missing),
            sums: await reads.sums(tenantId, missing),
          })),
          namesIn(tenantId),
        ]);
        const byCourse = new Map(rows.map((row) => [row.id, itemOf(row, tenant, names, sums)]));
        return missing.map((id) => byCourse.get(id) ?? null);
      });
      return found.filter((item) => item !== null);
    },

    /**
     * Courses that exactly one other academy of this installation has, by id: with several the link would be ambiguous.
     */
    async elsewhere(tenantId: TenantScope, ids: string[]): Promise<Map<string, CourseElsewhere>> {
      const found = await courses.elsewhere(tenantId, ids);
      const alone = found.filter((one) => found.filter(({ id }) => id === one.id).length === 1);
      return new Map(alone.map((one) => [one.id, one]));
    },

    /** Course details as a visitor sees them. */
    async details(tenant: Tenant, slug: string): Promise<Course> {
      const tenantId = scopeOf(tenant);
      const outline = await this.outline(tenantId, { slug });
      if (outline === null) throw new AcademyError('not-found');
      const names = await namesIn(tenantId);
      const { course, listed } = outline;
      const { proofs } = await ofLabs(tenantId, course.id, async () => ({
        proofs: await courses.labProofs(tenantId, course.id),
      }));
      return {
        ...present(course, tenant, names),
        instructors: profiles(course.data.instructors, names),
        ...sumsOf(outline),
        ...proLessonsOf(outline.counted, null, tenant.signedInIsPro),
        progressStatus: 'NOT_STARTED',
        status: course.status,
        language: course.language,
        summary: course.data.summary,
        labType: course.data.labType,
        // The address of the lab is locked content; the learner's own reply carries it.
        labUrl:
          lockOf({ view: course.data.entitlements }, null, tenant.signedInIsPro) === null ? course.data.labUrl : null,
        labProofs: proofs,
        lessons: listed.map((row) => presentLesson(row, tenant, names)),
      };
    },

    /** A lesson's item as a visitor sees it. */
    async lessonItem(tenant: Tenant, row: LessonRow): Promise<LessonItem> {
      return presentLesson(row, tenant, await namesIn(scopeOf(tenant)));
    },

    async lessonItems(tenant: Tenant, rows: LessonRow[]): Promise<LessonItem[]> {
      const names = await namesIn(scopeOf(tenant));
      return rows.map((row) => presentLesson(row, tenant, names));
    },
  };

  function presentLesson(row: LessonRow, tenant: Tenant, names: Teachers): LessonItem {
    const entitlements = { view: row.entitlements };
    return {
      lessonId: row.lessonId,
      courseId: row.courseId,
      slug: row.slug,
      title: row.title,
      type: row.type,
      orderColumn: row.orderColumn,
      duration: row.data.duration,
      status: row.status,
      parentId: row.parentId,
      isComplete: false,
      progressStatus: 'Not Started',
      entitlements,
      summary: row.data.summary,
      settings: { manualCompletion: row.data.manualCompletion },
      isFavorite: false,
      instructors: teachers(row.data.instructors, names),
      locked: row.type === 'module' ? null : lockOf(entitlements, null, tenant.signedInIsPro),
    };
  }
}

/** Number and total seconds of the lessons that count. */
const sumsOf = ({ counted }: CourseOutline): { lessonsCount: number; duration: number } => ({
  lessonsCount: counted.length,
  duration: counted.reduce((sum, row) => sum + row.data.duration, 0),
});

function outlineOf(course: CourseRow, reachable: LessonRow[]): CourseOutline {
  const listed = reachable.filter((row) => row.listed);
  return { course, reachable, listed, counted: listed.filter((row) => row.type !== 'module') };
}

export type CoursesService = ReturnType<typeof coursesService>;
