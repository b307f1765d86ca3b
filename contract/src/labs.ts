import * as v from 'valibot';
import { defineCall } from './call.ts';
import { IdempotencyHeadersSchema, MomentSchema } from './entities.ts';
import { inputTexts } from './rules/input-texts.ts';
import { MAX_LAB_PORT, MIN_LAB_PORT } from './rules/lab-address.ts';

/**
 * What runs labs: the learner's own browser, sandboxes of this server, an Educates portal, or another platform that is
 * only linked to.
 */
export const LAB_PROVIDERS = ['browser', 'sandbox', 'educates', 'external'] as const;
export const LabProviderNameSchema = v.picklist(LAB_PROVIDERS);
export type LabProviderName = v.InferOutput<typeof LabProviderNameSchema>;

/** How a lab is shown: by the page itself, in a frame, or on its own platform in a new tab. */
export const LabOpenKindSchema = v.picklist(['native', 'iframe', 'external']);
export type LabOpenKind = v.InferOutput<typeof LabOpenKindSchema>;

/** States of a session in their order; labs in the browser begin with `running`. */
export const LabStateSchema = v.picklist(['requested', 'starting', 'waiting', 'running', 'ending', 'ended']);
export const LabEndReasonSchema = v.picklist([
  'completed',
  'terminated',
  'expired',
  'orphaned',
  'failed',
  'superseded',
]);

/**
 * Why a lab could not be started or was lost: the provider does not reply, is full, has another session of the learner,
 * does not offer the lab, refuses the academy, is too slow, sends an invalid reply, or lacks the lab's environment.
 */
export const LAB_PROBLEMS = [
  'unavailable',
  'no-capacity',
  'user-limit',
  'not-found',
  'forbidden',
  'timeout',
  'provider-error',
  'no-environment',
] as const;
export const LabProblemSchema = v.picklist(LAB_PROBLEMS);
export type LabProblem = v.InferOutput<typeof LabProblemSchema>;

/** Seconds within which a waiting session must be opened before its provider takes it back. */
export const LAB_WAITING_SECONDS = 60;

/** Largest snapshot as JSON, bytes. */
export const LAB_SNAPSHOT_BYTES = 1_000_000;
/** Most files of a snapshot. */
export const LAB_SNAPSHOT_FILES = 1_000;
/** Most entries of a home folder that are kept besides its texts, such as the objects of a Git repository. */
export const LAB_SNAPSHOT_OTHERS = 3_000;
/** Most tries of steps in one request. */
export const LAB_STEP_EVENTS = 100;
/** Most steps that are kept of one session. */
export const LAB_STEPS = 500;
/** Tries that arrive this long after their session has ended are still recorded, ms. */
export const LAB_STEPS_LATE_MS = 24 * 60 * 60 * 1000;

const LessonIdSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
/** Path of a learner's file, relative to the home folder. */
export const LabPathSchema = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check(
    (path) => path.split('/').every((name) => !['', '.', '..'].includes(name)),
    () => inputTexts.homePath,
  ),
);

/** What else a home folder holds: other files than texts, links, empty folders, and modes that differ from the usual ones. */
export const LabOtherSchema = v.strictObject({
  path: LabPathSchema,
  /** Type and permissions, as in `st_mode`. */
  mode: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff)),
  /** Bytes of a file in base64, or where a link leads; left out: of a folder, and of a text whose mode alone is kept. */
  data: v.optional(v.string()),
});
export type LabOther = v.InferOutput<typeof LabOtherSchema>;

/** A learner's work in a lab; paths of files are relative to the home folder. */
export const LabSnapshotSchema = v.strictObject({
  files: v.pipe(
    v.array(v.strictObject({ path: LabPathSchema, text: v.string() })),
    v.maxLength(LAB_SNAPSHOT_FILES, 'are too many files'),
  ),
  /** Of labs that run in a Linux in the browser. */
  others: v.optional(v.pipe(v.array(LabOtherSchema), v.maxLength(LAB_SNAPSHOT_OTHERS, 'are too many files'))),
  /** The page that the learner reads. */
  page: v.nullable(v.pipe(v.string(), v.maxLength(300))),
  /** Keys of completed actions. */
  done: v.pipe(v.array(v.pipe(v.string(), v.maxLength(320))), v.maxLength(1_000)),
  /** When it was made, by the learner's clock: the newer of two snapshots wins. */
  at: MomentSchema,
});
export type LabSnapshot = v.InferOutput<typeof LabSnapshotSchema>;

