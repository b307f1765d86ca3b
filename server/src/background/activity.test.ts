import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftBehind } from '../testing/left-behind.ts';
import { activities, currentActivity, inThisContext } from './activity.ts';

const ofRequest = { name: 'list courses', correlationId: 'c-1' };

it('a function that waited runs in the activity it was made in', () => {
  const name = activities.run(ofRequest, () => inThisContext((end: string) => `${currentActivity()?.name}${end}`));
  expect(activities.run({ name: 'another', correlationId: null }, () => name('!'))).toBe('list courses!');
});

it('what such a function held does not wait for a full collection of garbage', () => {
  const bytesWith = (inContext: string) =>
    leftBehind({
      file: join(import.meta.dirname, 'activity.ts'),
      prepare: `import { AsyncLocalStorage } from 'node:async_hooks';
        import { setImmediate as turn } from 'node:timers/promises';`,
      round: `
        const held = new Array(100).fill(number);
        const answer = ${inContext}(() => held.length);
        await turn();
        answer();
      `,
    });
  expect(bytesWith('code.inThisContext')).toBeLessThan(20);
  // Otherwise the function of Node.js would do.
  expect(bytesWith('AsyncLocalStorage.bind')).toBeGreaterThan(200);
});
