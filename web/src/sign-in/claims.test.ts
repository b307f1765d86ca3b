import { expect, test } from 'vitest';
import { decodeClaims, readClaims } from './claims.ts';

const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

test('claims are decoded, letters of all scripts included', () => {
  expect(decodeClaims(token({ sub: 'u1', name: 'Žofie Łučić ☃' }))).toEqual({ sub: 'u1', name: 'Žofie Łučić ☃' });
});

test('an empty token says so, an unreadable one has no claims', () => {
  expect(() => decodeClaims('')).toThrow('No token provided');
  expect(readClaims('nonsense')).toBeNull();
  expect(readClaims(null)).toBeNull();
});
