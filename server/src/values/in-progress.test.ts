import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftBehind } from '../testing/left-behind.ts';
import { InProgress } from './in-progress.ts';

it('what came first is the oldest until it is over', () => {
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const all = new InProgress<object>();
  for (const one of [a, b, c]) all.add(one);
  expect([all.delete(a), all.delete(a), all.oldest, all.size]).toEqual([true, false, b, 2]);
  all.add(a);
  all.delete(c);
  expect([...all]).toEqual([b, a]);
});

it('what is over does not wait for a full collection of garbage', () => {
  const bytesWith = (all: string) =>
    leftBehind({
      file: join(import.meta.dirname, 'in-progress.ts'),
      prepare: `const all = ${all}; const underWay = [];`,
      round: `
        const one = { text: new Array(100).fill(number) };
        all.add(one);
        underWay.push(one);
        if (underWay.length > 32) all.delete(underWay.shift());
      `,
    });
  expect(bytesWith('new code.InProgress()')).toBeLessThan(20);
  // Otherwise the list is not needed any more.
  expect(bytesWith('new Set()')).toBeGreaterThan(200);
});
