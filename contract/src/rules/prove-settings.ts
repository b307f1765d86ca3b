import * as v from 'valibot';

/** Longest time that an author may give a step, seconds. */
const MAX_SECONDS = 3_600;

const ProveSettingsSchema = v.strictObject({
  /** Exit status with which the command must end. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)), 0),
  /** The command keeps running, such as a server. */
  runs: v.optional(v.boolean(), false),
  /** Text in the output that says that a command which keeps running is ready. */
  until: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1))), null),
  /** Time limit of the step, seconds; null: that of the command line. */
  seconds: v.optional(v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_SECONDS))), null),
  /** Result of the check before the actions of its page were run. */
  before: v.optional(v.picklist(['fail', 'pass']), 'fail'),
  /** Result of the check at its place. */
  after: v.optional(v.picklist(['fail', 'pass']), 'pass'),
  /** Shell script that stands for what the learner does by hand before this step. */
  byHand: v.optional(v.nullable(v.string()), null),
  /** What the learner fills into the form of a check, by the names of its fields. */
  answers: v.optional(v.nullable(v.record(v.string(), v.string())), null),
  /** Files of the learner's device that are uploaded, with their texts. */
  uploads: v.optional(v.record(v.string(), v.string()), {}),
  /** Why the step is not run. */
  skip: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1))), null),
});

/** How `labs prove` runs an action: its setting `prove`, which lab platforms ignore. */
export type ProveSettings = v.InferOutput<typeof ProveSettingsSchema>;

const DEFAULTS: ProveSettings = v.parse(ProveSettingsSchema, {});

/**
 * Reads the setting `prove` of an action.
 *
 * @returns the settings, with defaults for what is missing; `problem` names the first wrong one, and is null otherwise
 */
export function readProveSettings(value: unknown): { settings: ProveSettings; problem: string | null } {
  if (value === undefined || value === null) return { settings: DEFAULTS, problem: null };
  const read = v.safeParse(ProveSettingsSchema, value);
  if (read.success) return { settings: read.output, problem: null };
  const [issue] = read.issues;
  const name = v.getDotPath(issue);
  const known = Object.keys(ProveSettingsSchema.entries);
  if (name === null) return { settings: DEFAULTS, problem: `must be lines such as "status: 1" (${known.join(', ')})` };
  const problem = known.includes(name)
    ? `"${name}" must be ${issue.expected ?? 'a valid value'}`
    : `has no "${name}"; there are ${known.join(', ')}`;
  return { settings: DEFAULTS, problem };
}
