import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { IMPORT_COLUMNS, type ImportColumn, type ImportRow } from '../people-import.ts';
import { type FileEncoding, textOfFile } from './text-encoding.ts';

/** More rows are for a script. */
export const IMPORT_ROWS_MAX = 50_000;
/** Longest file name that is stored. */
const FILE_NAME_MAX = 200;

/** What is wrong with a row of a file, apart from its values. */
export type RowProblem =
  /** An earlier line has its address. */
  | { is: 'repeated'; line: number }
  /** It has values behind the last column: a separator inside of a field that is not in quotes. */
  | { is: 'more-fields'; fields: number; columns: number }
  /** The file ends in the middle of it. */
  | { is: 'cut-off' };

/** A file with people: its rows, and what is wrong with some of them. */
export interface PeopleFile {
  name: string;
  rows: ImportRow[];
  /** Rows that are not imported, by their line. */
  refused: ReadonlyMap<number, RowProblem>;
  encoding: FileEncoding;
  /** True where the bytes do not say the encoding: somebody has to look at the names before they are stored. */
  isGuess: boolean;
}

/** What is wrong with a file as a whole. */
export type PeopleFileProblem =
  | { is: 'empty' | 'workbook' | 'no-text' | 'no-email-column' | 'no-rows' }
  /** A field that begins with a quotation mark in this line does not end with one. */
  | { is: 'no-csv'; line: number }
  | { is: 'unknown-columns' | 'repeated-columns'; columns: string }
  | { is: 'too-many-rows'; count: number };

/** First bytes of workbooks of Excel and LibreOffice (ZIP), and of old ones of Excel. */
const WORKBOOKS = ['PK\x03\x04', '\xd0\xcf\x11\xe0'];

/**
 * Reads a file with people: comma, semicolon or tab between the fields, the first line names the columns, in any letter
 * case and order. Columns of the export of users are understood; those that say nothing to be imported are skipped.
 *
 * @param encoding chosen by a person, for files that do not say theirs
 * @returns the file, or what is wrong with it as a whole
 */
export function readPeopleFile(
  bytes: Uint8Array,
  { name = '', encoding }: { name?: string; encoding?: FileEncoding } = {},
): PeopleFile | { problem: PeopleFileProblem } {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (WORKBOOKS.includes(start)) return { problem: { is: 'workbook' } };
  const file = textOfFile(bytes, encoding);
  if (file === null) return { problem: { is: 'no-text' } };
  // Web applications give tables of HTML and XML to spreadsheets, under the names of workbooks.
  if (/^\s*</.test(file.text)) return { problem: { is: 'workbook' } };
  const records = recordsOf(file.text);
  if ('problem' in records) return records;
  const [head, ...body] = records;
  if (head === undefined) return { problem: { is: 'empty' } };
  const columns = head.record.map((title) => columnOf(title));
  const problem = problemOfColumns(head.record, columns);
  if (problem !== null) return { problem };
  if (body.length === 0) return { problem: { is: 'no-rows' } };
  if (body.length > IMPORT_ROWS_MAX) return { problem: { is: 'too-many-rows', count: body.length } };
  const rows = body.map(({ record, info }) => rowOf(record, columns, info.lines));
  const refused = new Map([...repeatedIn(rows), ...misshapenIn(records, /[\r\n]$/.test(file.text))]);
  return { name: name.slice(0, FILE_NAME_MAX), rows, refused, encoding: file.encoding, isGuess: file.isGuess };
}

/** With `info` each record comes with its line, which the types of the library do not declare. */
interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function recordsOf(text: string): CsvRecord[] | { problem: PeopleFileProblem } {
  // Excel writes `sep=;` into a first line of its own. It is emptied, so that the others keep their numbers.
  const csv = text.replace(/^sep=.(?=\r|\n)/i, '');
  const read = (to: number) =>
    parse(csv, {
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      // A quote inside of a name is part of it; one wrong name does not refuse the whole file.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to,
      trim: true,
    }) as unknown as CsvRecord[];
  try {
    return read(-1);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The library names the line where it gave up, often the last one. The quote stands behind the records before it.
    const { records } = error;
    const before = Number(records);
    return { problem: { is: 'no-csv', line: (before > 0 ? (read(before).at(-1)?.info.lines ?? 0) : 0) + 1 } };
  }
}

