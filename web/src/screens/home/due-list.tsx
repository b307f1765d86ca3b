import { useState } from 'react';
import type { Due } from '../../api/assignments.ts';
import { DueEntry } from '../../features/due/due-entry.tsx';
import { dueTexts } from '../../features/due/due-texts.ts';
import { inOwnLanguage } from '../../navigation/path.ts';
import { urls } from '../../navigation/urls.ts';
import { Button } from '../../ui/button.tsx';
import css from './due-list.module.css';

/** Entries that are shown at first. */
const AT_FIRST = 4;

/** What is due, sorted by due date. */
export function DueList({ dues }: { dues: readonly Due[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? dues : dues.slice(0, AT_FIRST);
  const more = dues.length - shown.length;
  return (
    <section className={css.due} id="due" aria-labelledby="due-title">
      <h2 id="due-title" tabIndex={-1}>
        {dueTexts.title}
      </h2>
      <ul className={css.list}>
        {shown.map((due) => (
          <li key={due.assignmentId} className={css.entry}>
            <h3>
              <a href={inOwnLanguage(due.path)} dir="auto">
                {due.title}
              </a>
            </h3>
            <DueEntry due={due} />
          </li>
        ))}
      </ul>
      {more > 0 && <Button onClick={() => setShowsAll(true)}>{dueTexts.showAll({ count: more })}</Button>}
      <p>
        <a href={urls.calendarSettings()}>{dueTexts.calendar}</a>
      </p>
    </section>
  );
}
