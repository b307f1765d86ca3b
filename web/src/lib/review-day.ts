/** The day of this browser: questions are due by whole days of the learner, and a day has 23 to 25 hours. */
export function ownDay(now = new Date()): { dayStartsAt: string; dayEndsAt: string } {
  const at = (hour: number) => new Date(new Date(now).setHours(hour, 0, 0, 0)).toISOString();
  return { dayStartsAt: at(0), dayEndsAt: at(24) };
}
