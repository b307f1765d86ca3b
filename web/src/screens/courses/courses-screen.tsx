import { courseList } from '../../api/courses.ts';
import { prefetchList, statusOfList, useListReady } from '../../api/list-reads.ts';
import { filtersOf } from '../../list-views/list-filters.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { courseTexts } from './course-texts.ts';
import { CoursesList } from './courses-list.tsx';

const CATEGORIES = ['topic', 'level', 'progress', 'favorite'];

export const prefetch = ({ client, search }: ScreenContext<'/courses'>) =>
  prefetchList(client, courseList, filtersOf(search, CATEGORIES));
export const status = ({ client, search }: ScreenContext<'/courses'>) =>
  statusOfList(client, courseList, filtersOf(search, CATEGORIES));
export const head = ({ tenant, search }: ScreenContext<'/courses'>) => {
  const { page } = filtersOf(search, []);
  return {
    title: page > 1 ? courseTexts.coursesPage({ page }) : courseTexts.courses,
    description: tenant.sections.courses.text,
  };
};

/** The catalogue: filters are kept in the address, so a selection can be shared. */
export default function CoursesScreen({ search }: ScreenProps<'/courses'>) {
  useListReady(courseList, filtersOf(search, CATEGORIES));
  return (
    <div className="page">
      <CoursesList search={search} categories={CATEGORIES} />
    </div>
  );
}
