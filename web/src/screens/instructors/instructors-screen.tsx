import { prefetchInstructors, useInstructors } from '../../api/instructors.ts';
import { Portrait } from '../../features/instructor/portrait.tsx';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext } from '../../lib/screen.ts';
import { urls } from '../../urls.ts';
import css from './instructors-screen.module.css';

export const prefetch = ({ client }: ScreenContext) => prefetchInstructors(client);
export const head = ({ tenant }: ScreenContext) => ({
  title: 'Instructors',
  description: tenant.sections.instructors.text,
});

/** The people who wrote the courses. */
export default function InstructorsScreen() {
  const instructors = useInstructors();
  const { misconfigurationNotice } = useTenant();
  return (
    <div className="page">
      <SectionBanner kind="instructors" />
      {instructors.length === 0 && (
        <p role="status">{misconfigurationNotice ?? 'The first instructors will introduce themselves here soon.'}</p>
      )}
      <ul className={css.list} aria-label="Instructors">
        {instructors.map((one) => (
          <li key={one.instructorId} className={css.one}>
            <Portrait instructor={one} />
            <div>
              <h2>
                <a href={urls.instructor(one.slug)}>{one.name}</a>
              </h2>
              <p className={css.muted}>{one.credentials}</p>
              <p className={css.text}>{one.description}</p>
              <p className={css.muted}>{one.coursesCount === 1 ? '1 course' : `${one.coursesCount} courses`}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
