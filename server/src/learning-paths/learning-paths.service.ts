import type { CourseItem } from '@academy/contract/courses';
import type { Category, Status } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { Language } from '@academy/contract/i18n/languages';
import type { LearningPath, LearningPathItem, PathCourse, PathStep } from '@academy/contract/learning-paths';
import type { OverlayItem } from '@academy/contract/progress';
import { proLessonsFor } from '@academy/contract/rules/access';
import { titleOfOption } from '@academy/contract/rules/option-names';
import { countedCourses, pathCounts } from '@academy/contract/rules/path-progress';
import { courseProgressStatus, percentDone } from '@academy/contract/rules/progress';
import type { Tenant } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { categoriesOf, withOwn } from '../catalogue/categories.ts';
import { filteredPage, type ListQuery } from '../catalogue/filtered-page.ts';
import type { CatalogueItem, ItemsStore } from '../catalogue/items.store.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import type { CoursesService } from '../courses/courses.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { TagsService } from '../tags/tags.service.ts';
import { type Scope, type SignedInScope, scopeOf, type TenantScope } from '../values/scope.ts';

type PathRow = CatalogueItem<'path'>;

/** A learning path as a visitor sees it, with its available courses, each once, in the order of its steps. */
interface VisitorsPath<C extends CourseItem = CourseItem> {
  item: LearningPathItem;
  status: Status;
  summary: string;
  language: Language;
  courses: C[];
}

/** The list as visitors see it, and the paths it was made from by id. */
interface VisitorsList {
  items: LearningPathItem[];
  byId: ReadonlyMap<string, VisitorsPath>;
  categories: Category[];
}

/** Overlay entry of a path that no list shows, so that lists do not count it. */
const UNLISTED_FAVORITE: OverlayItem = {
  ...{ isFavorite: true, completedLesson: 0, lessonsCount: 0, progressStatus: null, locked: null, unlisted: true },
};

