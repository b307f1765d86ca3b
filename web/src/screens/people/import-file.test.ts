import { expect, test } from 'vitest';
import { readPeopleFile } from './import-file.ts';

const rowsOf = (text: string) => {
  const file = readPeopleFile(text);
  if ('problem' in file) throw new Error(file.problem);
  return file;
};

test('columns stand in any order, letter case and spelling, between commas, semicolons or tabs', () => {
  for (const between of [',', ';', '\t']) {
    const text = ['\uFEFFLast Name', 'EMAIL', 'pro_ends_at'].join(between);
    const { rows } = rowsOf(`${text}\r\nLovelace${between} ada@example.org ${between}2030-12-31\r\n\r\n`);
    expect(rows).toEqual([
      {
        line: 2,
        email: 'ada@example.org',
        firstName: '',
        lastName: 'Lovelace',
        proStartsAt: '',
        proEndsAt: '2030-12-31',
        isAdmin: '',
      },
    ]);
  }
});

test('quotes hold commas and line breaks, and lines keep their numbers', () => {
  const { rows } = rowsOf('email,firstName\n"a@example.org","Ada, Countess"\nb@example.org,Grace\n');
  expect(rows.map(({ line, firstName }) => [line, firstName])).toEqual([
    [2, 'Ada, Countess'],
    [3, 'Grace'],
  ]);
});

test('a repeated address is reported with the line of its first occurrence', () => {
  const { repeated } = rowsOf('email\na@example.org\nb@example.org\nA@Example.org\n\n,\n');
  expect([...repeated]).toEqual([[4, 2]]);
});

test.each([
  ['', 'The file is empty.'],
  ['name\nAda', 'The first line must name the columns, among them email.'],
  ['email,shoe size\na@example.org,39', 'Unknown columns: shoe size.'],
  ['email\n', 'The file names columns but has no rows.'],
  ['email\n"a@example.org', 'This is not a CSV file'],
])('%j is refused as a whole', (text, problem) => {
  expect(readPeopleFile(text)).toEqual({ problem: expect.stringContaining(problem) });
});

test('10,000 rows are read at once', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `person${at}@example.org,P${at},Person`);
  expect(rowsOf(`email,firstName,lastName\n${lines.join('\n')}`).rows).toHaveLength(10_000);
});
