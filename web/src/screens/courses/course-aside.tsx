import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import { FlaskConical } from 'lucide-react';
import { Suspense } from 'react';
import { type OutlinedCourse, useCourseRefetch } from '../../api/courses.ts';
import { useRefetchWhenUnlocked } from '../../api/use-refetch-when-unlocked.ts';
import { FeedbackButton } from '../../features/feedback/feedback-button.tsx';
import { Portrait } from '../../features/instructors/portrait.tsx';
import { joined } from '../../i18n/joined.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { utcDayText } from '../../lib/moments.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { useSession } from '../../sign-in/session.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './course-aside.module.css';
import screen from './course-screen.module.css';
import { courseTexts } from './course-texts.ts';
import { RestartCourse } from './restart-course.tsx';

/** Only for those who are signed in. */
const Due = lazyComponent(
  () => import('./course-due.tsx'),
  ({ CourseDue }) => CourseDue,
);

function OwnDue({ courseId }: { courseId: string }) {
  return (
    useSession().isAuthenticated && (
      <Suspense>
        <Due courseId={courseId} />
      </Suspense>
    )
  );
}

/** Who teaches the course, what it is about, and what its labs and membership mean. */
export function CourseAside({ course }: { course: OutlinedCourse }) {
  const tenant = useTenant();
  return (
    <aside className={`${screen.aside} ${css.aside}`} aria-label={courseTexts.more}>
      {course.instructors.length > 0 && (
        <section>
          <h2>{courseTexts.instructors({ count: course.instructors.length })}</h2>
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
          <h2>{courseTexts.topics}</h2>
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
      {(course.labType || course.labProofs) && (
        <section>
          <h2>
            <FlaskConical aria-hidden="true" /> {courseTexts.labs}
          </h2>
          {course.labType === 'externalLab' ? <ExternalLab course={course} /> : <p>{courseTexts.labsToRead}</p>}
          {course.labProofs && <LabProofs proofs={course.labProofs} />}
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
      <OwnDue courseId={course.courseId} />
    </aside>
  );
}

/** When the labs of the course were proved; the oldest record counts. */
function LabProofs({ proofs: { labs, proved, provedAt } }: { proofs: NonNullable<OutlinedCourse['labProofs']> }) {
  const date = utcDayText(provedAt);
  return (
    <p>
      {proved === labs ? courseTexts.labsProved({ date }) : courseTexts.labsProvedInPart({ proved, labs, date })}{' '}
      {courseTexts.labsProvedMeans}
    </p>
  );
}

/** Link to a lab outside the academy; its address is locked content. */
function ExternalLab({ course: { slug, labUrl } }: { course: OutlinedCourse }) {
  // The page was rendered for visitors: a signed-in learner's reply contains more.
  const isAsking = useRefetchWhenUnlocked(labUrl === null ? 'auth' : null, slug, useCourseRefetch(slug));
  if (labUrl === null)
    return (
      <p>
        {courseTexts.externalLab} {!isAsking && courseTexts.externalLabLocked}
      </p>
    );
  return (
    <p>
      {joined(
        courseTexts.externalLabLink({
          link: (words) => (
            <a href={labUrl} target="_blank" rel="noopener noreferrer">
              {words}
            </a>
          ),
        }),
      )}
    </p>
  );
}
