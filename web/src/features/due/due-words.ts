import type { Due } from '@academy/contract/assignments';
import { utcDayText } from '../../lib/moments.ts';
import { dueTexts } from './due-texts.ts';

/** When something is due, in words: overdue is said and not only coloured. */
export function dueWords({ state, beginsOn, dueOn, daysLeft, completedAt, isRenewal }: Due): string {
  if (state === 'done')
    return isRenewal && dueOn !== null
      ? dueTexts.doneUntil({ day: utcDayText(completedAt ?? dueOn), next: utcDayText(dueOn) })
      : dueTexts.done({ day: utcDayText(completedAt ?? beginsOn) });
  if (state === 'later') return dueTexts.later({ day: utcDayText(beginsOn) });
  if (dueOn === null || daysLeft === null) return dueTexts.noDate;
  const day = utcDayText(dueOn);
  if (daysLeft < 0) return dueTexts.overdue({ day, days: -daysLeft });
  return daysLeft === 0 ? dueTexts.today({ day }) : dueTexts.due({ day, days: daysLeft });
}
