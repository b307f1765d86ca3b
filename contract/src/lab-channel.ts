import * as v from 'valibot';
import { LabPathSchema, type LabSnapshot } from './labs.ts';

/** Name of the protocol that page and server speak over the WebSocket of a lab; a ticket stands behind it. */
export const LAB_CHANNEL_PROTOCOL = 'academy-lab';

/** Terminals that a lab may have. */
export const LAB_TERMINALS = ['1', '2', '3'] as const;
/** Most characters of one input; longer ones are sent in parts. */
export const LAB_INPUT_LENGTH = 16_384;
/** Most bytes of one message. */
export const LAB_MESSAGE_BYTES = 1_000_000;
/** Most characters of a file that is written. */
const FILE_LENGTH = 200_000;

const TerminalSchema = v.picklist(LAB_TERMINALS);
const CountSchema = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const SizeEntries = { columns: CountSchema(2, 500), rows: CountSchema(1, 300) };
/** Of the page, so that it knows which answer is meant. */
const IdSchema = CountSchema(1, 1_000_000_000);

/** What a page asks of a lab on the server. */
export const LabMessageSchema = v.variant('kind', [
  /** Shows a terminal, opening it when needed. */
  v.strictObject({ kind: v.literal('show'), terminal: TerminalSchema, ...SizeEntries }),
  v.strictObject({ kind: v.literal('resize'), terminal: TerminalSchema, ...SizeEntries }),
  v.strictObject({
    kind: v.literal('input'),
    terminal: TerminalSchema,
    text: v.pipe(v.string(), v.maxLength(LAB_INPUT_LENGTH)),
  }),
  /** So many characters of a terminal are on the screen: it may say more. */
  v.strictObject({ kind: v.literal('seen'), terminal: TerminalSchema, characters: CountSchema(1, 100_000_000) }),
  /** The page is there. */
  v.strictObject({ kind: v.literal('beat'), hidden: v.boolean() }),
  v.strictObject({
    kind: v.literal('write'),
    id: IdSchema,
    path: LabPathSchema,
    text: v.pipe(v.string(), v.maxLength(FILE_LENGTH)),
  }),
  v.strictObject({ kind: v.literal('makeFolder'), id: IdSchema, path: LabPathSchema }),
  v.strictObject({
    kind: v.literal('test'),
    id: IdSchema,
    script: v.pipe(v.string(), v.maxLength(100_000)),
    words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(1_000))), v.maxLength(100)),
    seconds: CountSchema(1, 120),
  }),
  /** All files as they were at the very beginning. */
  v.strictObject({ kind: v.literal('restart'), id: IdSchema }),
]);
export type LabMessage = v.InferOutput<typeof LabMessageSchema>;

/** What the server tells the page. */
export type LabNews =
  /** `again`: it was said before, and answers to what it asks were given. */
  | { kind: 'output'; terminal: string; text: string; again: boolean }
  | { kind: 'files'; files: LabSnapshot['files'] }
  /** All terminals have begun anew. */
  | { kind: 'restarted' }
  | { kind: 'ended' }
  | { kind: 'answer'; id: number; exitCode?: number; output?: string; problem?: string };

/** Why the server has closed a channel, where the page should do something else than come back. */
export const LAB_CHANNEL_CODES = {
  /** The lab has ended. */
  ended: 4000,
  /** The learner has logged out, or has too many pages of one lab. */
  left: 4001,
} as const;
