import * as v from 'valibot';
import { expect, test } from 'vitest';
import { EmailSchema } from './email.ts';

const emailOf = (text: string) => {
  const parsed = v.safeParse(EmailSchema, text);
  return parsed.success ? parsed.output : null;
};

test.each([
  ['lena@example.org', 'lena@example.org'],
  ['  Lena@Example.ORG  ', 'lena@example.org'],
  ['\u00a0lena@example.org\u3000', 'lena@example.org'],
  ['ｌｅｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'lena@example.org'],
  ['LENA＠example.org', 'lena@example.org'],
  ["o'hara+course@mail.example.co.uk", "o'hara+course@mail.example.co.uk"],
  ['a@xn--mnchen-3ya.example', 'a@xn--mnchen-3ya.example'],
  ['a@example.xn--p1ai', 'a@example.xn--p1ai'],
])('%j is the address %s', (text, email) => {
  expect(emailOf(text)).toBe(email);
});

test.each([
  '',
  ' ',
  'lena',
  'lena@',
  '@example.org',
  'lena@example',
  'lena@example.',
  'lena@.org',
  'lena@example..org',
  'le..na@example.org',
  '.lena@example.org',
  'lena.@example.org',
  'lena@-example.org',
  'lena@127.0.0.1',
  'lena@[127.0.0.1]',
  'lena@example.org,otto@example.org',
  'lena@example.org otto@example.org',
  'lena@example.org;otto@example.org',
  'lena@otto@example.org',
  'Lena <lena@example.org>',
  '<lena@example.org>',
  '"le na"@example.org',
  'lena@example.org\r\nBcc: otto@example.org',
  'lena@example.org\n',
  'lena\u0000@example.org',
  'lena\u0085@example.org',
  'lena\u202e@example.org',
  'lena\u200b@example.org',
  'lеna@example.org', // the second letter is Cyrillic
  'lena@exämple.org',
  'ſ@example.org@',
])('%j is no address', (text) => {
  expect(emailOf(text)).toBeNull();
});

test('an address has at most 254 characters, 64 of them before the @', () => {
  const domain = `${'d'.repeat(61)}.${'d'.repeat(61)}.${'d'.repeat(61)}.org`;
  const atLimit = `${'a'.repeat(254 - domain.length - 1)}@${domain}`;
  expect(atLimit.length).toBe(254);
  expect(emailOf(atLimit)).toBe(atLimit);
  expect(emailOf(`a${atLimit}`)).toBeNull();
  expect(emailOf(`${'a'.repeat(64)}@example.org`)).not.toBeNull();
  expect(emailOf(`${'a'.repeat(65)}@example.org`)).toBeNull();
});

// A pattern with backtracking would take longer than the test's timeout.
test('a text of any length is refused in time', () => {
  for (const text of [`${'a.'.repeat(400)}@`, `a@${'a.'.repeat(400)}`, `a@${'-'.repeat(900)}`, 'a'.repeat(1_000_000)])
    expect(emailOf(text)).toBeNull();
});
