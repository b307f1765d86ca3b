import { expect, test } from 'vitest';
import { GOOD_MS, namesOld, noteFileAddresses, withNewest, withOldTexts, withoutSignatures } from './file-addresses.ts';

const file = (name: string) => `${name.repeat(64)}.png`;
const signed = (end: number, name: string) => `/assets/content/until/${end}/abc-_${end}/${file(name)}`;

test('a text is the same whatever its signatures', () => {
  const text = (end: number) => `<img src="${signed(end, 'a')}" srcset="${signed(end, 'b')} 480w"> plain`;
  expect(withoutSignatures(text(1))).toBe(withoutSignatures(text(2)));
  expect(withoutSignatures(text(1))).toContain(`"/assets/content/${file('a')}"`);
  expect(withoutSignatures('nothing')).toBe('nothing');
});

test('an address is old after its period, or when a newer one arrived', () => {
  noteFileAddresses(`x ${signed(1, 'c')}`, 1_000);
  expect(namesOld(signed(1, 'c'), 1_000 + GOOD_MS)).toBe(false);
  // The same address in a later reply is not newer.
  noteFileAddresses(signed(1, 'c'), 50_000);
  expect(namesOld(signed(1, 'c'), 1_001 + GOOD_MS)).toBe(true);
  noteFileAddresses(signed(2, 'c'), 60_000);
  expect(namesOld(signed(1, 'c'), 60_000)).toBe(true);
  expect(namesOld(signed(2, 'c'), 60_000)).toBe(false);
  expect(withNewest(`src=${signed(1, 'c')} ${signed(1, 'd')}`)).toBe(`src=${signed(2, 'c')} ${signed(1, 'd')}`);
});

test('an address that never came is old, and a plain one never is', () => {
  expect(namesOld(signed(1, 'e'))).toBe(true);
  expect(namesOld(`/assets/content/${file('e')}`)).toBe(false);
});

test('new data keeps the texts that differ in signatures alone', () => {
  const reply = (end: number, title: string, more: string) => ({
    title,
    count: end,
    pages: [{ html: `<img src="${signed(end, 'f')}">` }, { html: `${signed(end, 'f')} ${more}` }],
    none: null,
  });
  const data = withOldTexts(reply(1, 'Old', 'a'), reply(2, 'New', 'b'));
  expect(data).toEqual({ ...reply(2, 'New', 'b'), pages: [reply(1, '', '').pages[0], reply(2, '', 'b').pages[1]] });
  expect(withOldTexts(undefined, reply(2, 'New', 'b'))).toEqual(reply(2, 'New', 'b'));
  expect(withOldTexts({ pages: null }, reply(2, 'New', 'b'))).toEqual(reply(2, 'New', 'b'));
});