export function learningPathsService(
  items: ItemsStore,
  tags: TagsService,
  courses: CoursesService,
  progress: ProgressService,
  versions: ReadVersions,
) {
  const lists = versionedCache<VisitorsList>(versions);
  const paths = versionedCache<VisitorsPath<PathCourse> | null>(versions);

  async function present(tenant: Tenant, rows: PathRow[]): Promise<VisitorsPath[]> {
    const tenantId = scopeOf(tenant);
    const named = (type: PathStep['type']) => [
      ...new Set(rows.flatMap(({ data }) => data.steps.filter((step) => step.type === type).map(({ id }) => id))),
    ];
    const tests = await items.byIds(tenantId, 'test', named('test'));
    const takenIn = tests.flatMap(({ data }) => data.course ?? []);
    const courseItems = await courses.itemsByIds(tenant, [...new Set([...named('course'), ...takenIn])]);
    const courseOf = new Map(courseItems.map((one) => [one.courseId, one]));
    const missing = named('course').filter((id) => !courseOf.has(id));
    const elsewhere = await courses.elsewhere(tenantId, missing);
    const testOf = new Map(tests.map((one) => [one.id, one]));

    const stepOf = ({ type, id }: PathRow['data']['steps'][number]): PathStep => {
      const course = type === 'course' ? courseOf.get(id) : undefined;
      if (course !== undefined) {
        const { title, description, slug } = course;
        return { type, id, tenantId, title, description, slug, courseId: null, available: true };
      }
      const other = type === 'course' ? elsewhere.get(id) : undefined;
      if (other !== undefined) return { type, ...other, courseId: null, available: true };
      const test = type === 'test' ? testOf.get(id) : undefined;
      if (test !== undefined) {
        const { description } = test.data;
        const { courseId = null, slug = null } = courseOf.get(test.data.course ?? '') ?? {};
        return { type, id, tenantId, title: test.title, description, slug, courseId, available: true };
      }
      const nothing = { slug: null, courseId: null, available: false };
      return { type, id, tenantId, title: readable(id, tenant), description: '', ...nothing };
    };

    return rows.map(({ id, slug, title, status, firstPublishedAt, data, language }) => {
      const steps = data.steps.map(stepOf);
      const own = countedCourses({ tenantId, steps }).flatMap((courseId) => courseOf.get(courseId) ?? []);
      const item = {
        pathId: id,
        tenantId,
        slug,
        title,
        description: data.description,
        level: data.level,
        topic: data.topics,
        duration: own.reduce((seconds, course) => seconds + course.duration, 0),
        lessonsCount: pathCounts(own).lessonsCount,
        ...proOf(own),
        isFavorite: false,
        steps,
        percent: 0,
        progressStatus: null,
        publishedAt: firstPublishedAt.toISOString(),
      };
      return { item, status, summary: data.summary, language, courses: own };
    });
  }

  /** A path whose courses name their first lesson, to which the link of the next step leads. */
  async function withBeginnings(tenantId: TenantScope, path: VisitorsPath): Promise<VisitorsPath<PathCourse>> {
    const outlines = await courses.outlines(
      tenantId,
      path.courses.map(({ courseId }) => courseId),
    );
    const begun = path.courses.map((course): PathCourse => {
      const first = outlines.get(course.courseId)?.counted[0];
      return { ...course, firstLesson: first === undefined ? null : { slug: first.slug, title: first.title } };
    });
    return { ...path, courses: begun };
  }

  function list(tenant: Tenant): Promise<VisitorsList> {
    const tenantId = scopeOf(tenant);
    return lists(tenantId, 'paths', async () => {
      const [rows, topicNames] = await Promise.all([items.live(tenantId, 'path'), tags.topicNames(tenant)]);
      const presented = await present(tenant, rows);
      const listed = presented.map(({ item }) => item);
      return {
        items: listed,
        byId: new Map(presented.map((path) => [path.item.pathId, path])),
        categories: categoriesOf(listed, topicNames),
      };
    });
  }

  /** A learner's progress on a path: the sum of the progress in its courses. */
  const countsFrom = (courses: Record<string, OverlayItem>) => (path: VisitorsPath) =>
    pathCounts(path.courses.map((course) => courses[course.courseId] ?? course));

  /** The learner's own state on learning paths, and on their courses. */
  async function own(scope: SignedInScope) {
    const [overlay, favorites] = await Promise.all([
      progress.overlayOfCourses(scope),
      progress.favoriteIds(scope, 'path'),
    ]);
    const countsOf = countsFrom(overlay.items);
    const stateOf = (path: VisitorsPath) => {
      const counts = countsOf(path);
      return {
        lessonsCount: counts.lessonsCount,
        proLessons: proLessonsFor(path.item.proLessons, scope.actor, scope.tenant.signedInIsPro),
        percent: percentDone(counts.completedLesson, counts.lessonsCount),
        progressStatus: courseProgressStatus(counts),
        isFavorite: favorites.has(path.item.pathId),
      };
    };
    return { overlay, favorites, countsOf, stateOf };
  }

  return {
    /** The part of the list that the query selects, with its filter categories. */
    async list(scope: Scope, query: ListQuery) {
      const { items: all, byId, categories } = await list(scope.tenant);
      const { actor } = scope;
      if (actor === null) {
        const { items: chosen, total } = filteredPage(all, query, null);
        return { paths: chosen, categories, ...total };
      }
      const { stateOf } = await own({ ...scope, actor });
      const states = new Map([...byId].map(([id, path]) => [id, stateOf(path)]));
      const { items: chosen, total } = filteredPage(all, query, ({ pathId }) => states.get(pathId));
      return {
        paths: chosen.map((item): LearningPathItem => ({ ...item, ...states.get(item.pathId) })),
        categories: withOwn(categories, [...states.values()]),
        ...total,
      };
    },

    /**
     * Ids of the listed learning paths that the learner has completed.
     *
     * @param courses the learner's state on courses, from `ProgressService.overlayOfCourses`
     */
    async completed(tenant: Tenant, courses: Record<string, OverlayItem>): Promise<string[]> {
      const { byId } = await list(tenant);
      const countsOf = countsFrom(courses);
      return [...byId].filter(([, path]) => courseProgressStatus(countsOf(path)) === 'Completed').map(([id]) => id);
    },

    /** Live and unlisted learning paths with these ids as the viewer sees them; unknown ids are left out. */
    async byIds(scope: Scope, ids: string[]): Promise<LearningPathItem[]> {
      if (ids.length === 0) return [];
      const visitors = await present(scope.tenant, await items.byIds(scope.tenantId, 'path', ids));
      const { actor } = scope;
      if (actor === null) return visitors.map(({ item }) => item);
      const { stateOf } = await own({ ...scope, actor });
      return visitors.map((path) => ({ ...path.item, ...stateOf(path) }));
    },

    /** @throws AcademyError not-found */
    async details(scope: Scope, slug: string): Promise<LearningPath> {
      const { tenant, tenantId, actor } = scope;
      const path = await paths(tenantId, slug, async () => {
        const row = await items.bySlug(tenantId, 'path', slug);
        const [presented] = row === null ? [] : await present(tenant, [row]);
        return presented === undefined ? null : withBeginnings(tenantId, presented);
      });
      if (path === null) throw new AcademyError('not-found');
      const { status, summary, language } = path;
      if (actor === null) return { ...path.item, status, summary, language, courses: path.courses };
      const signedIn = { ...scope, actor };
      const { overlay, stateOf } = await own(signedIn);
      return {
        ...path.item,
        ...stateOf(path),
        status,
        summary,
        language,
        courses: progress.mergeItems(signedIn, path.courses, overlay),
      };
    },

    /** One entry per learning path in which the learner completed something or that is a favorite. */
    async overlay(scope: SignedInScope): Promise<{ items: Record<string, OverlayItem>; favoriteCount: number }> {
      const [{ byId }, { favorites, countsOf }] = await Promise.all([list(scope.tenant), own(scope)]);
      const lines = [...byId.values()].flatMap((path): [string, OverlayItem][] => {
        const counts = countsOf(path);
        const isFavorite = favorites.has(path.item.pathId);
        if (counts.completedLesson === 0 && !isFavorite) return [];
        const line = { isFavorite, ...counts, progressStatus: courseProgressStatus(counts), locked: null };
        return [[path.item.pathId, line]];
      });
      const unlisted = [...favorites].filter((id) => !byId.has(id)).map((id) => [id, UNLISTED_FAVORITE] as const);
      return { items: Object.fromEntries([...lines, ...unlisted]), favoriteCount: favorites.size };
    },
  };
}

export type LearningPathsService = ReturnType<typeof learningPathsService>;

function proOf(courses: readonly CourseItem[]): { proLessons?: number } {
  const proLessons = courses.reduce((sum, course) => sum + (course.proLessons ?? 0), 0);
  return proLessons === 0 ? {} : { proLessons };
}

/** A readable text for an id that the academy does not have. */
function readable(id: string, { tenantId }: Tenant): string {
  return titleOfOption(id.startsWith(`${tenantId}-`) ? id.slice(tenantId.length + 1) : id, Object.create(null));
}
