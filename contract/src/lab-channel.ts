import * as v from 'valibot';
import { type LabChanges, type LabEntry, type LabFileText, LabFolderSchema } from './lab-home.ts';
import { LabPathSchema, type LabSnapshot } from './labs.ts';

/** Protocol name of a lab's WebSocket; the ticket is sent as a second protocol name. */
export const LAB_CHANNEL_PROTOCOL = 'academy-lab';

/** Terminals that a lab may have. */
export const LAB_TERMINALS = ['1', '2', '3'] as const;
/** Most characters of one input message; longer input is split. */
export const LAB_INPUT_LENGTH = 16_384;
/** Most bytes of one message. */
export const LAB_MESSAGE_BYTES = 1_000_000;
/** Longest file that a page may write, in characters. */
export const LAB_FILE_LENGTH = 200_000;

const TerminalSchema = v.picklist(LAB_TERMINALS);
const CountSchema = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const SizeEntries = { columns: CountSchema(2, 500), rows: CountSchema(1, 300) };
/** Chosen by the page, to match replies with requests. */
const IdSchema = CountSchema(1, 1_000_000_000);

/** Messages of a page to its lab on the server. */
export const LabMessageSchema = v.variant('kind', [
  /** Shows a terminal, and opens it when needed. */
  v.strictObject({ kind: v.literal('show'), terminal: TerminalSchema, ...SizeEntries }),
  v.strictObject({ kind: v.literal('resize'), terminal: TerminalSchema, ...SizeEntries }),
  v.strictObject({
    kind: v.literal('input'),
    terminal: TerminalSchema,
    text: v.pipe(v.string(), v.maxLength(LAB_INPUT_LENGTH)),
    /** Numbers it, so that it is typed once although it may be sent again. Left out, it is typed as often as it arrives. */
    sent: v.optional(
      v.strictObject({
        /** The same for all connections of a page. */
        page: v.pipe(v.string(), v.uuid()),
        /** Number of its first character among those that the page has typed into this terminal, from 0. */
        from: CountSchema(0, Number.MAX_SAFE_INTEGER),
      }),
    ),
  }),
  /** Flow control: this many characters of a terminal are displayed, so more may be sent. */
  v.strictObject({ kind: v.literal('seen'), terminal: TerminalSchema, characters: CountSchema(1, 100_000_000) }),
  /** Heartbeat: the page is open. */
  v.strictObject({ kind: v.literal('beat'), hidden: v.boolean() }),
  v.strictObject({
    kind: v.literal('write'),
    id: IdSchema,
    path: LabPathSchema,
    text: v.pipe(v.string(), v.maxLength(LAB_FILE_LENGTH)),
  }),
  v.strictObject({ kind: v.literal('makeFolder'), id: IdSchema, path: LabPathSchema }),
  v.strictObject({ kind: v.literal('copy'), id: IdSchema, from: LabPathSchema, path: LabPathSchema }),
  v.strictObject({ kind: v.literal('move'), id: IdSchema, from: LabPathSchema, path: LabPathSchema }),
  v.strictObject({ kind: v.literal('remove'), id: IdSchema, path: LabPathSchema }),
  v.strictObject({
    kind: v.literal('test'),
    id: IdSchema,
    script: v.pipe(v.string(), v.maxLength(100_000)),
    words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(1_000))), v.maxLength(100)),
    seconds: CountSchema(1, 120),
    /** What the check reads from its standard input. */
    input: v.optional(v.pipe(v.string(), v.maxLength(LAB_FILE_LENGTH))),
  }),
  /** What is in a folder. */
  v.strictObject({ kind: v.literal('list'), id: IdSchema, path: LabFolderSchema }),
  /** The text of a file, which is reported from then on whenever it changes. */
  v.strictObject({ kind: v.literal('read'), id: IdSchema, path: LabPathSchema }),
  /** The text that a file had at the start. */
  v.strictObject({ kind: v.literal('original'), id: IdSchema, path: LabPathSchema }),
  /** Files that differ from the start. */
  v.strictObject({ kind: v.literal('changes'), id: IdSchema }),
  /** Restores all files to their initial state. */
  v.strictObject({ kind: v.literal('restart'), id: IdSchema }),
]);
export type LabMessage = v.InferOutput<typeof LabMessageSchema>;

/** Messages of the server to the page. */
export type LabNews =
  /** `again`: repeated output, whose terminal queries have been answered already. */
  | { kind: 'output'; terminal: string; text: string; again: boolean }
  /** Numbered input of this page has been passed to the terminal, up to this number. */
  | { kind: 'received'; terminal: string; upTo: number }
  /** Texts of the lab; of a large home folder (`isPart`) those that have changed, and those that were read. */
  | { kind: 'files'; files: LabSnapshot['files']; isPart?: boolean }
  /** All terminals have been restarted. */
  | { kind: 'restarted' }
  | { kind: 'ended' }
  | {
      kind: 'answer';
      id: number;
      exitCode?: number;
      output?: string;
      problem?: string;
      /** Of a folder; `isCut`: there are more. */
      entries?: LabEntry[];
      isCut?: boolean;
      /** Of a file. */
      file?: LabFileText;
      changes?: LabChanges;
    };

/** Close codes after which the page must not simply reconnect. */
export const LAB_CHANNEL_CODES = {
  /** The lab has ended. */
  ended: 4000,
  /** The learner has logged out, or has too many pages of one lab open. */
  left: 4001,
} as const;
