import { formatDuration } from '@academy/contract/rules/duration';
import { BookOpen, ChevronDown, FlaskConical, ListChecks, Play } from 'lucide-react';
import { startTransition, useEffect, useRef } from 'react';
import { lessonsText, needProText } from '../../catalogue/course-progress.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { LessonMark } from '../../features/lesson-outline/lesson-mark.tsx';
import { outlineTexts } from '../../features/lesson-outline/outline-texts.ts';
import {
  lessonsIn,
  type OutlineGroup,
  type OutlineLesson,
  proLessonsIn,
  renderedLessons,
} from '../../features/lesson-outline/outline-view.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { Ring } from '../../ui/ring.tsx';
import css from './course-contents.module.css';
import screen from './course-screen.module.css';
import { courseTexts } from './course-texts.ts';
import { useOpenModules } from './open-modules.ts';

interface CourseContentsProps {
  groups: readonly OutlineGroup[];
  hrefOf: (lessonSlug: string) => string;
  /** The lesson to continue with; null for visitors. */
  nextSlug: string | null;
  /** Labs of the course open outside the academy. */
  labsOutside: boolean;
}

/** The table of contents: numbered modules that fold, their lessons with marks, locks and times. */
export function CourseContents({ groups, hrefOf, nextSlug, labsOutside }: CourseContentsProps) {
  const modules = groups.filter((group) => group.title !== null);
  const { open, choose } = useOpenModules(groups, nextSlug);
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was opened or closed before hydration
  useEffect(() => {
    const shown = [...(list.current?.querySelectorAll('details') ?? [])].map((details) => details.open);
    if (modules.some((group, at) => shown[at] !== open.includes(group.key)))
      choose(modules.filter((_, at) => shown[at]).map((group) => group.key));
  }, []);
  const allOpen = modules.every((group) => open.includes(group.key));
  const total = lessonsIn(groups);
  const lessons = (group: OutlineGroup, isOpen = true) => (
    <Lessons
      lessons={renderedLessons(group, isOpen, total)}
      all={group.lessons.length}
      hrefOf={hrefOf}
      labsOutside={labsOutside}
    />
  );
  // Hundreds of rows: in a transition the page answers meanwhile.
  const chooseAll = () => startTransition(() => choose(allOpen ? [] : modules.map((group) => group.key)));
  return (
    <section ref={list} className={css.contents} aria-labelledby="contents">
      <div className={screen.head}>
        <h2 id="contents">{courseTexts.contents}</h2>
        {modules.length > 0 && (
          <Button look="quiet" onClick={chooseAll}>
            {allOpen ? courseTexts.collapseAll : courseTexts.expandAll}
          </Button>
        )}
      </div>
      {total === 0 && <p>{courseTexts.noLessons}</p>}
      {groups.map((group) => {
        const isOpen = open.includes(group.key);
        const proLessons = proLessonsIn(group.lessons);
        return group.title === null ? (
          <div key={group.key} className={css.module}>
            {lessons(group)}
          </div>
        ) : (
          <details
            key={group.key}
            className={css.module}
            open={isOpen}
            onToggle={({ currentTarget }) => {
              if (currentTarget.open !== isOpen)
                choose([...open.filter((key) => key !== group.key), ...(currentTarget.open ? [group.key] : [])]);
            }}
          >
            <summary className={css.summary}>
              <span className={css.number}>{group.moduleNumber}</span>
              <span className={css.title}>
                <h3 dir="auto">{group.title}</h3>
                <span className={css.meta}>
                  {lessonsText(group.lessons.length)}
                  {group.duration > 0 && ` · ${formatDuration(group.duration)}`}
                  {proLessons > 0 && ` · ${needProText(proLessons)}`}
                </span>
              </span>
              {group.lessons.length > 0 && (
                <Ring
                  size={22}
                  percent={(group.done / group.lessons.length) * 100}
                  reach={(1 - proLessons / group.lessons.length) * 100}
                  label={courseTexts.moduleDone({ done: group.done, total: group.lessons.length })}
                />
              )}
              <ChevronDown className={css.chevron} aria-hidden="true" />
            </summary>
            {lessons(group, isOpen)}
          </details>
        );
      })}
    </section>
  );
}

const ICONS: Partial<Record<OutlineLesson['type'], typeof Play>> = {
  lab: FlaskConical,
  video: Play,
  'knowledge-check': ListChecks,
};

/** What a lesson is called in the outline; an article needs no name. */
function kindOf(type: OutlineLesson['type'], labsOutside: boolean): string | null {
  if (type === 'lab' && labsOutside) return courseTexts.labOutside;
  return type === 'lab' || type === 'video' || type === 'knowledge-check' ? courseTexts[type] : null;
}

interface LessonsProps {
  lessons: readonly OutlineLesson[];
  /** How many lessons the group has. */
  all: number;
  hrefOf: (lessonSlug: string) => string;
  labsOutside: boolean;
}

function Lessons({ lessons, all, hrefOf, labsOutside }: LessonsProps) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  return (
    <ol className={css.lessons}>
      {lessons.map((lesson) => {
        const { lessonId, type } = lesson;
        const Icon = ICONS[type] ?? BookOpen;
        const kind = kindOf(type, labsOutside);
        const lock = lesson.done ? null : lockMessage(lesson.locked, isAuthenticated, tenant);
        return (
          <li key={lessonId}>
            <a className={css.lesson} href={hrefOf(lesson.slug)}>
              <LessonMark lesson={lesson} />
              <span className={css.name}>
                <Icon aria-hidden="true" />
                <span dir="auto">{lesson.title}</span>
                {kind && <small>{kind}</small>}
                {lock && <small>{lock.word}</small>}
              </span>
              <span className={css.time}>{formatDuration(lesson.duration)}</span>
            </a>
          </li>
        );
      })}
      {lessons.length < all && <li className={css.more}>{outlineTexts.more({ count: all - lessons.length })}</li>}
    </ol>
  );
}
