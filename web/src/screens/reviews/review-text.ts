import { currentLocale } from '@academy/contract/i18n/languages';
import { reviewTexts } from './review-texts.ts';

/** A day in words: `tomorrow`, `on Thursday`, `on December 3`. */
export function dayText(moment: string, now: Date): string {
  const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);
  const day = new Date(moment);
  const days = Math.round((midnight(day) - midnight(now)) / 86_400_000);
  if (days <= 0) return reviewTexts.today;
  if (days === 1) return reviewTexts.tomorrow;
  if (days < 7) return reviewTexts.onWeekday({ day: day.toLocaleDateString(currentLocale(), { weekday: 'long' }) });
  return reviewTexts.onDate({ day: day.toLocaleDateString(currentLocale(), { month: 'long', day: 'numeric' }) });
}

/** When an answered question returns. */
export function nextReviewText(
  { answer: { nextAt }, isOut }: { answer: { nextAt: string | null }; isOut: boolean },
  now: Date,
): string {
  if (isOut) return reviewTexts.takenOut;
  return nextAt === null ? reviewTexts.known : reviewTexts.comesBack({ dayText: dayText(nextAt, now) });
}
