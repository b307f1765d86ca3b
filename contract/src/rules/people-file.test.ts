import { expect, test } from 'vitest';
import { readPeopleFile } from './people-file.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const fileOf = (bytes: Uint8Array, options?: Parameters<typeof readPeopleFile>[1]) => {
  const file = readPeopleFile(bytes, options);
  if ('problem' in file) throw new Error(JSON.stringify(file.problem));
  return file;
};
const rowsOf = (text: string) => fileOf(bytesOf(text));
const namesIn = (bytes: Uint8Array, options?: Parameters<typeof readPeopleFile>[1]) =>
  fileOf(bytes, options).rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

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
        groups: '',
      },
    ]);
  }
});

test('names saved as Windows-1252 come right, and are marked as a guess', () => {
  const excel = latin(
    'email;firstName;lastName\r\nf@example.org;Fran\xe7ois;M\xfcller\r\nz@example.org;\x8eana;\xd8st\r\n',
  );
  expect(namesIn(excel)).toEqual(['François Müller', 'Žana Øst']);
  expect(fileOf(excel)).toMatchObject({ encoding: 'windows-1252', isGuess: true });
  expect(fileOf(bytesOf('email;firstName\nf@example.org;François'))).toMatchObject({ isGuess: false });
});

test('another encoding can be chosen where the file does not say its own', () => {
  const czech = latin('email;firstName\r\nj@example.org;Ji\xf8\xed\r\n');
  expect(namesIn(czech)).toEqual(['Jiøí ']);
  expect(namesIn(czech, { encoding: 'windows-1250' })).toEqual(['Jiří ']);
});

test('Unicode text of Excel, UTF-16 with tabs, is read', () => {
  const text = Buffer.from('\uFEFFE-Mail\tVorname\tNachname\r\nf@example.org\tFrançois\tMüller\r\n', 'utf16le');
  expect(namesIn(text)).toEqual(['François Müller']);
});

test('quotes hold commas and line breaks, and lines keep their numbers', () => {
  const { rows } = rowsOf('email,firstName\n"a@example.org","Ada, Countess"\nb@example.org,Grace\n');
  expect(rows.map(({ line, firstName }) => [line, firstName])).toEqual([
    [2, 'Ada, Countess'],
    [3, 'Grace'],
  ]);
});

test('between semicolons a comma is part of a name', () => {
  const { rows } = rowsOf('email;lastName;firstName\na@example.org;Kühn, Dr.;Jörg\n');
  expect(rows).toMatchObject([{ lastName: 'Kühn, Dr.', firstName: 'Jörg' }]);
});

test('a quote inside of a name is part of it', () => {
  const { rows } = rowsOf('email;firstName;lastName\na@example.org;Hans "Jo";"M""x"\n');
  expect(rows).toMatchObject([{ firstName: 'Hans "Jo"', lastName: 'M"x' }]);
});

test('the line "sep=;" of Excel and rows without any value are skipped', () => {
  const { rows } = rowsOf('sep=;\r\nemail;firstName\r\n;;\r\na@example.org;Ada\r\n;\r\n\r\n');
  expect(rows).toMatchObject([{ line: 4, email: 'a@example.org', firstName: 'Ada' }]);
});

test('columns of the export are understood, and its cells lose their apostrophe', () => {
  const { rows } = rowsOf(
    "Id,First name,Last name,Login,Verified,Administrator,Pro,Pro from,Pro until,Since\n1,'=Ada,'-,a@example.org,yes,no,yes,2030-01-01T00:00:00.000Z,2030-12-31T23:59:59.999Z,2029-01-01T00:00:00.000Z\n",
  );
  expect(rows).toEqual([
    {
      line: 2,
      email: 'a@example.org',
      firstName: '=Ada',
      lastName: '-',
      proStartsAt: '2030-01-01T00:00:00.000Z',
      proEndsAt: '2030-12-31T23:59:59.999Z',
      isAdmin: 'no',
      groups: '',
    },
  ]);
});

test('a repeated address is reported with the line of its first occurrence', () => {
  const { refused } = rowsOf('email\na@example.org\nb@example.org\nA@Example.org\n\n,\n');
  expect([...refused]).toEqual([[4, { is: 'repeated', line: 2 }]]);
  const hosts = rowsOf('email\na@münchen.example\na@xn--mnchen-3ya.example\n');
  expect([...hosts.refused]).toEqual([[3, { is: 'repeated', line: 2 }]]);
});

test('a row with values behind the last column is refused', () => {
  const { refused } = rowsOf('email,lastName,isAdmin\na@example.org,Kühn, Dr.,yes\nb@example.org,Ott,no,,\n');
  expect([...refused]).toEqual([[2, { is: 'more-fields', fields: 4, columns: 3 }]]);
});

test('a last row that is cut off is refused', () => {
  const cut = (end: string) => [...rowsOf(`email,lastName\na@example.org,Ott\n${end}`).refused.values()];
  expect(cut('b@example.or')).toEqual([{ is: 'cut-off' }]);
  expect(cut('b@example.org,Kühn')).toEqual([]);
  expect(cut('b@example.org\n')).toEqual([]);
  expect([...rowsOf('email,lastName\na@example.org\nb@example.org').refused]).toEqual([]);
});

test.each([
  ['', { is: 'empty' }],
  ['name\nAda', { is: 'no-email-column' }],
  ['email,shoe size\na@example.org,39', { is: 'unknown-columns', columns: 'shoe size' }],
  ['email,Pro\na@example.org,yes', { is: 'unknown-columns', columns: 'Pro' }],
  ['email,Vorname,firstName\na@example.org,A,B', { is: 'repeated-columns', columns: 'firstName' }],
  ['email\n', { is: 'no-rows' }],
  ['email\n"a@example.org', { is: 'no-csv', line: 2 }],
  ['email,firstName\na@example.org,A\nb@example.org,"B\nc@example.org,C\n', { is: 'no-csv', line: 3 }],
  ['"email\na@example.org', { is: 'no-csv', line: 1 }],
  ['PK\x03\x04\0\0', { is: 'workbook' }],
  ['<html><table><tr><td>email</td></tr></table>', { is: 'workbook' }],
  ['email\n\0\0a', { is: 'no-text' }],
])('%j is refused as a whole', (text, problem) => {
  expect(readPeopleFile(bytesOf(text))).toEqual({ problem });
});

test('10,000 rows are read at once', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `person${at}@example.org,P${at},Person`);
  expect(rowsOf(`email,firstName,lastName\n${lines.join('\n')}`).rows).toHaveLength(10_000);
});
