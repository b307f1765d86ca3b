import { expect, test } from 'vitest';
import { asRecoveryCode, hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

test('there are ten codes of fifty random bits, none like another', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
});

test('every spelling of a code is accepted', () => {
  for (const typed of ['7Q2XD-M40R1', '7q2xdm40r1', ' 7q2xd m4 0r1 ', '7Q2XD-M4ORI', '7q2xd-m4orl'])
    expect(asRecoveryCode(typed)).toBe('7Q2XDM40R1');
  for (const typed of ['', '123456', '7Q2XD-M40R', '7Q2XD-M40R11', '7Q2XD-M40RU', '7Q2XD-M40R\u0000'])
    expect(asRecoveryCode(typed)).toBeNull();
});

test('the kept hash belongs to one code of one account', async () => {
  const hash = await hashRecoveryCode('a', '7Q2XDM40R1');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashRecoveryCode('a', '7Q2XDM40R1')).toBe(hash);
  expect(await hashRecoveryCode('b', '7Q2XDM40R1')).not.toBe(hash);
  expect(await hashRecoveryCode('a', '7Q2XDM40R2')).not.toBe(hash);
});