const StepKeySchema = v.pipe(v.string(), v.minLength(1), v.maxLength(320));
const countOf = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** One try of a step; a repeated or late one changes nothing. */
const StepEventSchema = v.strictObject({
  /** Names the step: its page and what it does. */
  step: StepKeySchema,
  result: v.picklist(['done', 'failed']),
  /** Which try of the learner it was, from 1. */
  tries: countOf(1, 100_000),
  /** When, by the learner's clock. */
  at: MomentSchema,
  /** Of a check. */
  exitStatus: v.nullable(countOf(-1, 65_535)),
});

/** What is known about a step of one session. */
export const StepRecordSchema = v.object({
  step: v.string(),
  tries: v.number(),
  /** Whether any try failed. */
  failed: v.boolean(),
  firstAt: v.string(),
  lastAt: v.string(),
  /** When it was last done; null: never. */
  doneAt: v.nullable(v.string()),
  /** Of the last try of a check. */
  exitStatus: v.nullable(v.number()),
});

export const LabSessionSchema = v.object({
  id: v.string(),
  lessonId: v.string(),
  provider: LabProviderNameSchema,
  state: LabStateSchema,
  /** Null until it has ended. */
  endReason: v.nullable(LabEndReasonSchema),
  /** Why a failed session failed. */
  problem: v.nullable(LabProblemSchema),
  startedAt: v.string(),
  /** When it expires; null: never. */
  expiresAt: v.nullable(v.string()),
  /** Seconds until then, so that the learner's clock does not matter. */
  secondsLeft: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Latest moment to which it can be extended; null: it does not expire, or its provider does not say. */
  deadline: v.nullable(v.string()),
  /** True shortly before it expires. */
  expiring: v.boolean(),
  extendable: v.boolean(),
  open: v.object({ kind: LabOpenKindSchema, url: v.nullable(v.string()) }),
});
export type LabSession = v.InferOutput<typeof LabSessionSchema>;

/** One clickable action of a page: `name` is its full name, `settings` the author's text. */
export const LabActionSchema = v.object({
  name: v.string(),
  /** False: no engine supports it. */
  known: v.boolean(),
  settings: v.record(v.string(), v.unknown()),
});
export type LabAction = v.InferOutput<typeof LabActionSchema>;

/** What a page needs to run a lab itself. */
export const LabContentSchema = v.object({
  title: v.string(),
  /** `html` holds `<div data-action="3">` in the place of action 3. */
  pages: v.array(
    v.object({
      name: v.string(),
      title: v.string(),
      html: v.string(),
      exitSign: v.nullable(v.string()),
      actions: v.array(LabActionSchema),
    }),
  ),
  /** Scripts that check the learner's work, by the name that actions use. */
  tests: v.array(v.object({ name: v.string(), script: v.string() })),
  /** Initial files of the home folder; paths are relative to it. */
  files: v.array(v.object({ path: v.string(), text: v.string() })),
  /** Whether it names files from elsewhere besides, which sandboxes alone have. */
  namesFiles: v.optional(v.boolean()),
  /** Tabs that the author adds beside terminal and editor. */
  dashboards: v.array(v.object({ name: v.string(), url: v.string() })),
  /** Whether there is a solution to compare with; another call returns it. */
  hasSolution: v.boolean(),
  /** Names of ports, which addresses of tabs and actions use. */
  ingresses: v.array(v.object({ name: v.string(), port: v.number() })),
});
export type LabContent = v.InferOutput<typeof LabContentSchema>;

/** Another running lab of the learner, which must end before a new one starts. */
export const RunningLabSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** Academy in which it runs. */
  tenantId: v.string(),
  /** Path of its page there. */
  path: v.string(),
  /** Whether its lesson or guide is completed: the lab goes on until it ends. Servers of the edition before do not send it. */
  completed: v.optional(v.boolean(), false),
});
export type RunningLab = v.InferOutput<typeof RunningLabSchema>;

