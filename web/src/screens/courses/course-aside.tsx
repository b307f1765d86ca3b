import type { Course } from '@academy/contract/courses';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import { FlaskConical } from 'lucide-react';
import { useCourseRefetch } from '../../api/courses.ts';
import { useRefetchWhenUnlocked } from '../../api/use-refetch-when-unlocked.ts';
import { FeedbackButton } from '../../features/feedback/feedback-button.tsx';
import { Portrait } from '../../features/instructors/portrait.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './course-aside.module.css';
import screen from './course-screen.module.css';
import { RestartCourse } from './restart-course.tsx';

/** Who teaches the course, what it is about, and what its labs and membership mean. */
export function CourseAside({ course }: { course: Course }) {
  const tenant = useTenant();
  return (
    <aside className={`${screen.aside} ${css.aside}`} aria-label="More about this course">
      {course.instructors.length > 0 && (
        <section>
          <h2>{course.instructors.length === 1 ? 'Instructor' : 'Instructors'}</h2>
          <ul className={css.teachers}>
            {course.instructors.map((one) => (
              <li key={one.instructorId} className={css.teacher}>
                <Portrait instructor={one} />
                <span>
                  <a href={urls.instructor(one.slug)} dir="auto">
                    {one.name}
                  </a>
                  {one.credentials && <small dir="auto">{one.credentials}</small>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {course.topic.length > 0 && (
        <section>
          <h2>Topics</h2>
          <ul className={screen.topics}>
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
          {course.labType === 'externalLab' ? (
            <ExternalLab course={course} />
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
      <FeedbackButton type="course" id={course.courseId} courseId={course.courseId} />
      {/* The last, because it comes with the learner's own state and must move nothing. */}
      <RestartCourse course={course} />
    </aside>
  );
}

/** Link to a lab outside the academy; its address is locked content. */
function ExternalLab({ course }: { course: Course }) {
  // The page was rendered for visitors: a signed-in learner's reply contains more.
  const isAsking = useRefetchWhenUnlocked(
    course.labUrl === null ? 'auth' : null,
    course.slug,
    useCourseRefetch(course.slug),
  );
  if (course.labUrl === null)
    return <p>The lab of this course is outside the academy. {!isAsking && 'It opens with the course.'}</p>;
  return (
    <p>
      The lab of this course is outside the academy:{' '}
      <a href={course.labUrl} target="_blank" rel="noopener noreferrer">
        open the lab in a new tab
      </a>
    </p>
  );
}
