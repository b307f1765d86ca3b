import { expect, test } from 'vitest';
import { inUse, KEY_TIMES, rotationOf, upkeepOf } from './key-schedule.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const { announced, signs, lastToken, kept } = KEY_TIMES;

function key(kid: string, signsFrom: number, retiredAt: number | null = null) {
  return { kid, signsFrom: new Date(signsFrom), retiredAt: retiredAt === null ? null : new Date(retiredAt) };
}
const kids = (keys: { kid: string }[]) => keys.map(({ kid }) => kid);
const NOTHING = { newSignsFrom: null, retire: [], remove: [] };

test('the latest key whose time has come signs, and unretired keys are published', () => {
  const keys = [key('gone', NOW - 9, NOW - 5), key('old', NOW - 8), key('present', NOW - 1), key('next', NOW + 1)];
  expect(kids(inUse(keys, NOW))).toEqual(['present', 'old', 'next']);
  expect(kids(inUse(keys, NOW + 1))).toEqual(['next', 'old', 'present']);
});

test('a single key signs before its time, and without keys nothing signs', () => {
  expect(kids(inUse([key('a', NOW + 5), key('b', NOW + 9)], NOW))).toEqual(['a', 'b']);
  expect(inUse([key('gone', NOW - 9, NOW)], NOW)).toEqual([]);
});

test('the next key is created a day before the present one ends', () => {
  const keys = [key('a', NOW)];
  const due = NOW + signs - announced;
  expect(upkeepOf(keys, due - 1)).toEqual(NOTHING);
  expect(upkeepOf(keys, due)).toEqual({ ...NOTHING, newSignsFrom: NOW + signs });
  expect(upkeepOf([...keys, key('b', NOW + signs)], due)).toEqual(NOTHING);
});

test('the first key signs at once', () => {
  expect(upkeepOf([], NOW).newSignsFrom).toBe(NOW);
  expect(upkeepOf([key('gone', NOW - 9, NOW - 5)], NOW).newSignsFrom).toBe(NOW);
});

test('a key is published until its last token expires, and deleted later', () => {
  const keys = [key('a', NOW - signs), key('b', NOW)];
  expect(upkeepOf(keys, NOW + lastToken - 1)).toEqual(NOTHING);
  expect(upkeepOf(keys, NOW + lastToken)).toEqual({ ...NOTHING, retire: ['a'] });
  const retired = [key('a', NOW - signs, NOW), key('b', NOW)];
  expect(upkeepOf(retired, NOW + kept - 1)).toEqual(NOTHING);
  expect(upkeepOf(retired, NOW + kept)).toEqual({ ...NOTHING, remove: ['a'] });
});

test('a rotation on request publishes the new key for a day first', () => {
  expect(rotationOf([key('a', NOW - 1)], NOW, false)).toEqual({ ...NOTHING, newSignsFrom: NOW + announced });
  expect(rotationOf([key('a', NOW - 1), key('b', NOW + 1)], NOW, false)).toEqual(NOTHING);
});

test('an immediate rotation signs with a new key and retires all others', () => {
  const keys = [key('gone', NOW - 9, NOW - 5), key('a', NOW - 1), key('b', NOW + 1)];
  expect(rotationOf(keys, NOW, true)).toEqual({ newSignsFrom: NOW, retire: ['a', 'b'], remove: [] });
});
