import { instructorList } from '../../api/instructors.ts';
import { prefetchList, statusOfList, useListReady } from '../../api/list-reads.ts';
import { filtersOf } from '../../list-views/list-filters.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { instructorTexts } from './instructor-texts.ts';
import { InstructorsList } from './instructors-list.tsx';

const CATEGORIES = [] as const;

export const prefetch = ({ client, search }: ScreenContext<'/instructors'>) =>
  prefetchList(client, instructorList, filtersOf(search, CATEGORIES));
export const status = ({ client, search }: ScreenContext<'/instructors'>) =>
  statusOfList(client, instructorList, filtersOf(search, CATEGORIES));
export const head = ({ tenant, search }: ScreenContext<'/instructors'>) => {
  const { page } = filtersOf(search, []);
  return {
    title: page > 1 ? instructorTexts.instructorsPage({ page }) : instructorTexts.instructors,
    description: tenant.sections.instructors.text,
  };
};

/** The people who wrote the courses. */
export default function InstructorsScreen({ search }: ScreenProps<'/instructors'>) {
  useListReady(instructorList, filtersOf(search, CATEGORIES));
  return (
    <div className="page">
      <InstructorsList search={search} categories={CATEGORIES} />
    </div>
  );
}
