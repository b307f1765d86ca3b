/** The day of a moment, `2030-01-31`. Days of membership are days of UTC: the same for everybody. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The same day a year later; the 28th for the 29th of February. */
export function yearLater(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const later = new Date(Date.UTC(year + 1, month - 1, date));
  return dayOf(later.getUTCMonth() === month - 1 ? later : new Date(Date.UTC(year + 1, month, 0)));
}

/** The moment that a day begins, ISO 8601. */
export const startMomentOf = (day: string): string => `${day}T00:00:00.000Z`;

/** The moment that a day ends. */
export const endMomentOf = (day: string): string => `${day}T23:59:59.999Z`;