/** Where a lab runs: programs, limits and network that an operator has prepared. */
export const LabEnvironmentSchema = v.object({
  name: v.string(),
  /** As learners read it: `Java 17 with Maven`. */
  title: v.string(),
  /** True: the academy does not have it, so the lab cannot start. */
  missing: v.boolean(),
});
export type LabEnvironment = v.InferOutput<typeof LabEnvironmentSchema>;

/** A Linux that runs in the learner's browser. */
export const LabImageSchema = v.object({
  name: v.string(),
  /** As learners read it: `Git`. */
  title: v.string(),
  /** Of all that it is made of. */
  digest: v.string(),
  /** Bytes that are loaded before its prompt. */
  bytes: v.number(),
});
export type LabImage = v.InferOutput<typeof LabImageSchema>;

export const LabSchema = v.object({
  provider: LabProviderNameSchema,
  kind: LabOpenKindSchema,
  /** Address of a lab on another platform; null for others. */
  url: v.nullable(v.string()),
  /** The learner's running session of this lab. */
  session: v.nullable(LabSessionSchema),
  /** For labs that the page runs itself. */
  content: v.nullable(LabContentSchema),
  running: v.nullable(RunningLabSchema),
  /** Null where the lab names none. Servers of the edition before do not send it. */
  environment: v.optional(v.nullable(LabEnvironmentSchema), null),
  /** The image that has what a lab in the browser needs; null: it runs in the light shell. Servers of the edition before do not send it. */
  image: v.optional(v.nullable(LabImageSchema), null),
});
export type Lab = v.InferOutput<typeof LabSchema>;

const LabAddressSchema = v.strictObject({
  /** Address of the lesson or guide, without `/lab`. It is only compared, never fetched. */
  url: v.pipe(v.string(), v.maxLength(2_000), v.url()),
  lessonId: LessonIdSchema,
});
const ParamsSchema = v.strictObject({ id: v.pipe(v.string(), v.uuid()) });

export const getLessonLab = defineCall({
  name: 'getLessonLab',
  method: 'GET',
  path: '/lessons/lab',
  summary: "What the page of a lesson's lab needs; starts nothing.",
  who: 'user',
  reach: 'own',
  tenant: true,
  viewable: false,
  query: v.strictObject({ ...LabAddressSchema.entries, tenantId: v.optional(v.string()) }),
  namesFiles: true,
  reply: LabSchema,
});

export const getGuideLab = defineCall({
  name: 'getGuideLab',
  method: 'GET',
  path: '/guides/lab',
  summary: "What the page of a guide's lab needs; starts nothing.",
  who: 'user',
  reach: 'own',
  tenant: true,
  viewable: false,
  query: v.strictObject({ ...LabAddressSchema.entries, tenantId: v.optional(v.string()) }),
  namesFiles: true,
  reply: LabSchema,
});

export const startLabSession = defineCall({
  name: 'startLabSession',
  method: 'POST',
  path: '/labs/sessions',
  summary: 'Starts a session of a lab, or returns the running one. Refused while another lab of the learner runs.',
  who: 'user',
  reach: 'own',
  rateLimit: 'lab-start',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: LabAddressSchema,
  reply: LabSessionSchema,
});

export const getLabSession = defineCall({
  name: 'getLabSession',
  method: 'GET',
  path: '/labs/sessions/:id',
  summary: 'A lab session of the learner with its stored work and steps.',
  who: 'user',
  reach: 'own',
  tenant: true,
  viewable: false,
  params: ParamsSchema,
  reply: v.object({
    ...LabSessionSchema.entries,
    snapshot: v.nullable(LabSnapshotSchema),
    steps: v.array(StepRecordSchema),
  }),
});

