import { getCourse, listCourses } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import { matchesFilters } from '@academy/contract/rules/filters';
import type { CallTable } from '../calls/bind.ts';
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
      categories = categories.map((one) =>
        one.categoryName === 'favorite' ? { ...one, count: merged.favoriteCount } : one,
      );
    }

    const selection = { topic: query.topic ?? [], level: query.level ?? [] };
    const narrowed = query.q !== undefined || query.topic !== undefined || query.level !== undefined;
    if (narrowed) items = items.filter((item) => matchesFilters(item, selection, query.q));
    if (query.pageSize === undefined && query.pageNumber === undefined)
      return narrowed ? { courses: items, categories, totalElements: items.length } : { courses: items, categories };
    const size = query.pageSize ?? 24;
    const from = (query.pageNumber ?? 0) * size;
    return { courses: items.slice(from, from + size), categories, totalElements: items.length };
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
