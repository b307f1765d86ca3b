import { useOverlay } from '../../api/progress.ts';
import { useWhatNext } from '../../catalogue/what-next.ts';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { urls } from '../../navigation/urls.ts';
import { mergeCourseItem } from '../../progress/overlay.ts';
import css from './what-next.module.css';

/** After a completed course: the next one of its learning path, or others on its topics. */
export function WhatNext({ courseSlug }: { courseSlug: string }) {
  const next = useWhatNext(courseSlug);
  const overlay = useOverlay('courses');
  if (next === null) return null;
  // A changed favorite is shown by the overlay.
  const courses = overlay ? next.courses.map((one) => mergeCourseItem(one, overlay)) : next.courses;
  return (
    <section className={css.next} aria-labelledby="what-next">
      <h2 id="what-next">What to learn next</h2>
      {next.path !== null && (
        <p className={css.why}>
          The next course of{' '}
          <a href={urls.learningPath(next.path.slug)} dir="auto">
            {next.path.title}
          </a>
        </p>
      )}
      <CourseGrid courses={courses} label="What to learn next" heading="h3" />
    </section>
  );
}
