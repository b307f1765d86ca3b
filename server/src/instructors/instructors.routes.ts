import type { CourseItem } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import { getInstructor, type InstructorItem, listInstructors } from '@academy/contract/instructors';
import type { Tenant } from '@academy/contract/tenants';
import type { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { filteredPage } from '../catalogue/filtered-page.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import type { Scope } from '../values/scope.ts';
import type { InstructorRow, InstructorsStore } from './instructors.store.ts';

/** An instructor with the fields that lists filter by. */
interface Listed {
  item: InstructorItem;
  title: string;
  description: string;
  topic: string[];
  level: null;
  publishedAt: string;
  duration: number;
}

export function bindInstructors(
  calls: CallTable,
  instructors: InstructorsStore,
  courses: { catalogue(tenant: Tenant): Promise<{ courses: CourseItem[] }> },
  versions: ReadVersions,
): void {
  const lists = versionedCache<Listed[]>(versions);
  const listOf = ({ tenant, tenantId }: Scope) =>
    lists(tenantId, 'instructors', async () => {
      const [rows, catalogue] = await Promise.all([instructors.all(tenantId), courses.catalogue(tenant)]);
      const taught = new Map<string, number>();
      for (const { instructors: teachers } of catalogue.courses)
        for (const { instructorId } of teachers) taught.set(instructorId, (taught.get(instructorId) ?? 0) + 1);
      return rows.filter((row) => row.status === 'live').map((row) => listed(present(row, taught.get(row.id) ?? 0)));
    });

  calls.bind(listInstructors, async ({ scope, query }) => {
    const { items, total } = filteredPage(await listOf(scope), query, null);
    return { result: items.map(({ item }) => item), ...total };
  });

  calls.bind(getInstructor, async ({ scope, query }) => {
    const [rows, catalogue] = await Promise.all([instructors.all(scope.tenantId), courses.catalogue(scope.tenant)]);
    const row = rows.find((one) => one.slug === query.slug);
    if (row === undefined) throw new AcademyError('not-found');
    const taught = taughtBy(row, catalogue.courses);
    const { coursesCount: _coursesCount, ...fields } = present(row, taught.length);
    return { ...fields, status: row.status, language: row.language, bio: row.data.bio, courses: taught };
  });
}

const listed = (item: InstructorItem): Listed => ({
  item,
  title: item.name,
  description: `${item.credentials} ${item.description}`,
  topic: [],
  level: null,
  publishedAt: '',
  duration: 0,
});

function taughtBy(row: InstructorRow, items: CourseItem[]): CourseItem[] {
  return items.filter((item) => item.instructors.some((one) => one.instructorId === row.id));
}

function present(row: InstructorRow, coursesCount: number): InstructorItem {
  const { bio: _bio, ...data } = row.data;
  return { instructorId: row.id, name: row.title, slug: row.slug, ...data, coursesCount };
}
