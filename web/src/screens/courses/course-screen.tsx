import type { Course } from '@academy/contract/courses';
import { formatDuration } from '@academy/contract/rules/duration';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/filters';
import { ArrowRight, BookOpen, ChartNoAxesColumnIncreasing, Clock, FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import { cachedCourse, prefetchCourse, useCourse } from '../../api/courses.ts';
import { useCourseOverlay } from '../../api/progress.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { LockPanel } from '../../features/access-lock/lock-panel.tsx';
import { firstToDo, type OutlineGroup, outlineOf } from '../../features/lesson-outline/outline-view.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { isCompleted, lessonsDoneText, lessonsText, percentOf } from '../../lib/course-progress.ts';
import { lockMessage } from '../../lib/lock-message.ts';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Tag } from '../../ui/tag.tsx';
import { urls } from '../../urls.ts';
import { CourseContents } from './course-contents.tsx';
import css from './course-screen.module.css';

type Path = '/courses/:slug';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchCourse(client, params.slug);
export const head = ({ client, params }: ScreenContext<Path>) => {
  const course = cachedCourse(client, params.slug);
  return { title: course?.title ?? 'Course', description: course?.description ?? '' };
};

/** One course: what it is, how far the learner has come, and its table of contents. */
export default function CourseScreen({ params: { slug } }: ScreenProps<Path>) {
  const course = useCourse(slug);
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const groups = useMemo(() => outlineOf(course.lessons), [course.lessons]);
  const lock = lockMessage(course.locked, isAuthenticated, tenant);
  return (
    <div className="page">
      <header className={css.hero}>
        <div className={css.words}>
          <p className={css.crumb}>
            <a href={urls.courses()}>Courses</a>
          </p>
          <h1 tabIndex={-1}>{course.title}</h1>
          <p className={css.lead}>{course.description}</p>
          <Facts course={course} groups={groups} />
          <Go course={course} groups={groups} />
        </div>
        <div className={css.art}>
          {course.thumbnail ? (
            <img src={course.thumbnail} alt="" width="640" height="400" />
          ) : (
            <CoverArt slug={course.slug} style={tenant.cover} />
          )}
        </div>
      </header>
      <div className={css.body}>
        <div>
          {course.summary && (
            <section className={css.about} aria-label="About this course">
              <Prose html={course.summary} />
            </section>
          )}
          <CourseContents groups={groups} hrefOf={(lessonSlug) => urls.lesson(course.slug, lessonSlug)} />
          {lock && <LockPanel message={lock} onLogin={goToLogin} />}
        </div>
        <Aside course={course} />
      </div>
    </div>
  );
}

function Facts({ course, groups }: { course: Course; groups: readonly OutlineGroup[] }) {
  const modules = groups.filter((group) => group.title !== null).length;
  const duration = formatDuration(course.duration);
  return (
    <ul className={css.facts}>
      {course.level && (
        <li>
          <ChartNoAxesColumnIncreasing aria-hidden="true" />
          {titleOfOption(normaliseOption(course.level))}
        </li>
      )}
      <li>
        <BookOpen aria-hidden="true" />
        {modules > 0 && `${modules} ${modules === 1 ? 'module' : 'modules'}, `}
        {lessonsText(course.lessonsCount)}
      </li>
      {duration && (
        <li>
          <Clock aria-hidden="true" />
          {duration}
        </li>
      )}
    </ul>
  );
}

/** The way in, on or out, with the ring. Its height is reserved, because progress arrives after the page. */
function Go({ course, groups }: { course: Course; groups: readonly OutlineGroup[] }) {
  const own = useCourseOverlay(course.slug)?.items[course.courseId];
  const begun = course.completedLesson > 0 || own?.continueAt != null;
  const next = own?.continueAt ?? firstToDo(groups);
  if (next === null) return <div className={css.go} />;
  if (isCompleted(course)) {
    return (
      <div className={css.go}>
        <LinkButton look="primary" href={urls.courseConclusion(course.slug)}>
          See your conclusion
        </LinkButton>
        <p className={css.done}>
          <Ring percent={100} size={28} />
          Completed
        </p>
      </div>
    );
  }
  return (
    <div className={css.go}>
      <LinkButton look="primary" href={urls.lesson(course.slug, next.slug)}>
        {begun ? 'Continue' : 'Start course'}
        <ArrowRight aria-hidden="true" />
      </LinkButton>
      {begun && (
        <p className={css.done}>
          <Ring percent={percentOf(course)} size={44} figure label={`${percentOf(course)} percent`} />
          {lessonsDoneText(course)}
        </p>
      )}
    </div>
  );
}

function Aside({ course }: { course: Course }) {
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
            <p>This course has labs. They open in a later version of the academy; their texts are here already.</p>
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
