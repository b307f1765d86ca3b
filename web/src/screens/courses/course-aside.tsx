import type { Course } from '@academy/contract/courses';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import { FlaskConical } from 'lucide-react';
import { useTenant } from '../../lib/runtime.tsx';
import { Tag } from '../../ui/tag.tsx';
import { urls } from '../../urls.ts';
import css from './course-screen.module.css';

/** Who teaches the course, what it is about, and what its labs and membership mean. */
export function CourseAside({ course }: { course: Course }) {
  const tenant = useTenant();
  return (
    <aside className={css.aside} aria-label="More about this course">
      {course.instructors.length > 0 && (
        <section>
          <h2>{course.instructors.length === 1 ? 'Instructor' : 'Instructors'}</h2>
          <ul className={css.topics}>
            {course.instructors.map((one) => (
              <li key={one.instructorId}>
                <a href={urls.instructor(one.slug)}>{one.name}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {course.topic.length > 0 && (
        <section>
          <h2>Topics</h2>
          <ul className={css.topics}>
            {course.topic.map((topic) => (
              <li key={topic}>
                <a href={urls.courses({ topic: normaliseOption(topic) })}>
                  <Tag>{titleOfOption(normaliseOption(topic), tenant.topicNames)}</Tag>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {course.labType && (
        <section>
          <h2>
            <FlaskConical aria-hidden="true" /> Labs
          </h2>
          {course.labType === 'externalLab' && course.labUrl ? (
            <p>
              The lab of this course opens outside the academy:{' '}
              <a href={course.labUrl} target="_blank" rel="noopener noreferrer">
                open the lab
              </a>
              .
            </p>
          ) : (
            <p>This course has labs. Their pages are here to read and to follow.</p>
          )}
        </section>
      )}
      {course.isPro && (
        <section>
          <h2>{tenant.pro.title}</h2>
          <p>{tenant.pro.text}</p>
        </section>
      )}
    </aside>
  );
}
