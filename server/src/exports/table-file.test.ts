import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import type { FileColumn } from './file-column.ts';
import { tableFile } from './table-file.ts';

interface Row {
  name: string;
  count: number | null;
  at: string | null;
}

const COLUMNS: readonly FileColumn<Row>[] = [
  { name: 'name', type: 'text', of: ({ name }) => name },
  { name: 'count', type: 'count', of: ({ count }) => count },
  { name: 'occurred_at', type: 'moment', of: ({ at }) => at },
];
const AT = '2030-01-31T09:30:00.123Z';
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ name: `Zoë ${n}`, count: n % 3 === 0 ? null : n, at: n % 2 ? AT : null }));

async function* inBatches(rows: readonly Row[], size = 500): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

async function bytesOf(format: 'jsonl' | 'parquet', batches: AsyncIterable<readonly Row[]>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of tableFile(format, 'rows', COLUMNS, batches).pieces) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const bufferOf = (bytes: Buffer) => new Uint8Array(bytes).buffer;

test('a Parquet file has every row with its type, in groups of 5,000', async () => {
  const rows = rowsOf(12_001);
  const file = bufferOf(await bytesOf('parquet', inBatches(rows)));
  const found = await parquetReadObjects({ file });
  expect(found).toEqual(
    rows.map(({ name, count, at }) => ({ name, count, occurred_at: at === null ? null : new Date(at) })),
  );
  expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([5_000, 5_000, 2_001]);
});

test('a Parquet file without rows can be read', async () => {
  const file = bufferOf(await bytesOf('parquet', inBatches([])));
  expect(await parquetReadObjects({ file })).toEqual([]);
  expect(
    parquetMetadata(file)
      .schema.slice(1)
      .map(({ name }) => name),
  ).toEqual(['name', 'count', 'occurred_at']);
});

test('rows are read as the file is taken, and no further', async () => {
  let read = 0;
  let isOver = false;
  async function* counted(): AsyncGenerator<readonly Row[]> {
    try {
      for await (const rows of inBatches(rowsOf(50_000))) {
        read += rows.length;
        yield rows;
      }
    } finally {
      isOver = true;
    }
  }
  for await (const _piece of tableFile('parquet', 'rows', COLUMNS, counted()).pieces) break;
  expect(read).toBeLessThan(15_000);
  expect(isOver).toBe(true);
});

test('a failure while rows are read breaks the file off', async () => {
  async function* failing(): AsyncGenerator<readonly Row[]> {
    yield rowsOf(6_000);
    throw new Error('the database is away');
  }
  for (const format of ['jsonl', 'parquet'] as const)
    await expect(bytesOf(format, failing())).rejects.toThrow('the database is away');
});

test('JSON lines have one object a line, with the same names', async () => {
  const text = (await bytesOf('jsonl', inBatches(rowsOf(2)))).toString();
  expect(text).toBe(
    `{"name":"Zoë 0","count":null,"occurred_at":null}\n{"name":"Zoë 1","count":1,"occurred_at":"${AT}"}\n`,
  );
});
