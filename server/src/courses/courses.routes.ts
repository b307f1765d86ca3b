import { type Course, type CourseItem, getCourse, listCourses } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import type { OverlayItem } from '@academy/contract/progress';
import type { CallTable } from '../calls/bind.ts';
import { withOwn } from '../catalogue/categories.ts';
import { filteredPage } from '../catalogue/filtered-page.ts';
import type { SignedInScope } from '../values/scope.ts';
import type { CoursesService } from './courses.service.ts';

/** A learner's own state, and how it is merged into what is the same for every reader. */
interface OwnState {
  /** Started courses, most recent first, and the state of these and of favorites by id. */
  ownCourses(scope: SignedInScope): Promise<{ items: Record<string, OverlayItem>; started: string[] }>;
  mergeItems(scope: SignedInScope, items: CourseItem[], own: { items: Record<string, OverlayItem> }): CourseItem[];
  mergeCourse(scope: SignedInScope, course: Course): Promise<Course>;
}

export function bindCourses(calls: CallTable, courses: CoursesService, progress: OwnState): void {
  calls.bind(listCourses, async ({ scope, query }) => {
    const { actor, tenant } = scope;
    const catalogue = await courses.catalogue(tenant);
    const mine = query.progressFilterRequired === 'true';
    if (mine && actor === null) throw new AcademyError('not-signed-in');

    if (actor === null) {
      const chosen = filteredPage(catalogue.courses, query, null);
      return { courses: chosen.items, categories: catalogue.categories, ...chosen.total };
    }
    const signedIn = { ...scope, actor } satisfies SignedInScope;
    const overlay = await progress.ownCourses(signedIn);
    const items = mine ? await courses.itemsByIds(tenant, overlay.started) : catalogue.courses;
    const own = (item: CourseItem) => overlay.items[item.courseId];
    const chosen = filteredPage(items, query, own);
    return {
      courses: progress.mergeItems(signedIn, chosen.items, overlay),
      categories: withOwn(
        catalogue.categories,
        catalogue.courses.map((item) => own(item) ?? item),
      ),
      ...chosen.total,
    };
  });

  calls.bind(getCourse, async ({ scope, query }) => {
    const course = await courses.details(scope.tenant, query.slug);
    return scope.actor === null ? course : progress.mergeCourse({ ...scope, actor: scope.actor }, course);
  });
}