export const extendLabSession = defineCall({
  name: 'extendLabSession',
  method: 'POST',
  path: '/labs/sessions/:id/extend',
  summary: 'Extends a lab that expires; has no effect on others.',
  who: 'user',
  reach: 'own',
  rateLimit: 'lab-start',
  tenant: true,
  params: ParamsSchema,
  reply: v.object({ ...LabSessionSchema.entries, extended: v.boolean() }),
});

export const terminateLabSession = defineCall({
  name: 'terminateLabSession',
  method: 'POST',
  path: '/labs/sessions/:id/terminate',
  summary: 'Ends a lab session and deletes its stored work.',
  who: 'user',
  reach: 'own',
  rateLimit: 'lab-start',
  tenant: true,
  params: ParamsSchema,
  reply: LabSessionSchema,
});

export const saveLabSnapshot = defineCall({
  name: 'saveLabSnapshot',
  method: 'PUT',
  path: '/labs/sessions/:id/snapshot',
  summary: 'Stores the work of a running lab, 1 MB at most; an older snapshot never replaces a newer one.',
  who: 'user',
  reach: 'own',
  bodyBytes: LAB_SNAPSHOT_BYTES,
  tenant: true,
  loader: false,
  params: ParamsSchema,
  body: LabSnapshotSchema,
  reply: v.object({ saved: v.boolean() }),
});

export const recordLabSteps = defineCall({
  name: 'recordLabSteps',
  method: 'POST',
  path: '/labs/sessions/:id/steps',
  summary:
    'Records tries of steps of a lab, also for a day after it has ended. They may come late, repeated and in any order.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  params: ParamsSchema,
  body: v.strictObject({ events: v.pipe(v.array(StepEventSchema), v.minLength(1), v.maxLength(LAB_STEP_EVENTS)) }),
  reply: v.object({ recorded: v.literal(true) }),
});

export const getLabSolution = defineCall({
  name: 'getLabSolution',
  method: 'GET',
  path: '/labs/sessions/:id/solution',
  summary:
    "The files of a lab's solution, for the learner of a running session. Paths are those of the learner's files.",
  who: 'user',
  reach: 'own',
  tenant: true,
  viewable: false,
  params: ParamsSchema,
  reply: v.object({ files: v.array(v.object({ path: v.string(), text: v.string() })) }),
});

export const openLabChannel = defineCall({
  name: 'openLabChannel',
  method: 'POST',
  path: '/labs/sessions/:id/channel',
  summary:
    'Address of the WebSocket of a lab that runs in a sandbox, and a ticket that opens it once within half a minute; null for other labs.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  params: ParamsSchema,
  reply: v.object({ channel: v.nullable(v.object({ path: v.string(), ticket: v.string() })) }),
});

/** A path of a lab's own pages: of this origin, whatever a browser makes of it. */
const LabPagePathSchema = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.regex(/^\/(?![/\\])[!-[\]-~]*$/, () => inputTexts.labPagePath),
);

export const openLabPage = defineCall({
  name: 'openLabPage',
  method: 'POST',
  path: '/labs/sessions/:id/page',
  summary:
    'Address of what a program in a sandbox lab serves on a port, which shows it to the learner once within half a minute, and sets a cookie; null for other labs, and where the academy has no origin for such pages.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  params: ParamsSchema,
  body: v.strictObject({
    port: v.pipe(v.number(), v.integer(), v.minValue(MIN_LAB_PORT), v.maxValue(MAX_LAB_PORT)),
    path: LabPagePathSchema,
  }),
  reply: v.object({ url: v.nullable(v.string()) }),
});

const PortalEventSchema = v.object({
  event: v.object({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    timestamp: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
    data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  }),
});

export const receiveLabEvent = defineCall({
  name: 'receiveLabEvent',
  method: 'POST',
  path: '/labs/events/:token',
  summary:
    'Receives events of a lab platform about a session, at the address that the platform was given for it. Events are hints: they prove and change nothing.',
  who: 'anyone',
  reach: 'nothing',
  tenant: false,
  loader: false,
  params: v.strictObject({
    token: v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9_-]{43}$/, () => inputTexts.token),
    ),
  }),
  /** The platform's own format: other fields are ignored. */
  body: PortalEventSchema,
  reply: v.object({ received: v.literal(true) }),
});
