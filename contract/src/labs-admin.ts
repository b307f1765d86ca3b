import * as v from 'valibot';
import { defineCall } from './call.ts';
import { defineExport } from './exports.ts';
import { LabEndReasonSchema, LabProblemSchema, LabProviderNameSchema, LabStateSchema } from './labs.ts';

/** Most sessions of a list. */
export const LAB_LIST_LENGTH = 200;
/** Failures are listed for this many days. */
export const LAB_FAILURE_DAYS = 7;
/** Steps are counted over sessions that began in this many days, of these the newest. */
export const LAB_STEP_DAYS = 90;
export const LAB_STEP_SESSIONS = 5_000;

/** A session as administrators see it. */
export const LabSessionItemSchema = v.object({
  id: v.string(),
  learner: v.object({ userId: v.string(), name: v.string() }),
  title: v.string(),
  /** Path of the lab's page. */
  path: v.string(),
  provider: LabProviderNameSchema,
  state: LabStateSchema,
  endReason: v.nullable(LabEndReasonSchema),
  problem: v.nullable(LabProblemSchema),
  startedAt: v.string(),
  expiresAt: v.nullable(v.string()),
  /** When the session was last active. */
  lastSeenAt: v.string(),
  /** The page that the learner reads, and the number of pages, as far as reported. */
  currentPage: v.nullable(v.string()),
  pagesTotal: v.nullable(v.number()),
  /** Whether the learner has completed its lesson or guide: the lab goes on until it ends. Servers of the edition before do not send it. */
  completed: v.optional(v.boolean(), false),
});
export type LabSessionItem = v.InferOutput<typeof LabSessionItemSchema>;

/** For sandboxes: without a memory limit one lab can use up the memory of all. */
export const LabWarningSchema = v.picklist(['unbounded-memory']);
export type LabWarning = v.InferOutput<typeof LabWarningSchema>;

/** State of an engine or portal. */
export const LabEngineHealthSchema = v.object({
  provider: LabProviderNameSchema,
  /** Name of a portal in the settings; null where there is only one. */
  name: v.nullable(v.string()),
  host: v.nullable(v.string()),
  /** Null: it replies. */
  problem: v.nullable(LabProblemSchema),
  /** Its sessions of all users, and the maximum; null where it does not report them. */
  sessions: v.nullable(v.number()),
  maximum: v.nullable(v.number()),
  /** A warning for the operator although it replies. */
  warning: v.nullable(LabWarningSchema),
});
export type LabEngineHealth = v.InferOutput<typeof LabEngineHealthSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How learners get on with a step of a lab. */
export const LabStepStatSchema = v.object({
  key: v.string(),
  /** Title of its page. */
  page: v.string(),
  /** Name of its action: `terminal:execute`. */
  action: v.string(),
  /** Its title, or what it does. */
  text: v.string(),
  /** Line in the file of the page. */
  line: count,
  /** Learners who tried it, who did it, and for whom it failed at least once. */
  learners: count,
  done: count,
  failed: count,
  /** Learners for whom the academy ran the check of the step itself. Servers of the edition before do not send it. */
  proved: v.optional(count, 0),
  /** Mean number of tries of one learner; null when nobody has tried. */
  tries: v.nullable(v.number()),
});
export type LabStepStat = v.InferOutput<typeof LabStepStatSchema>;

export const getLabSteps = defineCall({
  name: 'getLabSteps',
  method: 'GET',
  path: '/admin/labs/steps',
  summary: 'How learners got on with each step of a lab in the last 90 days; by default of the first one by title.',
  who: 'admin',
  reach: 'academy',
  ability: 'stats:read',
  tenant: true,
  loader: false,
  query: v.strictObject({
    /** Name of the workshop. */
    workshop: v.optional(v.pipe(v.string(), v.maxLength(300))),
  }),
  reply: v.object({
    /** The published labs of the academy, by title. */
    labs: v.array(v.object({ workshop: v.string(), title: v.string() })),
    /** The counted one; null without labs. */
    workshop: v.nullable(v.string()),
    /** Learners of the counted sessions. */
    learners: count,
    /** In the order of the lab. */
    steps: v.array(LabStepStatSchema),
  }),
});

export const listLabSessions = defineCall({
  name: 'listLabSessions',
  method: 'GET',
  path: '/admin/labs/sessions',
  summary: "An academy's lab sessions that have not ended, and those that failed in the last days; newest first.",
  who: 'admin',
  reach: 'academy',
  tenant: true,
  reply: v.object({
    running: v.array(LabSessionItemSchema),
    /** Includes sessions that the list leaves out. */
    runningCount: v.number(),
    failed: v.array(LabSessionItemSchema),
  }),
});

export const listLabEngines = defineCall({
  name: 'listLabEngines',
  method: 'GET',
  path: '/admin/labs/engines',
  summary: "The engines that run an academy's labs, and whether they reply now.",
  who: 'admin',
  reach: 'nothing',
  tenant: true,
  reply: v.object({ engines: v.array(LabEngineHealthSchema) }),
});

export const endLabSession = defineCall({
  name: 'endLabSession',
  method: 'POST',
  path: '/admin/labs/sessions/:id/end',
  summary: "Ends a learner's lab session in this academy, and its lab.",
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: v.strictObject({ id: v.pipe(v.string(), v.uuid()) }),
  reply: LabSessionItemSchema,
});

export const exportLabSessions = defineExport({
  name: 'exportLabSessions',
  file: 'labs.csv',
  summary: "An academy's lab sessions that have not ended, and those that failed in the last days, as a CSV file.",
  reach: 'academy',
  query: v.strictObject({}),
});
