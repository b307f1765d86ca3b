import { expect, test } from 'vitest';
import { CacheMemory } from '../memory/cache-memory.ts';
import { readyBytes } from './compressed.ts';
import { bytesOfLean, leanBytes } from './lean-bytes.ts';

const page = (word: string) => `<p>${`${word} `.repeat(2000)}</p>`;

test('a page is kept packed, and unpacked for a client that wants it plain', () => {
  const memory = new CacheMemory(10_000_000);
  const pages = ['one', 'two'].map((word) => readyBytes(page(word), 'text/html'));
  const lean = pages.map((ready) => leanBytes(ready, memory));
  expect(memory.unpacked.calculatedSize).toBe(0);
  for (const at of [0, 1, 0]) expect(String(lean[at]?.plain)).toBe(page(at === 0 ? 'one' : 'two'));
  expect(lean[0]?.plain).toBe(lean[0]?.plain);
  expect(bytesOfLean(lean[0] ?? assertNever())).toBeLessThan(page('one').length / 10);
});

test('bytes that packing does not make smaller stay as they are', () => {
  const memory = new CacheMemory(10_000_000);
  const short = readyBytes('short', 'text/plain');
  expect(leanBytes(short, memory)).toBe(short);
  expect(bytesOfLean(short)).toBe(5);
});

function assertNever(): never {
  throw new Error('there is no page');
}
