import { expect, test } from 'vitest';
import { inLanguageOf } from '../http/language.ts';
import { type CsvColumn, csvReply } from './csv.ts';

type Row = { place: number; text: string };

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['Place', ({ place }) => place],
  ['Text', ({ text }) => text],
];

async function written(rows: readonly Row[]): Promise<string> {
  const read = async (after: Row | null, max: number) =>
    rows.slice(after === null ? 0 : rows.indexOf(after) + 1).slice(0, max);
  let text = '';
  for await (const piece of csvReply('rows', COLUMNS, read).pieces) text += piece;
  return text;
}

test('a table becomes quoted lines with a head and a byte order mark', async () => {
  const text = await written([
    { place: 1, text: 'Zoë' },
    { place: 2, text: 'says "no", twice\nor more' },
  ]);
  expect(text).toBe('\uFEFFPlace,Text\r\n1,Zoë\r\n2,"says ""no"", twice\nor more"\r\n');
});

// Shows security#safe-cells
test('a cell that a spreadsheet would read as a formula is text', async () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    const text = await written([{ place: 1, text: `${start}HYPERLINK("http://example.org")` }]);
    expect(text).toContain(`'${start}HYPERLINK`);
  }
});

test('readers of German get semicolons, as German spreadsheets read them', async () => {
  const rows = [{ place: 1, text: 'Kühn; Dr., Jörg' }];
  expect(await inLanguageOf('de', () => written(rows))).toBe('\uFEFFPlace;Text\r\n1;"Kühn; Dr., Jörg"\r\n');
  expect(await inLanguageOf('en', () => written(rows))).toBe('\uFEFFPlace,Text\r\n1,"Kühn; Dr., Jörg"\r\n');
});

test('an empty table has its head', async () => {
  expect(await written([])).toBe('\uFEFFPlace,Text\r\n');
});

test('every row of many batches is there once, in its order', async () => {
  const rows = Array.from({ length: 6_001 }, (_, place) => ({ place, text: 'x' }));
  const text = await written(rows);
  expect(
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[0])),
  ).toEqual(rows.map(({ place }) => place));
});

test('the name of the file tells the table and the day', () => {
  const reply = csvReply('users', COLUMNS, async () => [], new Date('2030-01-31T23:59:59Z'));
  expect(reply.fileName).toBe('users-2030-01-31.csv');
});
