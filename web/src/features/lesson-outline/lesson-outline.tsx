import { formatDuration } from '@academy/contract/rules/duration';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LessonMark } from './lesson-mark.tsx';
import css from './lesson-outline.module.css';
import { outlineTexts } from './outline-texts.ts';
import { groupOf, lessonsIn, type OutlineGroup, type OutlineLesson, renderedLessons } from './outline-view.ts';

interface LessonOutlineProps {
  groups: readonly OutlineGroup[];
  /** Slug of the lesson on the screen. */
  current: string;
  hrefOf: (lessonSlug: string) => string;
}

/** The course beside a lesson: modules fold, the module of the current lesson is open and the lesson in view. */
export function LessonOutline({ groups, current, hrefOf }: LessonOutlineProps) {
  const here = groupOf(groups, current)?.key;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new lesson is the reason to look for the mark again
  useEffect(() => {
    const mark = list.current?.querySelector('[aria-current]');
    const frame = list.current?.closest('[data-scroll], dialog');
    if (!mark || !frame) return;
    const a = mark.getBoundingClientRect();
    const b = frame.getBoundingClientRect();
    if (a.top >= b.top && a.bottom <= b.bottom) return;
    // Of a dialog the body scrolls.
    if (frame.localName === 'dialog') mark.scrollIntoView({ block: 'center' });
    else frame.scrollTop += a.top - b.top - b.height / 3;
  }, [current]);
  const total = lessonsIn(groups);
  return (
    <div ref={list}>
      {groups.map((group) => {
        const lessons = (isOpen: boolean) => (
          <Lessons
            lessons={renderedLessons(group, isOpen, total)}
            all={group.lessons.length}
            current={current}
            hrefOf={hrefOf}
          />
        );
        return group.title === null ? (
          <div key={group.key} className={css.group}>
            {lessons(true)}
          </div>
        ) : (
          <Module key={`${group.key} ${group.key === here}`} group={group} isHere={group.key === here}>
            {lessons}
          </Module>
        );
      })}
    </div>
  );
}

interface ModuleProps {
  group: OutlineGroup;
  /** It holds the lesson on the screen. */
  isHere: boolean;
  children: (isOpen: boolean) => ReactNode;
}

function Module({ group, isHere, children }: ModuleProps) {
  const [isOpen, setOpen] = useState(isHere);
  const details = useRef<HTMLDetailsElement>(null);
  // It may have been opened before hydration.
  useEffect(() => setOpen(details.current?.open === true), []);
  return (
    <details
      ref={details}
      className={css.group}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={css.module}>
        <span>
          <span className={css.number}>
            {group.moduleNumber !== null && outlineTexts.moduleOf({ moduleNumber: group.moduleNumber })}
          </span>
          <bdi>{group.title}</bdi>
        </span>
        <small>
          <span aria-hidden="true">
            {group.done}/{group.lessons.length}
          </span>
          <span className="sr-only">
            {outlineTexts.countCompleted({ done: group.done, total: group.lessons.length })}
          </span>
        </small>
        <ChevronRight aria-hidden="true" />
      </summary>
      {children(isOpen)}
    </details>
  );
}

interface LessonsProps {
  lessons: readonly OutlineLesson[];
  /** How many lessons the group has. */
  all: number;
  current: string;
  hrefOf: (lessonSlug: string) => string;
}

function Lessons({ lessons, all, current, hrefOf }: LessonsProps) {
  return (
    <ol className={css.lessons}>
      {lessons.map((lesson) => (
        <li key={lesson.lessonId}>
          <a
            className={css.lesson}
            href={hrefOf(lesson.slug)}
            aria-current={lesson.slug === current ? 'page' : undefined}
          >
            <LessonMark lesson={lesson} />
            <bdi>{lesson.title}</bdi>
            <span className={css.time}>{formatDuration(lesson.duration)}</span>
          </a>
        </li>
      ))}
      {lessons.length < all && <li className={css.more}>{outlineTexts.more({ count: all - lessons.length })}</li>}
    </ol>
  );
}
