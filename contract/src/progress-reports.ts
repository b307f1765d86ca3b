import * as v from 'valibot';
import { defineCall } from './call.ts';
import { EmailSchema } from './email.ts';
import { ContentIdSchema, DaySchema } from './entities.ts';
import { FileReplySchema } from './exports.ts';
import { REPORT_FORMATS, REPORT_RHYTHMS, REPORT_STATES, REPORTS } from './rules/report-columns.ts';
import { SearchTextSchema, TablePageQuery } from './table-queries.ts';

const moment = v.nullable(v.string());
const count = v.pipe(v.number(), v.integer());
const NamedSchema = v.object({ id: v.string(), name: v.string() });
const named = v.nullable(NamedSchema);

/** A row of a report. What a report does not tell is null; `REPORT_COLUMNS` in `rules/report-columns.ts` says what each one tells. */
export const ReportRowSchema = v.object({
  /** Unique in the report. */
  id: v.string(),
  person: named,
  group: named,
  course: named,
  /** The lesson, knowledge check or lab. */
  item: named,
  /** Members of the group. */
  people: v.nullable(count),
  /** Learners who have begun. */
  begun: v.nullable(count),
  /** Learners who have completed it; of a knowledge check, who have passed. */
  completed: v.nullable(count),
  beganAt: moment,
  completedAt: moment,
  lessonsDone: v.nullable(count),
  lessons: v.nullable(count),
  attempts: v.nullable(count),
  /** Percent; of several attempts the best one, of several knowledge checks or learners the mean of these. */
  bestResult: v.nullable(count),
  /** How long it took, of several learners on average. What is measured depends on the report. */
  seconds: v.nullable(count),
  /** When the course is due for the person, a day of the assignment's time zone; null: no assignment has a date. */
  dueOn: v.nullable(v.string()),
  /** Whether it is overdue; null: it is not assigned. */
  isLate: v.nullable(v.boolean()),
  lastSeenAt: moment,
});
export type ReportRow = v.InferOutput<typeof ReportRowSchema>;

const FILTERS = {
  by: v.optional(v.picklist(REPORTS), 'person'),
  /** Every word must occur in the name. */
  q: SearchTextSchema,
  /** Members of this group, and of the groups in it. */
  group: v.optional(v.pipe(v.string(), v.uuid())),
  course: v.optional(ContentIdSchema),
  /** Of people in a course; `not-begun` needs a group and a course. */
  state: v.optional(v.picklist(REPORT_STATES)),
  /** First and last day, UTC, of the completion for `completed`, of the last activity otherwise. */
  from: v.optional(DaySchema),
  to: v.optional(DaySchema),
};

/** The filters of a view, as its address has them. */
const SavedFiltersSchema = v.strictObject({
  by: v.picklist(REPORTS),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  group: FILTERS.group,
  course: FILTERS.course,
  state: FILTERS.state,
  from: FILTERS.from,
  to: FILTERS.to,
});

/** Most reports that a person keeps in an academy. */
export const MAX_SAVED_REPORTS = 50;
/** Most addresses that get a report. */
const MAX_RECIPIENTS = 10;

const SavedReportInput = v.strictObject({
  /** Unique among the caller's reports, whatever the letter case. */
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  filters: SavedFiltersSchema,
  /** How often it is mailed; null: never. */
  rhythm: v.nullable(v.picklist(REPORT_RHYTHMS)),
  /** The caller's own address, or verified ones of the academy: `recipients` of the choices. */
  recipients: v.pipe(v.array(EmailSchema), v.maxLength(MAX_RECIPIENTS)),
});

const SavedReportSchema = v.object({
  reportId: v.string(),
  name: v.string(),
  filters: SavedFiltersSchema,
  rhythm: v.nullable(v.picklist(REPORT_RHYTHMS)),
  recipients: v.array(v.string()),
  /** When it is mailed next, and was mailed last. */
  nextAt: moment,
  sentAt: moment,
});
export type SavedReport = v.InferOutput<typeof SavedReportSchema>;

const common = {
  who: 'admin',
  reach: 'academy',
  needs: { role: 'instructor', of: 'list' },
  tenant: true,
  loader: false,
} as const;

export const getProgressReport = defineCall({
  ...common,
  name: 'getProgressReport',
  method: 'GET',
  path: '/reports/progress',
  summary:
    'A report of progress by person, course, lesson, knowledge check, lab or group: what the caller teaches or manages, an administrator everything.',
  ability: 'reports:read',
  query: v.strictObject({
    ...FILTERS,
    sortBy: v.optional(v.picklist(['name', 'beganAt', 'completedAt', 'lessonsDone', 'lastSeenAt'])),
    sortDir: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    ...TablePageQuery,
  }),
  reply: v.object({
    result: v.object({ content: v.array(ReportRowSchema), totalElements: count }),
    /** Of one course in one group, whatever `state` says: members, and how many have begun and completed it. Null otherwise. */
    summary: v.nullable(v.object({ people: count, begun: count, completed: count })),
    /** Until when events are counted; null: all. */
    countedUntil: moment,
    /** True while the numbers are computed for the first time, which takes a while with many learners. Request again in a moment. */
    isMaking: v.boolean(),
  }),
});

export const getReportChoices = defineCall({
  ...common,
  name: 'getReportChoices',
  method: 'GET',
  path: '/reports/choices',
  summary: 'The courses and groups by which the caller can narrow reports down, by name.',
  reply: v.object({
    courses: v.array(NamedSchema),
    groups: v.array(NamedSchema),
    /** Addresses to which the caller may have reports mailed. */
    recipients: v.array(v.string()),
  }),
});

export const exportProgressReport = defineCall({
  ...common,
  name: 'exportProgressReport',
  method: 'GET',
  path: '/admin/exports/progress',
  summary:
    'A report of progress as a file: CSV, JSON lines or Parquet, with stable names of columns, in the order of its ids.',
  ability: 'reports:read',
  answers: 'file',
  query: v.strictObject({
    ...FILTERS,
    format: v.optional(v.picklist(REPORT_FORMATS), 'csv'),
    /** Of people: the person after whom to go on, the last one of a file that is not whole. */
    after: v.optional(v.pipe(v.string(), v.uuid())),
  }),
  reply: FileReplySchema,
});

const saved = { ...common, reach: 'own' } as const;
const params = v.strictObject({ reportId: v.pipe(v.string(), v.uuid()) });

export const listSavedReports = defineCall({
  ...saved,
  name: 'listSavedReports',
  method: 'GET',
  path: '/reports/saved',
  summary: "The caller's saved views of the reports, by name.",
  reply: v.object({ result: v.array(SavedReportSchema) }),
});

export const saveReport = defineCall({
  ...saved,
  name: 'saveReport',
  method: 'POST',
  path: '/reports/saved',
  summary: 'Saves a view of the reports under a name, and mails it regularly where that is wanted.',
  body: SavedReportInput,
  reply: SavedReportSchema,
});

export const updateSavedReport = defineCall({
  ...saved,
  name: 'updateSavedReport',
  method: 'PUT',
  path: '/reports/saved/:reportId',
  summary: 'Changes a saved view.',
  params,
  body: SavedReportInput,
  reply: SavedReportSchema,
});

export const deleteSavedReport = defineCall({
  ...saved,
  name: 'deleteSavedReport',
  method: 'DELETE',
  path: '/reports/saved/:reportId',
  summary: 'Deletes a saved view. It is mailed no more.',
  params,
  reply: v.object({ deleted: v.string() }),
});
