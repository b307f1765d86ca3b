import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts';

/** The key of RFC 6238's test vectors, `12345678901234567890`. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codeAt = (ms: number) => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: ms });

test('codes are those of RFC 6238', () => {
  // The last six of the eight digits of its appendix B.
  expect(stepOfCode(SECRET, '287082', 59_000)).toBe(1);
  expect(stepOfCode(SECRET, '081804', 1_111_111_109_000)).toBe(37_037_036);
  expect(stepOfCode(SECRET, '353130', 20_000_000_000_000)).toBe(666_666_666);
});

test('a code is valid one step early and one step late, and no longer', () => {
  const now = 1_900_000_000_000;
  const step = Math.floor(now / 30_000);
  for (const shift of [-1, 0, 1]) expect(stepOfCode(SECRET, codeAt(now + shift * 30_000), now)).toBe(step + shift);
  for (const shift of [-2, 2]) expect(stepOfCode(SECRET, codeAt(now + shift * 30_000), now)).toBeNull();
});

test('a text that is no code of six digits is refused', () => {
  for (const typed of ['', '28708', '2870820', '28708a', '２８７０８２', '-87082', '2 7082'])
    expect(stepOfCode(SECRET, typed, 59_000)).toBeNull();
});

test('a secret has 160 random bits, and the app reads its issuer', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const address = new URL(totpAddress(secret, 'Spring Academy', 'lena+x@example.org'));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toBe('/Spring Academy:lena+x@example.org');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Spring Academy',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
