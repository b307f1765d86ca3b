import type { FileReply } from '@academy/contract/exports';
import type { ReportFormat } from '@academy/contract/rules/report-columns';
import { CSV_TYPE, csvPieces, fileNameOf } from './csv.ts';
import type { FileColumn } from './file-column.ts';
import { parquetPieces } from './parquet.ts';

/**
 * Rows as a file, written while they are read. The columns have the same names in each format.
 *
 * @param name of the table, for the file's name
 */
export function tableFile<Row>(
  format: ReportFormat,
  name: string,
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): FileReply {
  const fileName = fileNameOf(name, format);
  switch (format) {
    case 'csv':
      return {
        fileName,
        type: CSV_TYPE,
        pieces: csvPieces(
          columns.map((one) => [one.name, one.of] as const),
          batches,
        ),
      };
    case 'jsonl':
      return { fileName, type: 'application/x-ndjson', pieces: jsonLines(columns, batches) };
    case 'parquet':
      return { fileName, type: 'application/vnd.apache.parquet', pieces: parquetPieces(columns, batches) };
  }
}

/** One JSON object a line. */
async function* jsonLines<Row>(
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) {
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(columns.map(({ name, of }) => [name, of(row)]))));
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
}
