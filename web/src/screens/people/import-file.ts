import { IMPORT_COLUMNS, type ImportColumn, type ImportRow } from '@academy/contract/people-import';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { importTexts } from './import-texts.ts';

/** More rows are for a script. */
export const IMPORT_ROWS_MAX = 50_000;
/** Longest file name that is stored. */
const FILE_NAME_MAX = 200;

/** A file with people: its rows, and those whose address an earlier row has. */
export interface PeopleFile {
  name: string;
  rows: ImportRow[];
  /** Lines that repeat an address, and the line where it stood first. */
  repeated: ReadonlyMap<number, number>;
}

/**
 * Reads a file with people: comma, semicolon or tab between the fields, the first line names the columns, in any letter
 * case and order.
 *
 * @returns the file, or in words what is wrong with it as a whole
 */
export function readPeopleFile(text: string, name = ''): PeopleFile | { problem: string } {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    // With `info` each record comes with its line, which the types of the library do not declare.
    records = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (error instanceof CsvError) return { problem: importTexts.noCsv({ message: error.message }) };
    throw error;
  }
  const [head, ...body] = records;
  if (head === undefined) return { problem: importTexts.emptyFile };
  const columns = head.record.map((name) => columnOf(name));
  const unknown = head.record.filter((name, at) => columns[at] === null && name !== '');
  if (!columns.includes('email')) return { problem: importTexts.noColumns };
  if (unknown.length > 0) return { problem: importTexts.unknownColumns({ columns: unknown.join(', ') }) };
  if (body.length === 0) return { problem: importTexts.noRows };
  if (body.length > IMPORT_ROWS_MAX) return { problem: importTexts.tooManyRows({ count: body.length }) };
  const firstLine = new Map<string, number>();
  const repeated = new Map<number, number>();
  const rows = body.map(({ record, info: { lines: line } }) => {
    const row: ImportRow = {
      line,
      email: '',
      firstName: '',
      lastName: '',
      proStartsAt: '',
      proEndsAt: '',
      isAdmin: '',
    };
    for (const [at, column] of columns.entries()) if (column !== null) row[column] = (record[at] ?? '').slice(0, 1_000);
    const address = row.email.toLowerCase();
    const before = firstLine.get(address);
    if (address !== '' && before !== undefined) repeated.set(line, before);
    else firstLine.set(address, line);
    return row;
  });
  return { name: name.slice(0, FILE_NAME_MAX), rows, repeated };
}

/** `First Name` and `first_name` are `firstName`. */
function columnOf(name: string): ImportColumn | null {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  return IMPORT_COLUMNS.find((column) => plain(column) === plain(name)) ?? null;
}