/** What stands most often between the titles of the columns; names in the rows may hold the other signs. */
function delimiterOf(csv: string): string {
  const titles = (/^\s*(.*)/.exec(csv)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const countOf = (sign: string) => titles.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}

function problemOfColumns(
  titles: readonly string[],
  columns: readonly (ImportColumn | 'skipped' | null)[],
): PeopleFileProblem | null {
  if (!columns.includes('email')) return { is: 'no-email-column' };
  // In the export days stand beside it; alone it would be lost.
  const hasDays = columns.some((column) => column === 'proStartsAt' || column === 'proEndsAt');
  const unknown = titles.filter(
    (title, at) => (columns[at] === null && title !== '') || (!hasDays && /^\s*pro\s*$/i.test(title)),
  );
  if (unknown.length > 0) return { is: 'unknown-columns', columns: unknown.join(', ') };
  const twice = titles.filter((_, at) => {
    const column = columns[at] ?? 'skipped';
    return column !== 'skipped' && columns.indexOf(column) < at;
  });
  return twice.length > 0 ? { is: 'repeated-columns', columns: twice.join(', ') } : null;
}

function rowOf(record: readonly string[], columns: readonly (ImportColumn | 'skipped' | null)[], line: number) {
  const row: ImportRow = {
    line,
    email: '',
    firstName: '',
    lastName: '',
    proStartsAt: '',
    proEndsAt: '',
    isAdmin: '',
    groups: '',
  };
  for (const [at, column] of columns.entries())
    if (column !== null && column !== 'skipped') row[column] = unescaped(record[at] ?? '').slice(0, 1_000);
  row.email = withAsciiHost(row.email);
  return row;
}

/**
 * The address of a host with other letters in the form that mail servers know, as fields for addresses in browsers send
 * it: `info@xn--mller-kva.de` for `info@müller.de`.
 */
function withAsciiHost(address: string): string {
  const [, name, host] = /^(.*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(address.normalize('NFKC').trim()) ?? [];
  if (name === undefined || !URL.canParse(`http://${host}`)) return address;
  return /[^a-z\d.-]/i.test(host ?? '') ? name + new URL(`http://${host}`).hostname : address;
}

/** Exports put an apostrophe before cells that a spreadsheet would read as a formula. */
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, '');

function repeatedIn(rows: readonly ImportRow[]): Map<number, RowProblem> {
  const firstLine = new Map<string, number>();
  const repeated = new Map<number, RowProblem>();
  for (const { email, line } of rows) {
    const address = email.normalize('NFKC').trim().toLowerCase();
    const before = firstLine.get(address);
    if (address !== '' && before !== undefined) repeated.set(line, { is: 'repeated', line: before });
    else firstLine.set(address, line);
  }
  return repeated;
}

/** Rows with values behind the last column; and a last row that ends before it, where all others are whole. */
function misshapenIn([head, ...body]: readonly CsvRecord[], endsWithLine: boolean): Map<number, RowProblem> {
  const columns = head?.record.length ?? 0;
  const problems = new Map<number, RowProblem>();
  for (const { record, info } of body) {
    const fields = record.findLastIndex((field) => field !== '') + 1;
    if (fields > columns) problems.set(info.lines, { is: 'more-fields', fields, columns });
  }
  const last = body.at(-1);
  const isCut = !endsWithLine && body.every(({ record }) => record.length < columns === (record === last?.record));
  if (last !== undefined && isCut) problems.set(last.info.lines, { is: 'cut-off' });
  return problems;
}

/** Other titles of columns: those of the export of users, and what lists in English and German call them. */
const TITLES: Readonly<Record<ImportColumn | 'skipped', readonly string[]>> = {
  email: ['login', 'emailaddress', 'mail', 'mailadresse', 'emailadresse'],
  firstName: ['givenname', 'vorname'],
  lastName: ['surname', 'familyname', 'nachname', 'familienname'],
  proStartsAt: ['profrom', 'proab', 'provon'],
  proEndsAt: ['prountil', 'probis'],
  isAdmin: ['administrator', 'admin'],
  groups: ['group', 'gruppe', 'gruppen', 'team', 'teams'],
  skipped: ['id', 'verified', 'pro', 'since', 'firstlogin'],
};

/** `First Name` and `first_name` are `firstName`. */
function columnOf(title: string): ImportColumn | 'skipped' | null {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  const given = plain(title);
  const own = IMPORT_COLUMNS.find((column) => plain(column) === given);
  const names = Object.keys(TITLES) as (keyof typeof TITLES)[];
  return own ?? names.find((name) => TITLES[name].includes(given)) ?? null;
}
