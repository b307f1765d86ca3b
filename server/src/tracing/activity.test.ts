import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { activities, currentActivity, inThisContext } from './activity.ts';

const ofRequest = { name: 'list courses', correlationId: 'c-1' };

it('a function that waited runs in the activity it was made in', () => {
  const name = activities.run(ofRequest, () => inThisContext((end: string) => `${currentActivity()?.name}${end}`));
  expect(activities.run({ name: 'another', correlationId: null }, () => name('!'))).toBe('list courses!');
});

it('what such a function held does not wait for a full collection of garbage', async () => {
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
  const ask = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const held = new Array(100).fill(number);
      const answer = inThisContext(() => held.length);
      await turn();
      answer();
    }
  };
  await ask(2_000);
  const before = oldBytes();
  await ask(20_000);
  expect((oldBytes() - before) / 20_000).toBeLessThan(300);
});
