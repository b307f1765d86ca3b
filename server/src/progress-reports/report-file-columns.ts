import type { ReportRow } from '@academy/contract/progress-reports';
import { REPORT_COLUMNS, type ReportBy, type ReportColumn } from '@academy/contract/rules/report-columns';
import type { FileColumn } from '../exports/file-column.ts';

/** The columns of files for each column of a report. Their names stay: programs read them. */
const FILE_COLUMNS: Readonly<Record<ReportColumn, readonly FileColumn<ReportRow>[]>> = {
  person: [
    { name: 'person_id', type: 'text', of: ({ person }) => person?.id ?? null },
    { name: 'person', type: 'text', of: ({ person }) => person?.name ?? null },
  ],
  group: [
    { name: 'group_id', type: 'text', of: ({ group }) => group?.id ?? null },
    { name: 'group', type: 'text', of: ({ group }) => group?.name ?? null },
  ],
  course: [
    { name: 'course_id', type: 'text', of: ({ course }) => course?.id ?? null },
    { name: 'course', type: 'text', of: ({ course }) => course?.name ?? null },
  ],
  item: [
    { name: 'item_id', type: 'text', of: ({ item }) => item?.id ?? null },
    { name: 'item', type: 'text', of: ({ item }) => item?.name ?? null },
  ],
  people: [{ name: 'people', type: 'count', of: ({ people }) => people }],
  begun: [{ name: 'begun', type: 'count', of: ({ begun }) => begun }],
  completed: [{ name: 'completed', type: 'count', of: ({ completed }) => completed }],
  beganAt: [{ name: 'began_at', type: 'moment', of: ({ beganAt }) => beganAt }],
  completedAt: [{ name: 'completed_at', type: 'moment', of: ({ completedAt }) => completedAt }],
  lessonsDone: [{ name: 'lessons_completed', type: 'count', of: ({ lessonsDone }) => lessonsDone }],
  lessons: [{ name: 'lessons', type: 'count', of: ({ lessons }) => lessons }],
  dueOn: [{ name: 'due_on', type: 'text', of: ({ dueOn }) => dueOn }],
  isLate: [{ name: 'late', type: 'flag', of: ({ isLate }) => isLate }],
  attempts: [{ name: 'attempts', type: 'count', of: ({ attempts }) => attempts }],
  bestResult: [{ name: 'best_result_percent', type: 'count', of: ({ bestResult }) => bestResult }],
  seconds: [{ name: 'time_seconds', type: 'count', of: ({ seconds }) => seconds }],
  lastSeenAt: [{ name: 'last_seen_at', type: 'moment', of: ({ lastSeenAt }) => lastSeenAt }],
};

/** The columns of a report as a file. */
export const fileColumnsOf = (by: ReportBy): FileColumn<ReportRow>[] =>
  REPORT_COLUMNS[by].flatMap((column) => FILE_COLUMNS[column]);
