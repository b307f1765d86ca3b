import * as v from 'valibot';
import { defineCall } from './call.ts';
import { TablePageQuery } from './table-queries.ts';

/** The columns of a file with people, in any order; what is not there or empty stays as it is. */
export const IMPORT_COLUMNS = ['email', 'firstName', 'lastName', 'proStartsAt', 'proEndsAt', 'isAdmin'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Rows of one call; a longer file is sent in several. */
export const IMPORT_BATCH = 100;
/** Longest text of a field. More than any of them needs: what is too long is told row by row. */
const FIELD_MAX = 1_000;

const Field = v.optional(v.pipe(v.string(), v.maxLength(FIELD_MAX)), '');

/** A row as it stands in the file. */
export const ImportRowSchema = v.strictObject({
  /** Its line in the file, from 1. */
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  email: Field,
  firstName: Field,
  lastName: Field,
  /** Days (`2030-01-31`) or moments, UTC. */
  proStartsAt: Field,
  proEndsAt: Field,
  /** yes, no, or empty. */
  isAdmin: Field,
});
export type ImportRow = v.InferOutput<typeof ImportRowSchema>;

export const ImportResultSchema = v.object({
  line: v.number(),
  email: v.string(),
  outcome: v.picklist(['created', 'updated', 'unchanged', 'error']),
  /** What is wrong with the row, or what changes; null where there is nothing to say. */
  message: v.nullable(v.string()),
  /** True for a row that takes the administrator's role or shortens a membership; it needs `mayLower`. */
  lowers: v.boolean(),
});
export type ImportResult = v.InferOutput<typeof ImportResultSchema>;

const ImportIdSchema = v.pipe(v.string(), v.uuid('is not the id of an import'));

export const importPeople = defineCall({
  name: 'importPeople',
  method: 'POST',
  path: '/admin/users/import',
  summary:
    'Adds people and changes names, memberships and roles, row by row; a dry run only reports what would happen.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  body: v.strictObject({
    dryRun: v.boolean(),
    /** The same for all batches of a file: what they do is noted under it and can be taken back as a whole. */
    importId: v.optional(ImportIdSchema),
    /** Name of the file, for the list of imports. */
    fileName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200, 'must have at most 200 characters'))),
    /** Confirms rows that take a role or shorten a membership; without it they are refused. */
    mayLower: v.optional(v.boolean(), false),
    rows: v.pipe(
      v.array(ImportRowSchema),
      v.minLength(1, 'must hold a row'),
      v.maxLength(IMPORT_BATCH, 'must hold at most 100 rows'),
    ),
  }),
  reply: v.object({ result: v.array(ImportResultSchema) }),
});

/** Hours after which an import can no longer be taken back. */
export const UNDO_IMPORT_HOURS = 24;

/** One import with what it did, as the list shows it. */
export const ImportSummarySchema = v.object({
  importId: v.string(),
  startedAt: v.string(),
  /** E-mail address of the administrator who imported the file. */
  actorName: v.string(),
  /** Null for scripts that name no file. */
  fileName: v.nullable(v.string()),
  /** People who were added, and people who were there before and changed. */
  added: v.number(),
  changed: v.number(),
  /** Changes of all kinds that it made, and how many of them were taken back. */
  changes: v.number(),
  takenBack: v.number(),
  /** Who took it back last, and when; null: nobody did. */
  takenBackBy: v.nullable(v.string()),
  takenBackAt: v.nullable(v.string()),
  /** Until when it can be taken back; null: it cannot any more, or nothing of it is left to take back. */
  undoUntil: v.nullable(v.string()),
});
export type ImportSummary = v.InferOutput<typeof ImportSummarySchema>;

export const listImports = defineCall({
  name: 'listImports',
  method: 'GET',
  path: '/admin/users/imports',
  summary: 'Imports of people with what each did, newest first.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  query: v.strictObject(TablePageQuery),
  reply: v.object({ result: v.object({ content: v.array(ImportSummarySchema), totalElements: v.number() }) }),
});

/** Something of an import that stays as it is. */
export const ImportRemainderSchema = v.object({
  email: v.string(),
  /** Why it stays. */
  message: v.string(),
});
export type ImportRemainder = v.InferOutput<typeof ImportRemainderSchema>;

export const undoImport = defineCall({
  name: 'undoImport',
  method: 'POST',
  path: '/admin/users/import/:importId/undo',
  summary:
    'Takes back what an import of the last 24 hours did, as far as nobody has used or changed it since; in parts, from the last change to the first.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  params: v.strictObject({ importId: ImportIdSchema }),
  /** `next` of the part before; left out for the first one. */
  body: v.strictObject({ from: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) }),
  reply: v.object({
    /** Changes that were taken back in this part. */
    undone: v.number(),
    left: v.array(ImportRemainderSchema),
    /** Where the next part begins; null: this was the last one. */
    next: v.nullable(v.number()),
  }),
});
