import { matchesFilters } from '@academy/contract/rules/filters';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { prefetchCourses, useCourses } from '../../api/courses.ts';
import { CourseGrid } from '../../features/course-card/course-grid.tsx';
import { FilterPanel } from '../../features/filters/filter-panel.tsx';
import {
  chosenCount,
  filtersOf,
  type ListFilters,
  searchOf,
  withToggled,
} from '../../features/filters/filter-search.ts';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { navigate } from '../../lib/location.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import css from './courses-screen.module.css';

const CATEGORIES = ['topic', 'level', 'progress', 'favorite'];
/** Typing rests this long before the address follows, ms. */
const TYPING_REST_MS = 250;

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
        <div className={css.body}>
          <div className={css.filters}>
            <FilterPanel
              categories={categories}
              selection={filters.selection}
              onToggle={(category, option) => show(withToggled(filters, category, option))}
            />
          </div>
          <section aria-label="Results">
            <div className={css.tools}>
              <SearchBox text={filters.text} onChange={(text) => show({ ...filters, text })} />
              <p className={css.count} role="status">
                {found.length === 1 ? '1 course' : `${found.length} courses`}
                {narrowed && ` of ${courses.length}`}
              </p>
            </div>
            {found.length > 0 ? (
              <CourseGrid courses={found} label="Courses" />
            ) : (
              <div className={css.none}>
                <h2>No course fits this choice</h2>
                <p>Take a filter away, or look for another word.</p>
                <Button onClick={() => show({ selection: {}, text: '' })}>Show all courses</Button>
              </div>
            )}
            <RequestNote />
          </section>
        </div>
      )}
    </div>
  );
}

function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [{ typed, sent, seen }, set] = useState({ typed: text, sent: text, seen: text });
  // The address may change without typing (Back, the button that clears everything); what was sent from here comes back
  // late and must not overwrite what has been typed since.
  if (seen !== text) set(text === sent ? { typed, sent, seen: text } : { typed: text, sent: text, seen: text });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      set((before) => ({ ...before, sent: wanted }));
      onChange(wanted);
    }, TYPING_REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className={css.search}>
      <Search aria-hidden="true" />
      <input
        type="search"
        aria-label="Search courses"
        placeholder="Search courses"
        maxLength={200}
        value={typed}
        onChange={({ target }) => set((before) => ({ ...before, typed: target.value }))}
      />
    </search>
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
    <div className={css.none} role="status">
      <h2>No courses here yet</h2>
      <p>{misconfigurationNotice ?? 'The first courses are on their way. Please come back soon.'}</p>
    </div>
  );
}
