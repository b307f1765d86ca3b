import type { Instructor } from '@academy/contract/instructors';
import { cachedInstructor, prefetchInstructor, useInstructor } from '../../api/instructors.ts';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { Portrait } from '../../features/instructors/portrait.tsx';
import { OriginalNote } from '../../features/language/original-note.tsx';
import { Html } from '../../lib/html.tsx';
import { langOf } from '../../lib/lang-of.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import css from './instructor-screen.module.css';
import { instructorTexts } from './instructor-texts.ts';

type Path = '/instructors/:slug';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchInstructor(client, params.slug);
export const head = ({ client, params }: ScreenContext<Path>) => {
  const instructor = cachedInstructor(client, params.slug);
  return { title: instructor?.name ?? instructorTexts.instructor, description: instructor?.description ?? '' };
};

const PLACES = ['website', 'github', 'linkedin', 'twitter'] as const satisfies readonly (keyof Instructor)[];

/** One instructor with their courses. */
export default function InstructorScreen({ params: { slug } }: ScreenProps<Path>) {
  const instructor = useInstructor(slug);
  return (
    <div className="page">
      <header className={css.head}>
        <div className={css.portrait}>
          <Portrait instructor={instructor} />
        </div>
        <div>
          <h1 tabIndex={-1} dir="auto">
            {instructor.name}
          </h1>
          <p className={css.muted} dir="auto">
            {instructor.credentials}
          </p>
          <ul className={css.links} aria-label={instructorTexts.elsewhere}>
            {PLACES.map((place) => {
              const href = instructor[place];
              return (
                href && (
                  <li key={place}>
                    <a href={href} target="_blank" rel="noopener noreferrer">
                      {instructorTexts[place]}
                    </a>
                  </li>
                )
              );
            })}
          </ul>
        </div>
      </header>
      <OriginalNote language={instructor.language} />
      <Html className={css.bio} html={instructor.bio} lang={langOf(instructor.language)} />
      {instructor.courses.length > 0 && (
        <section className={css.courses} aria-labelledby="courses">
          <h2 id="courses">{instructorTexts.courses}</h2>
          <CourseGrid
            courses={instructor.courses}
            label={instructorTexts.coursesBy({ name: instructor.name })}
            heading="h3"
          />
        </section>
      )}
    </div>
  );
}
