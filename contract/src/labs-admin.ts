import * as v from 'valibot';
import { defineCall } from './call.ts';
import { defineExport } from './exports.ts';
import { LabEndReasonSchema, LabProblemSchema, LabProviderNameSchema, LabStateSchema } from './labs.ts';

/** Most sessions of a list. */
export const LAB_LIST_LENGTH = 200;
/** Failures are listed for this many days. */
export const LAB_FAILURE_DAYS = 7;

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
