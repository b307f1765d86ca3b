import { expect, test } from 'vitest';
import { pauseBeforeProbe } from './reachability.ts';

test('a page probes an unreachable academy at once, then less and less often', () => {
  expect([0, 1, 2, 3, 9].map((probes) => pauseBeforeProbe(probes, 0))).toEqual([300, 1_200, 4_800, 19_200, 30_000]);
});

test('a thousand pages that lost the academy at once reconnect spread out', () => {
  const seconds = new Map<number, number>();
  for (let page = 0; page < 1_000; page += 1) {
    const second = Math.floor(pauseBeforeProbe(5) / 1_000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  expect(Math.max(...seconds.values())).toBeLessThan(100);
});
