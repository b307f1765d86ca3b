import { expect, test } from 'vitest';
import { resultsFile } from './import-results.ts';

test('the result of an import is a file of rows without formulas', () => {
  const file = resultsFile([
    {
      line: 3,
      email: '=cmd()',
      outcome: 'error',
      message: 'email: is no e-mail address',
      lowers: false,
      raises: false,
    },
    {
      line: 2,
      email: 'ada@example.org',
      outcome: 'updated',
      message: 'name: Ada, Pro until 2030-12-31',
      lowers: false,
      raises: false,
    },
    { line: 4, email: 'grace@example.org', outcome: 'unchanged', message: null, lowers: false, raises: false },
  ]);
  expect(file.split('\r\n')).toEqual([
    '\uFEFFLine,E-mail,Outcome,What',
    '2,ada@example.org,updated,"name: Ada, Pro until 2030-12-31"',
    "3,'=cmd(),error,email: is no e-mail address",
    '4,grace@example.org,unchanged,',
    '',
  ]);
});
