import type { InstructorItem } from '@academy/contract/instructors';
import { instructorList } from '../../api/instructors.ts';
import { Portrait } from '../../features/instructors/portrait.tsx';
import { ListPage } from '../../features/lists/list-page.tsx';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { urls } from '../../navigation/urls.ts';
import { instructorListTexts } from './instructor-list-texts.ts';
import { instructorTexts } from './instructor-texts.ts';
import css from './instructors-screen.module.css';

const COMPARABLE = {
  idOf: (one: InstructorItem) => one.instructorId,
  entryOf: (one: InstructorItem) => ({
    title: one.name,
    description: `${one.credentials} ${one.description}`,
    topic: [],
    level: null,
    publishedAt: '',
    duration: 0,
  }),
};

/** The instructors with a search. */
export function InstructorsList({ search, categories }: { search: URLSearchParams; categories: readonly string[] }) {
  return (
    <>
      <SectionBanner kind="instructors" />
      <ListPage
        listing={instructorList}
        comparable={COMPARABLE}
        learner={null}
        search={search}
        categories={categories}
        sorts={[]}
        words={instructorListTexts}
        urlOf={urls.instructors}
      >
        {(instructors) => (
          <ul className={css.list} aria-label={instructorTexts.instructors}>
            {instructors.map((one) => (
              <li key={one.instructorId} className={css.one}>
                <Portrait instructor={one} />
                <div>
                  <h2 dir="auto">
                    <a href={urls.instructor(one.slug)}>{one.name}</a>
                  </h2>
                  <p className={css.muted} dir="auto">
                    {one.credentials}
                  </p>
                  <p className={css.text} dir="auto">
                    {one.description}
                  </p>
                  {one.coursesCount > 0 && (
                    <p className={css.muted}>{instructorTexts.coursesCount({ count: one.coursesCount })}</p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </ListPage>
    </>
  );
}
