import type { CourseItem } from '@academy/contract/courses';
import type { Category } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { LearningPath, LearningPathItem, PathStep } from '@academy/contract/learning-paths';
import type { OverlayItem } from '@academy/contract/progress';
import { titleOfOption } from '@academy/contract/rules/option-names';
import { courseProgressStatus, percentDone } from '@academy/contract/rules/progress';
import type { Tenant } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { categoriesOf } from '../catalogue/categories.ts';
import type { CatalogueItem, ItemsStore } from '../catalogue/items.store.ts';
import { perVersion } from '../catalogue/per-version.ts';
import type { CoursesService } from '../courses/courses.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import { type Scope, type SignedInScope, scopeOf } from '../scope.ts';
import type { TagsService } from '../tags/tags.service.ts';

type PathRow = CatalogueItem<'path'>;

/** A learning path as a visitor sees it, with its available courses, each once, in the order of its steps. */
interface VisitorsPath {
  item: LearningPathItem;
  summary: string;
  courses: CourseItem[];
}

const PATHS_REMEMBERED = 500;

export function learningPathsService(
  items: ItemsStore,
  tags: TagsService,
  courses: CoursesService,
  progress: ProgressService,
  versions: ReadVersions,
) {
  const lists = perVersion<{ paths: VisitorsPath[]; categories: Category[] }>(versions, 50);
  const paths = perVersion<VisitorsPath | null>(versions, PATHS_REMEMBERED);

  async function present(tenant: Tenant, rows: PathRow[]): Promise<VisitorsPath[]> {
    const tenantId = scopeOf(tenant);
    const named = (type: PathStep['type']) => [
      ...new Set(rows.flatMap(({ data }) => data.steps.filter((step) => step.type === type).map(({ id }) => id))),
    ];
    const [courseItems, tests] = await Promise.all([
      courses.itemsByIds(tenant, named('course')),
      items.byIds(tenantId, 'test', named('test')),
    ]);
    const courseOf = new Map(courseItems.map((one) => [one.courseId, one]));
    const testOf = new Map(tests.map((one) => [one.id, one]));

    const stepOf = ({ type, id }: PathRow['data']['steps'][number]): PathStep => {
      const course = type === 'course' ? courseOf.get(id) : undefined;
      if (course !== undefined) {
        const { title, description, slug } = course;
        return { type, id, title, description, slug, available: true };
      }
      const test = type === 'test' ? testOf.get(id) : undefined;
      if (test !== undefined)
        return { type, id, title: test.title, description: test.data.description, slug: null, available: true };
      return { type, id, title: readable(id, tenant), description: '', slug: null, available: false };
    };

    return rows.map(({ id, slug, title, data }) => {
      const steps = data.steps.map(stepOf);
      const ids = new Set(data.steps.filter(({ type }) => type === 'course').map((step) => step.id));
      const own = [...ids].flatMap((courseId) => courseOf.get(courseId) ?? []);
      const item = {
        pathId: id,
        slug,
        title,
        description: data.description,
        level: data.level,
        topic: data.topics,
        duration: sum(own.map((course) => course.duration)),
        lessonsCount: sum(own.map((course) => course.lessonsCount)),
        isFavorite: false,
        steps,
        percent: 0,
      };
      return { item, summary: data.summary, courses: own };
    });
  }

  function list(tenant: Tenant): Promise<{ paths: VisitorsPath[]; categories: Category[] }> {
    const tenantId = scopeOf(tenant);
    return lists(tenantId, 'paths', async () => {
      const [rows, topicNames] = await Promise.all([items.live(tenantId, 'path'), tags.topicNames(tenant)]);
      const presented = await present(tenant, rows);
      return {
        paths: presented,
        categories: categoriesOf(
          presented.map(({ item }) => item),
          topicNames,
        ),
      };
    });
  }

  /** The learner's own state on learning paths, and on the courses that they consist of. */
  async function own(scope: SignedInScope) {
    const [overlay, favorites] = await Promise.all([
      progress.overlayOfCourses(scope),
      progress.favoriteIds(scope, 'path'),
    ]);
    const countsOf = (path: VisitorsPath) => ({
      completedLesson: sum(path.courses.map(({ courseId }) => overlay.items[courseId]?.completedLesson ?? 0)),
      lessonsCount: sum(
        path.courses.map(({ courseId, lessonsCount }) => overlay.items[courseId]?.lessonsCount ?? lessonsCount),
      ),
    });
    return { favorites, countsOf };
  }

  async function merged(scope: Scope, visitors: VisitorsPath[]) {
    const { actor } = scope;
    if (actor === null) return { items: visitors.map(({ item }) => item), favoriteCount: 0 };
    const { favorites, countsOf } = await own({ ...scope, actor });
    return {
      items: visitors.map((path): LearningPathItem => {
        const { completedLesson, lessonsCount } = countsOf(path);
        const percent = percentDone(completedLesson, lessonsCount);
        return { ...path.item, lessonsCount, percent, isFavorite: favorites.has(path.item.pathId) };
      }),
      favoriteCount: favorites.size,
    };
  }

  return {
    async list(scope: Scope) {
      const { paths: visitors, categories } = await list(scope.tenant);
      return { ...(await merged(scope, visitors)), categories };
    },

    /** @throws AcademyError not-found */
    async details(scope: Scope, slug: string): Promise<LearningPath> {
      const { tenant, tenantId, actor } = scope;
      const path = await paths(tenantId, slug, async () => {
        const row = await items.bySlug(tenantId, 'path', slug);
        return row === null ? null : ((await present(tenant, [row]))[0] ?? null);
      });
      if (path === null) throw new AcademyError('not-found');
      const [item = path.item] = (await merged(scope, [path])).items;
      const ofCourses =
        actor === null ? path.courses : (await progress.mergeItems({ ...scope, actor }, path.courses)).items;
      return { ...item, summary: path.summary, courses: ofCourses };
    },

    /** One line per learning path in which the learner completed something or that is marked with the heart. */
    async overlay(scope: SignedInScope): Promise<{ items: Record<string, OverlayItem>; favoriteCount: number }> {
      const [{ paths: visitors }, { favorites, countsOf }] = await Promise.all([list(scope.tenant), own(scope)]);
      const lines = visitors.flatMap((path): [string, OverlayItem][] => {
        const counts = countsOf(path);
        const isFavorite = favorites.has(path.item.pathId);
        if (counts.completedLesson === 0 && !isFavorite) return [];
        const line = { isFavorite, ...counts, progressStatus: courseProgressStatus(counts), locked: null };
        return [[path.item.pathId, line]];
      });
      return { items: Object.fromEntries(lines), favoriteCount: favorites.size };
    },
  };
}

export type LearningPathsService = ReturnType<typeof learningPathsService>;

/** What an id says to people, for what the academy does not have. */
function readable(id: string, { tenantId }: Tenant): string {
  return titleOfOption(id.startsWith(`${tenantId}-`) ? id.slice(tenantId.length + 1) : id, Object.create(null));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
