import { beforeAll, expect, test } from 'vitest';
import { networkOf } from './network.ts';
import { hashPassword, PasswordsBusyError, passwordProblem, setPasswordCost, verifyPassword } from './passwords.ts';

// Here the cost matters.
beforeAll(() => setPasswordCost());

// Shows security#own-provider
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

// Shows security#quiet-accounts
test('an unknown account takes as much time as a known one', async () => {
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

test('more checks than can wait are refused at once', { timeout: 120_000 }, async () => {
  const results = await Promise.allSettled(Array.from({ length: 230 }, () => verifyPassword('x', 'damaged')));
  const refused = results.filter((one) => one.status === 'rejected' && one.reason instanceof PasswordsBusyError);
  expect(refused).toHaveLength(26);
});

test('a new password has 8 to 200 characters, of any script, spaces included', () => {
  expect(passwordProblem('', '')).toBe('Choose a password.');
  expect(passwordProblem('1x5k!zq', 'a@b.c')).toContain('at least 8');
  expect(passwordProblem('1x5k!zqp', 'a@b.c')).toBeNull();
  expect(passwordProblem('  river  stone  ', 'a@b.c')).toBeNull();
  expect(passwordProblem('зимний чай', 'a@b.c')).toBeNull();
  expect(passwordProblem('äöüßéèñç'.repeat(25).replace('ä', 'x'), 'a@b.c')).toBeNull();
  expect(passwordProblem(`${'lamp stone '.repeat(18)}xyz`, 'a@b.c')).toContain('at most 200');
});

test.each([
  'password',
  'PassWord',
  'P@ssw0rd',
  'Password123!',
  'iloveyou2',
  'football',
  '!!dragon99',
  'trustno1',
  'Sunshine1',
])('the password %s is one of those that are tried first', (password) =>
  expect(passwordProblem(password, 'a@b.c')).toContain('guessed first'),
);

test.each([
  'aaaaaaaaaaaa',
  '12345678',
  '87654321',
  'abcdefgh',
  'abcabcabcabc',
  'qwertyuiop',
  '1qaz2wsx3edc',
  'aaaa1111bbbb',
  'асасасасас',
])('the password %s is predictable', (password) =>
  expect(passwordProblem(password, 'a@b.c')).toContain('guessed first'),
);

test('name, address and academy do not strengthen a password', () => {
  const lena = (password: string) =>
    passwordProblem(password, 'lena.lind@example.org', ['Lena', 'Lind', 'Spring', 'academy']);
  for (const password of [
    'Lena@Example.org',
    'lena.lind@example.org',
    'lenalind42',
    'SpringAcademy7',
    'spring-2026',
    'example Lind',
  ])
    expect(lena(password), password).toContain('nothing to do with you');
  expect(lena('spring rain on a tin roof')).toBeNull();
  expect(lena('four words in a row')).toBeNull();
});

test('the longest password is judged at once', () => {
  const long = 'ab'.repeat(100_000);
  const start = process.cpuUsage();
  passwordProblem(long.slice(0, 200), long);
  const { user } = process.cpuUsage(start);
  expect(user / 1000).toBeLessThan(1_000);
});

test('visitors with IPv6 are limited by network, not by address', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('::ffff:192.0.2.7')).toBe('::ffff:192.0.2.7');
});
