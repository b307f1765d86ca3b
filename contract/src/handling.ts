import * as v from 'valibot';
import { MomentSchema } from './entities.ts';

/** What became of a message to an academy. */
export const HANDLING_STATES = ['open', 'answered', 'closed'] as const;
export type HandlingState = (typeof HANDLING_STATES)[number];

export const HANDLING_LIMITS = { note: 2_000, answer: 5_000 } as const;

/** How administrators have handled a message, as they read it. */
export const HandlingSchema = v.object({
  state: v.picklist(HANDLING_STATES),
  /** For administrators only. */
  note: v.string(),
  /** The last answer that was mailed; empty: none. */
  answer: v.string(),
  /** Address of the administrator who last changed it; null: nobody has. */
  handledBy: v.nullable(v.string()),
  handledAt: v.nullable(v.string()),
});
export type Handling = v.InferOutput<typeof HandlingSchema>;

/** A change by an administrator; what is left out stays. */
export const HandlingChangeSchema = v.strictObject({
  state: v.optional(v.picklist(HANDLING_STATES)),
  note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(HANDLING_LIMITS.note))),
  /** Is mailed to the writer, and makes the message answered; the same text is mailed once. */
  answer: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(HANDLING_LIMITS.answer))),
  /** `handledAt` as the caller read it: when another person has handled the message since, the call is refused with 409. */
  expectedHandledAt: v.optional(v.nullable(MomentSchema)),
});
export type HandlingChange = v.InferOutput<typeof HandlingChangeSchema>;

export const HandlingStateQuery = v.optional(v.picklist(HANDLING_STATES));
