import { formatDuration } from '@academy/contract/rules/duration';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { LessonMark } from '../../features/lesson-outline/lesson-mark.tsx';
import type { OutlineGroup, OutlineLesson } from '../../features/lesson-outline/outline-view.ts';
import { lessonsText } from '../../lib/course-progress.ts';
import { Button } from '../../ui/button.tsx';
import { Ring } from '../../ui/ring.tsx';
import css from './course-contents.module.css';
import screen from './course-screen.module.css';

interface CourseContentsProps {
  groups: readonly OutlineGroup[];
  hrefOf: (lessonSlug: string) => string;
}

const KINDS: Partial<Record<OutlineLesson['type'], string>> = {
  lab: 'Lab',
  video: 'Video',
  'knowledge-check': 'Knowledge check',
};

/** The table of contents: numbered modules that fold, their lessons with marks, locks and times. */
export function CourseContents({ groups, hrefOf }: CourseContentsProps) {
  const modules = groups.filter((group) => group.title !== null);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const allOpen = closed.length === 0;
  return (
    <section className={screen.contents} aria-labelledby="contents">
      <div className={screen.head}>
        <h2 id="contents">Contents</h2>
        {modules.length > 0 && (
          <Button
            look="quiet"
            aria-pressed={allOpen}
            onClick={() => setClosed(allOpen ? modules.map((group) => group.key) : [])}
          >
            {allOpen ? 'Collapse all' : 'Expand all'}
          </Button>
        )}
      </div>
      {groups.map((group) =>
        group.title === null ? (
          <div key={group.key} className={css.module}>
            <Lessons group={group} hrefOf={hrefOf} />
          </div>
        ) : (
          <details
            key={group.key}
            className={css.module}
            open={!closed.includes(group.key)}
            onToggle={({ currentTarget: { open } }) =>
              setClosed((before) => [...before.filter((key) => key !== group.key), ...(open ? [] : [group.key])])
            }
          >
            <summary className={css.summary}>
              <span className={css.number}>{group.moduleNumber}</span>
              <span className={css.title}>
                <h3>{group.title}</h3>
                <span className={css.meta}>
                  {lessonsText(group.lessons.length)}
                  {group.duration > 0 && ` · ${formatDuration(group.duration)}`}
                </span>
              </span>
              <Ring
                size={22}
                percent={group.lessons.length === 0 ? 0 : (group.done / group.lessons.length) * 100}
                label={`${group.done} of ${group.lessons.length} completed`}
              />
              <ChevronDown className={css.chevron} aria-hidden="true" />
            </summary>
            <Lessons group={group} hrefOf={hrefOf} />
          </details>
        ),
      )}
    </section>
  );
}

function Lessons({ group, hrefOf }: { group: OutlineGroup; hrefOf: (lessonSlug: string) => string }) {
  return (
    <ol className={css.lessons}>
      {group.lessons.map((lesson) => (
        <li key={lesson.lessonId}>
          <a className={css.lesson} href={hrefOf(lesson.slug)}>
            <LessonMark lesson={lesson} />
            <span className={css.name}>
              {lesson.title}
              {KINDS[lesson.type] && <small>{KINDS[lesson.type]}</small>}
            </span>
            <span className={css.time}>{formatDuration(lesson.duration)}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
