import type { CourseItem } from '@academy/contract/courses';
import { TEXTS } from '@academy/contract/errors';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMyCourses } from '../../api/courses.ts';
import { useMe } from '../../api/people.ts';
import { useOverlay } from '../../api/progress.ts';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { lessonsDoneText, percentOf } from '../../lib/course-progress.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { urls } from '../../urls.ts';
import css from './dashboard.late.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Greeting } from './greeting.tsx';

/** Home for a signed-in learner: go on where you left off, my courses, favourites. */
export function Dashboard() {
  const me = useMe();
  const mine = useMyCourses();
  if (mine === null) return <DashboardSkeleton />;
  const { inProgress, completed, favorites } = mine;
  const [latest] = inProgress;
  return (
    <>
      <Greeting name={me?.firstName} />
      {latest && <Resume course={latest} />}
      <section className={css.section} id="my-courses" aria-labelledby="my-courses-title">
        <h2 id="my-courses-title">My courses</h2>
        {inProgress.length + completed.length === 0 && <Empty title={TEXTS.noCourses} text={TEXTS.noCoursesHint} />}
        {inProgress.length > 0 && (
          <>
            <h3>In progress</h3>
            <CourseGrid courses={inProgress} label="Courses in progress" heading="h3" />
          </>
        )}
        {completed.length > 0 && (
          <>
            <h3>Completed</h3>
            <CourseGrid courses={completed} label="Completed courses" heading="h3" />
          </>
        )}
      </section>
      <section className={css.section} id="favorites" aria-labelledby="favorites-title">
        <h2 id="favorites-title">Favorites</h2>
        {favorites.length === 0 ? (
          <Empty title={TEXTS.noFavorites} text="Browse our courses and keep the ones you like here." />
        ) : (
          <CourseGrid courses={favorites} label="Favorite courses" heading="h3" />
        )}
      </section>
    </>
  );
}

/** The lesson that was open last, one click away. */
function Resume({ course }: { course: CourseItem }) {
  const tenant = useTenant();
  const next = useOverlay('courses')?.items[course.courseId]?.continueAt;
  return (
    <section className={css.resume} aria-label="Continue where you left off">
      <div className={css.resumeArt}>
        <CoverArt slug={course.slug} style={tenant.cover} />
      </div>
      <div className={css.resumeText}>
        <p className={css.muted}>Continue where you left off</p>
        <h2>{next?.title ?? course.title}</h2>
        {next && <p className={css.muted}>{course.title}</p>}
        <progress className={css.bar} max="100" value={percentOf(course)} aria-label={`Progress in ${course.title}`} />
        <p className={css.muted}>{lessonsDoneText(course)}</p>
        <LinkButton look="primary" href={next ? urls.lesson(course.slug, next.slug) : urls.course(course.slug)}>
          Continue
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      </div>
    </section>
  );
}

function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={css.empty}>
      <svg
        viewBox="0 0 140 84"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M70 72C58 60 36 58 14 62V18c22-4 44-2 56 10 12-12 34-14 56-10v44c-22-4-44-2-56 10ZM70 28v44" />
        <path d="M30 32c10-1 18 1 26 5M30 44c10-1 18 1 26 5M84 37c8-4 16-6 26-5M84 49c8-4 16-6 26-5" opacity="0.4" />
      </svg>
      <h3>{title}</h3>
      <p className={css.muted}>{text}</p>
      {children ?? (
        <LinkButton look="primary" href={urls.courses()}>
          Browse courses
        </LinkButton>
      )}
    </div>
  );
}
