import type { AssignedKind } from '@academy/contract/assignments';
import { itemPath, lessonPath } from '@academy/contract/rules/site-paths';
import type { Tenant } from '@academy/contract/tenants';
import type { ItemsStore } from '../catalogue/items.store.ts';
import type { CourseOutline, CoursesService } from '../courses/courses.service.ts';
import { scopeOf, type TenantScope } from '../values/scope.ts';

/** Names an item among all kinds. */
export const itemName = ({ kind, itemId }: { kind: AssignedKind; itemId: string }): string => `${kind}:${itemId}`;

/** An item that can be assigned, and what of the ledger it is done by. */
export interface AssignedItem {
  title: string;
  /** Path of its page. */
  path: string;
  /** Names of the lessons that count, or of the guide, as `partName` makes them. */
  parts: readonly string[];
  /** The parts by the names of their courses; of a check and a guide there are none. */
  courses: ReadonlyMap<string, readonly string[]>;
}

/** Lessons and guides have ids of their own, which may be the same. */
export type PartKind = 'lesson' | 'guide' | 'course';
export const partName = (kind: PartKind, id: string): string => `${kind} ${id}`;
const NONE: AssignedItem['courses'] = new Map();

function partsOf(outlines: readonly CourseOutline[]): Pick<AssignedItem, 'parts' | 'courses'> {
  const courses = new Map(
    outlines.map(({ course, counted }) => [
      partName('course', course.id),
      counted.map(({ lessonId }) => partName('lesson', lessonId)),
    ]),
  );
  return { parts: [...courses.values()].flat(), courses };
}

interface AssignableOptions {
  courses: Pick<CoursesService, 'catalogue' | 'outlines'>;
  items: Pick<ItemsStore, 'live'>;
}

export interface AssignedItemsOptions {
  courses: Pick<CoursesService, 'outlines' | 'coursesOfLessons'>;
  items: Pick<ItemsStore, 'byIds'>;
}

/** The items of assignments that can be opened now, by name. An item that is gone is due for nobody. */
export function assignedItems({ courses, items }: AssignedItemsOptions) {
  return async function itemsOf(
    tenantId: TenantScope,
    wanted: readonly { kind: AssignedKind; itemId: string }[],
  ): Promise<Map<string, AssignedItem>> {
    const idsOf = (kind: AssignedKind) => [
      ...new Set(wanted.filter((one) => one.kind === kind).map(({ itemId }) => itemId)),
    ];
    const checkIds = idsOf('check');
    const [paths, guides, courseOfCheck] = await Promise.all([
      items.byIds(tenantId, 'path', idsOf('path')),
      items.byIds(tenantId, 'guide', idsOf('guide')),
      checkIds.length === 0 ? new Map<string, string>() : courses.coursesOfLessons(tenantId, checkIds),
    ]);
    const coursesOf = (path: (typeof paths)[number]) => [
      ...new Set(path.data.steps.filter(({ type }) => type === 'course').map(({ id }) => id)),
    ];
    const courseIds = [...idsOf('course'), ...paths.flatMap(coursesOf), ...courseOfCheck.values()];
    const outlines =
      courseIds.length === 0 ? new Map<string, CourseOutline>() : await courses.outlines(tenantId, courseIds);
    const found = new Map<string, AssignedItem>();
    const add = (kind: AssignedKind, itemId: string, item: AssignedItem) => found.set(itemName({ kind, itemId }), item);
    for (const itemId of idsOf('course')) {
      const outline = outlines.get(itemId);
      if (outline !== undefined)
        add('course', itemId, {
          title: outline.course.title,
          path: itemPath('course', outline.course.slug),
          ...partsOf([outline]),
        });
    }
    for (const path of paths)
      add('path', path.id, {
        title: path.title,
        path: itemPath('path', path.slug),
        ...partsOf(coursesOf(path).flatMap((id) => outlines.get(id) ?? [])),
      });
    for (const { id, title, slug } of guides)
      add('guide', id, { title, path: itemPath('guide', slug), parts: [partName('guide', id)], courses: NONE });
    for (const lessonId of checkIds) {
      const outline = outlines.get(courseOfCheck.get(lessonId) ?? '');
      const row = outline?.reachable.find((one) => one.lessonId === lessonId);
      if (outline !== undefined && row?.type === 'knowledge-check')
        add('check', lessonId, {
          title: row.title,
          path: lessonPath(outline.course.slug, row.slug),
          parts: [partName('lesson', lessonId)],
          courses: NONE,
        });
    }
    return found;
  };
}

/** What of one kind can be chosen for an assignment, by title: what lists of the academy show. */
export function assignableItems({ courses, items }: AssignableOptions) {
  return async function assignable(tenant: Tenant, kind: AssignedKind, courseId: string | undefined) {
    const tenantId = scopeOf(tenant);
    const found = await (async (): Promise<{ itemId: string; title: string }[]> => {
      if (kind === 'course')
        return (await courses.catalogue(tenant)).courses.map((one) => ({ itemId: one.courseId, title: one.title }));
      if (kind !== 'check') return (await items.live(tenantId, kind)).map(({ id, title }) => ({ itemId: id, title }));
      const outline = (await courses.outlines(tenantId, courseId === undefined ? [] : [courseId])).get(courseId ?? '');
      return (outline?.listed ?? [])
        .filter(({ type }) => type === 'knowledge-check')
        .map(({ lessonId, title }) => ({ itemId: lessonId, title }));
    })();
    return found.sort((a, b) => a.title.localeCompare(b.title));
  };
}
