import type { Due } from '@academy/contract/assignments';
import { CalendarClock, TriangleAlert } from 'lucide-react';
import { utcDayText } from '../../lib/moments.ts';
import css from './due.module.css';
import { dueTexts } from './due-texts.ts';
import { dueWords } from './due-words.ts';

/** When one thing is due, and whether it has to be done. */
export function DueEntry({ due }: { due: Due }) {
  const { state, mandatory, isRenewal, completedAt } = due;
  const isOverdue = state === 'overdue';
  const Icon = isOverdue ? TriangleAlert : CalendarClock;
  return (
    <div className={css.entry}>
      <p className={isOverdue ? css.overdue : css.when}>
        <Icon aria-hidden="true" />
        {dueWords(due)}
      </p>
      <p className={css.muted}>{`${dueTexts[due.kind]} · ${mandatory ? dueTexts.mandatory : dueTexts.recommended}`}</p>
      {isRenewal && state !== 'done' && completedAt !== null && (
        <p className={css.muted}>{dueTexts.renewal({ day: utcDayText(completedAt) })}</p>
      )}
    </div>
  );
}
