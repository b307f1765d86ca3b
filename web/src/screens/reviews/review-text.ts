/** A day in words: `tomorrow`, `on Thursday`, `on December 3`. */
export function dayText(moment: string, now: Date): string {
  const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);
  const day = new Date(moment);
  const days = Math.round((midnight(day) - midnight(now)) / 86_400_000);
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days < 7) return `on ${day.toLocaleDateString('en', { weekday: 'long' })}`;
  return `on ${day.toLocaleDateString('en', { month: 'long', day: 'numeric' })}`;
}

/** When an answered question returns. */
export function nextReviewText(
  { answer: { nextAt }, isOut }: { answer: { nextAt: string | null }; isOut: boolean },
  now: Date,
): string {
  if (isOut) return 'It is not asked again.';
  return nextAt === null ? 'You know this now. It is not asked any more.' : `It comes back ${dayText(nextAt, now)}.`;
}
