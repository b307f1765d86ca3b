import { useOverlay } from '../../api/progress.ts';
import { useWhatNext } from '../../catalogue/what-next.ts';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { joined } from '../../i18n/joined.ts';
import { urls } from '../../navigation/urls.ts';
import { mergeCourseItem } from '../../overlay/overlay.ts';
import { courseTexts } from './course-texts.ts';
import css from './what-next.module.css';

/** After a completed course: the next one of its learning path, or others on its topics. */
export function WhatNext({ courseSlug }: { courseSlug: string }) {
  const next = useWhatNext(courseSlug);
  const overlay = useOverlay('courses');
  if (next === null) return null;
  const { path } = next;
  // A changed favorite is shown by the overlay.
  const courses = overlay ? next.courses.map((one) => mergeCourseItem(one, overlay)) : next.courses;
  return (
    <section className={css.next} aria-labelledby="what-next">
      <h2 id="what-next">{courseTexts.whatNext}</h2>
      {path !== null && (
        <p className={css.why}>
          {joined(
            courseTexts.nextOfPath({
              path: path.title,
              link: (words) => (
                <a href={urls.learningPath(path.slug)} dir="auto">
                  {words}
                </a>
              ),
            }),
          )}
        </p>
      )}
      <CourseGrid courses={courses} label={courseTexts.whatNext} heading="h3" />
    </section>
  );
}
