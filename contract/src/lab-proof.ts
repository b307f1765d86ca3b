import * as v from 'valibot';
import { LabProviderNameSchema } from './labs.ts';

/** Name of the file beside a lab that holds its record. */
export const PROOF_FILE = 'proof.json';

/** Most characters of the output of one step in a record, and of all steps together. */
export const PROOF_STEP_LOG = 2_000;
export const PROOF_LOG = 60_000;
const MAX_STEPS = 2_000;

const LineSchema = v.pipe(v.string(), v.maxLength(500));
const SecondsSchema = v.pipe(v.number(), v.minValue(0));

export const ProofStepSchema = v.object({
  /** Title of the page. */
  page: LineSchema,
  /** Full name of the action. */
  action: LineSchema,
  /** What it did: the command, the file or the name of the check. */
  title: LineSchema,
  outcome: v.picklist(['done', 'skipped']),
  seconds: SecondsSchema,
  /** Last lines of its output; of a skipped step the reason. */
  log: v.pipe(v.string(), v.maxLength(PROOF_STEP_LOG)),
});
export type ProofStep = v.InferOutput<typeof ProofStepSchema>;

const summaryEntries = {
  /** When it ended, ISO 8601 UTC. */
  provedAt: v.pipe(v.string(), v.isoTimestamp()),
  engine: LabProviderNameSchema,
  /** Name of the lab environment; null where none was needed. */
  environment: v.nullable(LineSchema),
  /** Commit of the author's repository; null outside of git. */
  commit: v.nullable(LineSchema),
  seconds: SecondsSchema,
  /** Programs that the lab used, with their versions. */
  tools: v.pipe(v.array(v.object({ name: LineSchema, version: LineSchema })), v.maxLength(100)),
};

/** The record of a lab that was proved: what its author publishes with it. */
export const LabProofSchema = v.object({
  workshop: LineSchema,
  /** SHA-256 of the lab's files: the record is about exactly these. */
  contentHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  ...summaryEntries,
  steps: v.pipe(v.array(ProofStepSchema), v.maxLength(MAX_STEPS)),
});
export type LabProof = v.InferOutput<typeof LabProofSchema>;

/** What pages say of a record before a reader opens it. */
export const ProofSummarySchema = v.object({ ...summaryEntries, stepsDone: v.number(), stepsSkipped: v.number() });
export type ProofSummary = v.InferOutput<typeof ProofSummarySchema>;

/** The summary of a record. */
export function summaryOf({ provedAt, engine, environment, commit, seconds, tools, steps }: LabProof): ProofSummary {
  const stepsDone = steps.filter(({ outcome }) => outcome === 'done').length;
  const stepsSkipped = steps.length - stepsDone;
  return { provedAt, engine, environment, commit, seconds, tools, stepsDone, stepsSkipped };
}
