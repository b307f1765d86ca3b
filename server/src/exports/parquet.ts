import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import type { FileColumn } from './file-column.ts';

/** Rows of a group: with 100,000 the writer holds 420 MB. */
const GROUP_ROWS = 5_000;

/**
 * Rows as a Parquet file, written while they are read: a group of rows is in memory at a time. Moments are UTC.
 */
export async function* parquetPieces<Row>(
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  let waiting = Promise.withResolvers<void>();
  /** What the writer has written and nobody has taken. */
  let pieces: Uint8Array[] = [];
  let taken = Promise.withResolvers<void>();
  let isOver = false;
  const flush = (): Promise<void> => {
    pieces.push(new Uint8Array(writer.buffer.slice(0, writer.index)));
    writer.index = 0;
    taken = Promise.withResolvers<void>();
    waiting.resolve();
    // The next group is read once this one was taken.
    return taken.promise;
  };
  const rows = rowsOf(columns, batches);
  const writing = Promise.resolve(
    parquetWriteRows({
      writer: Object.assign(writer, { flush, finish: flush }),
      rows,
      columns: columns.map(({ name, type }) => ({ name, type: TYPES[type], nullable: true })),
      rowGroupSize: GROUP_ROWS,
      createdBy: 'academy',
    }),
  ).finally(() => {
    isOver = true;
    waiting.resolve();
  });
  writing.catch(() => undefined);
  try {
    while (!isOver || pieces.length > 0) {
      await waiting.promise;
      waiting = Promise.withResolvers<void>();
      const ready = pieces;
      pieces = [];
      yield* ready;
      taken.resolve();
    }
    await writing;
  } finally {
    // A reader who leaves ends the reading of rows.
    await rows.return(undefined);
    taken.resolve();
  }
}

const TYPES = { text: 'STRING', flag: 'BOOLEAN', count: 'INT32', moment: 'TIMESTAMP' } as const;

async function* rowsOf<Row>(
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Record<string, unknown>, void, undefined> {
  for await (const rows of batches)
    for (const row of rows)
      yield Object.fromEntries(
        columns.map((column) => {
          const value = column.of(row);
          return [column.name, column.type === 'moment' && value !== null ? new Date(String(value)) : value];
        }),
      );
}
