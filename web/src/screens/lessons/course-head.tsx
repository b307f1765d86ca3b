import { lessonsDoneText, needProText, percentOf, reachPercentOf } from '../../catalogue/course-progress.ts';
import { urls } from '../../navigation/urls.ts';
import { Ring } from '../../ui/ring.tsx';
import css from './lesson-screen.module.css';

interface CourseHeadProps {
  slug: string;
  title: string;
  counts: { completedLesson: number; lessonsCount: number; proLessons: number };
}

/** The course above its outline, with the ring. */
export function CourseHead({ slug, title, counts }: CourseHeadProps) {
  return (
    <div className={css.course}>
      <Ring percent={percentOf(counts)} reach={reachPercentOf(counts)} size={40} figure />
      <div>
        <a href={urls.course(slug)} dir="auto">
          {title}
        </a>
        <small>
          {lessonsDoneText(counts)}
          {counts.proLessons > 0 && ` · ${needProText(counts.proLessons)}`}
        </small>
      </div>
    </div>
  );
}
