import * as v from 'valibot';
import { defineCall } from './call.ts';
import { TablePageQuery } from './table-queries.ts';

/** Columns of a file of people, in any order; missing and empty ones change nothing. */
export const IMPORT_COLUMNS = [
  'email',
  'firstName',
  'lastName',
  'proStartsAt',
  'proEndsAt',
  'isAdmin',
  'groups',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Most rows in one call; a longer file is sent in several. */
export const IMPORT_BATCH = 100;
/** Longest text of a field; more than any field accepts, so that too long ones are reported row by row. */
const FIELD_MAX = 1_000;

const Field = v.optional(v.pipe(v.string(), v.maxLength(FIELD_MAX)), '');

/** A row as in the file. */
export const ImportRowSchema = v.strictObject({
  /** Its line number in the file, from 1. */
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  email: Field,
  firstName: Field,
  lastName: Field,
  /** Days (`2030-01-31`, `31.01.2030`) or moments, UTC. */
  proStartsAt: Field,
  proEndsAt: Field,
  /** yes or no, also as true, 1, ja or wahr; or empty. */
  isAdmin: Field,
  /** Names of groups of the academy, with a semicolon between; `-` for none. They replace those of earlier imports. */
  groups: Field,
});
export type ImportRow = v.InferOutput<typeof ImportRowSchema>;

export const ImportResultSchema = v.object({
  line: v.number(),
  email: v.string(),
  outcome: v.picklist(['created', 'updated', 'unchanged', 'error']),
  /** What is wrong with the row, or what it changes; null: nothing. */
  message: v.nullable(v.string()),
  /** True for a row that revokes the administrator's role or shortens a membership; it requires `mayLower`. */
  lowers: v.boolean(),
  /** True for a row that makes a person an administrator. */
  raises: v.boolean(),
});
export type ImportResult = v.InferOutput<typeof ImportResultSchema>;

const ImportIdSchema = v.pipe(v.string(), v.uuid());

export const importPeople = defineCall({
  name: 'importPeople',
  method: 'POST',
  path: '/admin/users/import',
  summary:
    'Adds people and changes names, memberships, roles and groups of the academy, row by row; a dry run only reports what would happen.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  body: v.strictObject({
    dryRun: v.boolean(),
    /** The same for all calls of a file: its changes are recorded under it and can be reverted together. */
    importId: v.optional(ImportIdSchema),
    /** Name of the file, for the list of imports. */
    fileName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
    /** Confirms rows that revoke a role or shorten a membership; without it they are refused. */
    mayLower: v.optional(v.boolean(), false),
    /** Mails each added person a link for their first password. */
    invite: v.optional(v.boolean(), false),
    rows: v.pipe(v.array(ImportRowSchema), v.minLength(1), v.maxLength(IMPORT_BATCH)),
  }),
  reply: v.object({ result: v.array(ImportResultSchema) }),
});

/** Hours within which an import can be reverted. */
export const UNDO_IMPORT_HOURS = 24;

/** An import with its changes, for the list. */
export const ImportSummarySchema = v.object({
  importId: v.string(),
  startedAt: v.string(),
  /** E-mail address of the administrator who imported the file. */
  actorName: v.string(),
  /** Number of people added, and of existing people changed. */
  fileName: v.nullable(v.string()),
  /** Number of all changes, and of reverted ones. */
  added: v.number(),
  changed: v.number(),
  /** Who reverted it last, and when; null: never. */
  changes: v.number(),
  takenBack: v.number(),
  /** Until when it can be reverted; null: not any more, or nothing is left to revert. */
  takenBackBy: v.nullable(v.string()),
  takenBackAt: v.nullable(v.string()),
  /** A change of an import that cannot be reverted. */
  undoUntil: v.nullable(v.string()),
});
export type ImportSummary = v.InferOutput<typeof ImportSummarySchema>;

export const listImports = defineCall({
  name: 'listImports',
  method: 'GET',
  path: '/admin/users/imports',
  summary: 'Imports of people with their results, newest first.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  query: v.strictObject(TablePageQuery),
  reply: v.object({ result: v.object({ content: v.array(ImportSummarySchema), totalElements: v.number() }) }),
});

/** Why not. */
export const ImportRemainderSchema = v.object({
  email: v.string(),
  /** `next` of the previous reply; left out for the first call. */
  message: v.string(),
});
export type ImportRemainder = v.InferOutput<typeof ImportRemainderSchema>;

export const undoImport = defineCall({
  name: 'undoImport',
  method: 'POST',
  path: '/admin/users/import/:importId/undo',
  summary:
    'Undoes an import of the last 24 hours, except what was used or changed since; in batches, from the last change to the first.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  params: v.strictObject({ importId: ImportIdSchema }),
  /** Number of changes reverted by this call. */
  body: v.strictObject({
    from: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))),
  }),
  reply: v.object({
    /** Where the next call continues; null: this was the last one. */
    undone: v.number(),
    left: v.array(ImportRemainderSchema),
    /** Where the next part begins; null: this was the last one. */
    next: v.nullable(v.number()),
  }),
});
