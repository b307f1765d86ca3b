/** What the rows of a report are. */
export const REPORTS = ['person', 'course', 'lesson', 'check', 'lab', 'group'] as const;
export type ReportBy = (typeof REPORTS)[number];

/** How far a person is in a course. */
export const REPORT_STATES = ['not-begun', 'begun', 'completed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const REPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** How often a saved report is mailed. */
export const REPORT_RHYTHMS = ['day', 'week', 'month'] as const;
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number];

/** The figures and names of a report's rows, in the order in which they are shown. */
export const REPORT_COLUMNS = {
  person: [
    ...(['person', 'course', 'beganAt', 'completedAt', 'lessonsDone', 'lessons'] as const),
    ...(['dueOn', 'isLate', 'attempts', 'bestResult', 'seconds', 'lastSeenAt'] as const),
  ],
  course: ['course', 'begun', 'completed', 'seconds', 'lastSeenAt'],
  lesson: ['item', 'course', 'begun', 'completed'],
  check: ['item', 'course', 'begun', 'completed', 'attempts', 'bestResult', 'lastSeenAt'],
  lab: ['item', 'begun', 'attempts', 'seconds', 'lastSeenAt'],
  group: ['group', 'people', 'begun', 'completed', 'lastSeenAt'],
} as const;
export type ReportColumn = (typeof REPORT_COLUMNS)[ReportBy][number];

/** When a report is mailed, hours of UTC. */
const HOUR = 6;

/**
 * When a report is mailed next: at 06:00 UTC of the next day, of the next Monday, or of the first day of the next month.
 *
 * @param now ms since 1970
 */
export function nextReportAt(rhythm: ReportRhythm, now: number): Date {
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (rhythm === 'month') return new Date(Date.UTC(year, month + 1, 1, HOUR));
  // Days until Monday: tomorrow at the earliest.
  const days = rhythm === 'day' ? 1 : 8 - (at.getUTCDay() || 7);
  return new Date(Date.UTC(year, month, day + days, HOUR));
}
