import { ArrowRight } from 'lucide-react';
import { continueUrl } from '../../api/progress.ts';
import { lessonsDoneText, percentOf } from '../../catalogue/course-progress.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './dashboard.module.css';
import type { OwnCourse } from './dashboard-data.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { EntryArt } from './entry-art.tsx';
import { timeLeftText } from './time-left-text.ts';

/** The lesson that was open last, one click away. */
export function Resume({ latest }: { latest: OwnCourse }) {
  const { course, continueAt } = latest;
  const left = timeLeftText(latest);
  return (
    <section className={css.resume} aria-label={dashboardTexts.resumeTitle}>
      <div className={css.resumeArt}>
        <EntryArt thumbnail={course.thumbnail} slug={course.slug} />
      </div>
      <div className={css.resumeText}>
        <p className={css.muted}>{dashboardTexts.resumeTitle}</p>
        <h2 dir="auto">{continueAt?.title ?? course.title}</h2>
        {continueAt && (
          <p className={css.muted} dir="auto">
            {course.title}
          </p>
        )}
        <progress
          className={css.bar}
          max="100"
          value={percentOf(course)}
          aria-label={dashboardTexts.progressIn({ course: course.title })}
        />
        <p className={css.muted}>{[lessonsDoneText(course), left].filter(Boolean).join(' · ')}</p>
        <LinkButton
          look="primary"
          href={continueAt ? continueUrl(course.slug, continueAt.slug) : urls.course(course.slug)}
        >
          {dashboardTexts.resume}
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      </div>
    </section>
  );
}
