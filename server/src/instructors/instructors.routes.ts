import type { CourseItem } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import { getInstructor, type InstructorItem, listInstructors } from '@academy/contract/instructors';
import type { CallTable } from '../calls/bind.ts';
import type { CoursesService } from '../courses/courses.service.ts';
import type { InstructorRow, InstructorsStore } from './instructors.store.ts';

export function bindInstructors(calls: CallTable, instructors: InstructorsStore, courses: CoursesService): void {
  calls.bind(listInstructors, async ({ scope }) => {
    const [rows, catalogue] = await Promise.all([instructors.all(scope.tenantId), courses.catalogue(scope.tenant)]);
    const listed = rows.filter((row) => row.status === 'live');
    return { result: listed.map((row) => present(row, taughtBy(row, catalogue.courses).length)) };
  });

  calls.bind(getInstructor, async ({ scope, query }) => {
    const [rows, catalogue] = await Promise.all([instructors.all(scope.tenantId), courses.catalogue(scope.tenant)]);
    const row = rows.find((one) => one.slug === query.slug);
    if (row === undefined) throw new AcademyError('not-found');
    const taught = taughtBy(row, catalogue.courses);
    const { coursesCount: _coursesCount, ...fields } = present(row, taught.length);
    return { ...fields, bio: row.data.bio, courses: taught };
  });
}

function taughtBy(row: InstructorRow, items: CourseItem[]): CourseItem[] {
  return items.filter((item) => item.instructors.some((one) => one.instructorId === row.id));
}

function present(row: InstructorRow, coursesCount: number): InstructorItem {
  const { bio: _bio, ...data } = row.data;
  return { instructorId: row.id, name: row.title, slug: row.slug, ...data, coursesCount };
}
