import { getCourse, listCourses } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import type { CallTable } from '../calls/bind.ts';
import { narrowed, withFavorites } from '../catalogue/categories.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { SignedInScope } from '../scope.ts';
import type { CoursesService } from './courses.service.ts';

export function bindCourses(calls: CallTable, courses: CoursesService, progress: ProgressService): void {
  calls.bind(listCourses, async ({ scope, query }) => {
    const { actor, tenant } = scope;
    const catalogue = await courses.catalogue(tenant);
    const mine = query.progressFilterRequired === 'true';
    if (mine && actor === null) throw new AcademyError('not-signed-in');

    let items = catalogue.courses;
    let { categories } = catalogue;
    if (actor !== null) {
      const signedIn = { ...scope, actor } satisfies SignedInScope;
      const ids = mine ? await progress.myCourseIds(signedIn) : null;
      const merged = await progress.mergeItems(
        signedIn,
        ids === null ? items : inOrder(ids, await courses.itemsByIds(tenant, ids)),
      );
      items = merged.items;
      categories = withFavorites(categories, merged.favoriteCount);
    }

    const chosen = narrowed(items, query);
    return { courses: chosen.items, categories, ...chosen.total };
  });

  calls.bind(getCourse, async ({ scope, query }) => {
    const course = await courses.details(scope.tenant, query.slug);
    return scope.actor === null ? course : progress.mergeCourse({ ...scope, actor: scope.actor }, course);
  });
}

function inOrder<Item extends { courseId: string }>(ids: string[], items: Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.courseId, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
