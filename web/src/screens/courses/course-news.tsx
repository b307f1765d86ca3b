import { formatDuration } from '@academy/contract/rules/duration';
import { urls } from '../../navigation/urls.ts';
import type { LessonRow } from '../../overlay/lesson-row.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './course-news.module.css';
import { courseNewsTexts } from './course-news-texts.ts';

interface CourseNewsProps {
  courseSlug: string;
  /** Those that came or changed since the learner finished the course. */
  lessons: readonly LessonRow[];
}

/** What a learner who has finished a course finds new in it. */
export function CourseNews({ courseSlug, lessons }: CourseNewsProps) {
  return (
    <section className={`${css.news} no-print`} aria-labelledby="course-news">
      <h2 id="course-news">{courseNewsTexts.title}</h2>
      <p>{courseNewsTexts.stays}</p>
      <ul>
        {lessons.map(({ lessonId, slug, title, duration, news }) => (
          <li key={lessonId}>
            <a href={urls.lesson(courseSlug, slug)} dir="auto">
              {title}
            </a>
            <Tag>{news === 'new' ? courseNewsTexts.isNew : courseNewsTexts.isChanged}</Tag>
            {duration > 0 && <small>{formatDuration(duration)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
