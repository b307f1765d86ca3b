import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { InProgress } from './in-progress.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of what only a full collection looks at. */
const oldBytes = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((bytes, { space_used_size: used }) => bytes + used, 0);

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
  const all = new InProgress<object>();
  const underWay: object[] = [];
  const come = (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const one = { text: new Array(100).fill(number) };
      all.add(one);
      underWay.push(one);
      if (underWay.length > 32) all.delete(underWay.shift() as object);
    }
  };
  come(1_000);
  // From here on what is under way counts as old.
  collectGarbage();
  const before = oldBytes();
  come(20_000);
  expect((oldBytes() - before) / 20_000).toBeLessThan(200);
});
