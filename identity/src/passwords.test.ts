import { expect, test } from 'vitest';
import { Attempts, networkOf } from './attempts.ts';
import { hashPassword, PasswordsBusyError, passwordProblem, verifyPassword } from './passwords.ts';

test('a password is kept as argon2id with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('river stone'), hashPassword('river stone')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword('river stone', one)).toBe(true);
  expect(await verifyPassword('river  stone', one)).toBe(false);
});

test('damaged or greedy stored strings never verify', async () => {
  const stored = await hashPassword('abc');
  expect(await verifyPassword('abc', stored.replace('m=19456', 'm=99999999'))).toBe(false);
  expect(await verifyPassword('abc', stored.replace('argon2id', 'argon2i'))).toBe(false);
  expect(await verifyPassword('abc', '')).toBe(false);
});

test('the same letters typed in two ways are the same password', async () => {
  expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
});

test('an unknown account costs as much time as a known one and is never right', async () => {
  const stored = await hashPassword('river stone');
  const time = async (value: string | null) => {
    const start = performance.now();
    expect(await verifyPassword('guess', value)).toBe(false);
    return performance.now() - start;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    known.push(await time(stored));
    unknown.push(await time(null));
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[4] ?? 0;
  expect(middle(unknown)).toBeGreaterThan(middle(known) / 3);
  expect(middle(unknown)).toBeLessThan(middle(known) * 3);
});

test('more checks than can wait are refused at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 230 }, () => verifyPassword('x', 'damaged')));
  const refused = results.filter((one) => one.status === 'rejected' && one.reason instanceof PasswordsBusyError);
  expect(refused).toHaveLength(26);
});

test('a new password has 8 to 200 characters and is not the address', () => {
  expect(passwordProblem('', '')).toBe('Choose a password.');
  expect(passwordProblem('1234567', 'a@b.c')).toContain('at least 8');
  expect(passwordProblem('12345678', 'a@b.c')).toBeNull();
  expect(passwordProblem('ä'.repeat(200), 'a@b.c')).toBeNull();
  expect(passwordProblem('x'.repeat(201), 'a@b.c')).toContain('at most 200');
  expect(passwordProblem('Lena@Example.org', 'lena@example.org')).toContain('other than your e-mail');
});

test('attempts are limited per key, come back with time, and never fill the memory', () => {
  let clock = 0;
  const attempts = new Attempts({ limit: 2, windowMs: 1_000, capacity: 3, now: () => clock });
  expect([attempts.begin('a'), attempts.begin('a')]).toEqual([0, 0]);
  clock = 400;
  expect(attempts.begin('a')).toBe(600);
  expect(attempts.begin('b')).toBe(0);
  attempts.refund('a');
  expect(attempts.begin('a')).toBe(0);
  attempts.clear('a');
  expect(attempts.begin('a')).toBe(0);
  clock = 1_400;
  expect(attempts.begin('b')).toBe(0);
  for (const key of ['c', 'd', 'e', 'f']) attempts.begin(key);
  expect(attempts.begin('a')).toBe(0);
});

test('visitors with IPv6 are limited by network, not by address', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('::ffff:192.0.2.7')).toBe('::ffff:192.0.2.7');
});
