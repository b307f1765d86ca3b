import * as v from 'valibot';
import { defineCall, type Reach } from './call.ts';

/** A file as the server writes it, piece by piece. */
export interface FileReply {
  /** `users-2030-01-31.csv` */
  fileName: string;
  /** `text/csv; charset=utf-8` */
  type: string;
  pieces: AsyncIterable<string | Uint8Array>;
}

/** Reply of calls that answer with a file. */
export const FileReplySchema = v.custom<FileReply>(() => true);

/**
 * Describes a call that replies with a table as a CSV file: UTF-8 with a byte order mark, one head line, commas between
 * the fields (semicolons for readers of German), quoted fields where needed, and an apostrophe before cells that a spreadsheet would read as a formula.
 *
 * @param query filters of the rows, as in the call that lists them
 */
/*#__NO_SIDE_EFFECTS__*/
export const defineExport = <const Query extends v.GenericSchema<unknown, unknown>>(table: {
  name: string;
  /** `users.csv` */
  file: string;
  summary: string;
  reach: Reach;
  query: Query;
}) =>
  defineCall({
    name: table.name,
    method: 'GET',
    path: `/admin/exports/${table.file}`,
    summary: table.summary,
    who: 'admin',
    reach: table.reach,
    tenant: true,
    loader: false,
    answers: 'file',
    query: table.query,
    reply: FileReplySchema,
  });
