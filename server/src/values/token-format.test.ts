import { expect, test } from 'vitest';
import { hashToken, isWellFormedToken, makeToken, tokenEnd } from './token-format.ts';

test('a token has its prefix, 190 random bits and a checksum', () => {
  const tokens = Array.from({ length: 500 }, makeToken);
  expect(new Set(tokens).size).toBe(500);
  for (const token of tokens) expect(token).toMatch(/^academy_[0-9A-Za-z]{38}$/);
  expect(tokens.every(isWellFormedToken)).toBe(true);
});

test('a mistyped or cut-off token is recognised without the database', () => {
  const token = makeToken();
  const position = 20;
  const other = token[position] === 'x' ? 'y' : 'x';
  expect(isWellFormedToken(token.slice(0, position) + other + token.slice(position + 1))).toBe(false);
  expect(isWellFormedToken(token.slice(0, -1))).toBe(false);
  expect(isWellFormedToken(`${token}0`)).toBe(false);
  expect(isWellFormedToken(`${token}\n`)).toBe(false);
  expect(isWellFormedToken(token.replace('academy_', 'academy-'))).toBe(false);
});

test('the stored form does not contain the token', () => {
  const token = makeToken();
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken(token)).toBe(hashToken(token));
  expect(hashToken(token)).not.toContain(token.slice(8, 20));
});

test('a token always expires: by default after 90 days', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect(tokenEnd(now).toISOString()).toBe('2026-04-01T00:00:00.000Z');
  expect(tokenEnd(now, 366).toISOString()).toBe('2027-01-02T00:00:00.000Z');
  for (const days of [0, -1, 367, 1.5, Number.NaN]) expect(() => tokenEnd(now, days)).toThrow(RangeError);
});
