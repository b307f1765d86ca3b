import type { Instructor } from '@academy/contract/instructors';
import { cachedInstructor, prefetchInstructor, useInstructor } from '../../api/instructors.ts';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { Portrait } from '../../features/instructors/portrait.tsx';
import { Html } from '../../lib/html.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import css from './instructor-screen.module.css';

type Path = '/instructors/:slug';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchInstructor(client, params.slug);
export const head = ({ client, params }: ScreenContext<Path>) => {
  const instructor = cachedInstructor(client, params.slug);
  return { title: instructor?.name ?? 'Instructor', description: instructor?.description ?? '' };
};

const PLACES = [
  ['website', 'Website'],
  ['github', 'GitHub'],
  ['linkedin', 'LinkedIn'],
  ['twitter', 'X'],
] as const satisfies readonly (readonly [keyof Instructor, string])[];

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
          <ul className={css.links} aria-label="Elsewhere">
            {PLACES.map(([place, title]) => {
              const href = instructor[place];
              return (
                href && (
                  <li key={place}>
                    <a href={href} target="_blank" rel="noopener noreferrer">
                      {title}
                    </a>
                  </li>
                )
              );
            })}
          </ul>
        </div>
      </header>
      <Html className={css.bio} html={instructor.bio} />
      {instructor.courses.length > 0 && (
        <section className={css.courses} aria-labelledby="courses">
          <h2 id="courses">Courses</h2>
          <CourseGrid courses={instructor.courses} label={`Courses by ${instructor.name}`} heading="h3" />
        </section>
      )}
    </div>
  );
}
