import type { FileReply } from '@academy/contract/exports';
import { csvSeparator } from '@academy/contract/i18n/csv-separator';
import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | boolean | Date | null;

/** A column of a CSV file: its title, and the cell of a row. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => CsvCell];

/** Rows that are read from the database at once: four times as many are no faster, and need more memory. */
const BATCH = 500;
/** Spreadsheets read a file as UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A table as a CSV file, read in batches while it is sent; separated as spreadsheets of the reader's language expect. Cells that a spreadsheet would read as a formula get an
 * apostrophe in front.
 *
 * @param name of the table, for the file's name
 * @param read the rows after the last one of the previous batch, in the order of the file; null: from the beginning
 */
export function csvReply<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: (after: Row | null, max: number) => Promise<readonly Row[]>,
  now: Date = new Date(),
): FileReply {
  async function* batches(): AsyncGenerator<readonly Row[]> {
    let rows = await read(null, BATCH);
    yield rows;
    while (rows.length === BATCH) {
      rows = await read(rows.at(-1) ?? null, BATCH);
      yield rows;
    }
  }
  return { fileName: fileNameOf(name, 'csv', now), type: CSV_TYPE, pieces: csvPieces(columns, batches()) };
}

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** @returns `users-2030-01-31.csv` */
export const fileNameOf = (name: string, ending: string, now: Date = new Date()): string =>
  `${name}-${now.toISOString().slice(0, 10)}.${ending}`;

/** The text of a CSV file. The head is sent with the first rows, so that a failure before them is still answered as an error. */
export function csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<string> {
  // Known now: pieces are made while they are sent, outside of what the request has around it.
  const delimiter = csvSeparator();
  const lines = (table: readonly (readonly CsvCell[])[]) => linesOf(table, delimiter);
  const cells = (rows: readonly Row[]) => rows.map((row) => columns.map(([, cell]) => cell(row)));
  async function* pieces(): AsyncGenerator<string> {
    let head = BYTE_ORDER_MARK + lines([columns.map(([title]) => title)]);
    for await (const rows of batches) {
      if (rows.length > 0 || head !== '') yield head + lines(cells(rows));
      head = '';
    }
    if (head !== '') yield head;
  }
  return pieces();
}

/** A table that is read as a whole, as a CSV file. */
export const csvOf = <Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): FileReply =>
  csvReply(name, columns, async (after) => (after === null ? rows : []));

/** Lines by RFC 4180. */
function linesOf(rows: readonly (readonly CsvCell[])[], delimiter: string): string {
  return stringify(rows as CsvCell[][], {
    delimiter,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { boolean: (value) => (value ? 'yes' : 'no'), date: (value) => value.toISOString() },
  });
}
