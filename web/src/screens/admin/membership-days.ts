const two = (part: number) => String(part).padStart(2, '0');

/** The day of a moment on the viewer's calendar, `2030-01-31`. */
export const dayOf = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The same day a year later; the 28th for the 29th of February. */
export function yearLater(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const later = new Date(year + 1, month - 1, date);
  return dayOf(later.getMonth() === month - 1 ? later : new Date(year + 1, month, 0));
}

/** The moment that a day of the viewer begins, ISO 8601. */
export const startMomentOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** The moment that a day of the viewer ends. */
export const endMomentOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
