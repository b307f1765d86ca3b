import { matchesFilters } from '@academy/contract/rules/filters';
import { useMemo } from 'react';
import { prefetchCourses, useCourses } from '../../api/courses.ts';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { EmptyList } from '../../features/empty-list/empty-list.tsx';
import { FilterPanel } from '../../features/filters/filter-panel.tsx';
import {
  chosenCount,
  filtersOf,
  type ListFilters,
  searchOf,
  withToggled,
} from '../../features/filters/filter-search.ts';
import { ListPage } from '../../features/lists/list-page.tsx';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { navigate } from '../../lib/location.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import css from './courses-screen.module.css';

const CATEGORIES = ['topic', 'level', 'progress', 'favorite'];

export const prefetch = ({ client }: ScreenContext<'/courses'>) => prefetchCourses(client);
export const head = ({ tenant }: ScreenContext<'/courses'>) => ({
  title: 'Courses',
  description: tenant.sections.courses.text,
});

const show = (filters: ListFilters) => navigate(urls.courses(searchOf(filters)), { replace: true });

/** The catalogue: filters and search live in the address, so a selection can be sent to somebody. */
export default function CoursesScreen({ search }: ScreenProps<'/courses'>) {
  const { courses, categories } = useCourses();
  const filters = useMemo(() => filtersOf(search, CATEGORIES), [search]);
  const found = useMemo(
    () => courses.filter((course) => matchesFilters(course, filters.selection, filters.text)),
    [courses, filters],
  );
  const narrowed = chosenCount(filters.selection) > 0 || filters.text !== '';
  return (
    <div className="page">
      <SectionBanner kind="courses" />
      {courses.length === 0 ? (
        <NothingYet />
      ) : (
        <ListPage
          things="courses"
          text={filters.text}
          filterPanel={
            <FilterPanel
              categories={categories}
              selection={filters.selection}
              onToggle={(category, option) => show(withToggled(filters, category, option))}
            />
          }
          onSearch={(text) => show({ ...filters, text })}
          count={`${found.length === 1 ? '1 course' : `${found.length} courses`}${narrowed ? ` of ${courses.length}` : ''}`}
        >
          {found.length > 0 ? (
            <CourseGrid courses={found} label="Courses" />
          ) : (
            <EmptyList title="No course fits this choice">
              <p>Take a filter away, or look for another word.</p>
              <Button onClick={() => show({ selection: {}, text: '' })}>Show all courses</Button>
            </EmptyList>
          )}
          <RequestNote />
        </ListPage>
      )}
    </div>
  );
}

function RequestNote() {
  const { title, text, link } = useTenant().courseRequestNote;
  return (
    <aside className={css.note} aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      <LinkButton href={link.href}>{link.title}</LinkButton>
    </aside>
  );
}

function NothingYet() {
  const { misconfigurationNotice } = useTenant();
  return (
    <EmptyList title="No courses here yet" live>
      <p>{misconfigurationNotice ?? 'The first courses are on their way. Please come back soon.'}</p>
    </EmptyList>
  );
}
