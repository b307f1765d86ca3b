import type { StepEvent } from '@academy/contract/rules/lab-steps';
import { expect, test } from 'vitest';
import { stepQueue } from './step-queue.ts';

const eventOf = (step: string): StepEvent => ({
  ...{ step, result: 'done', tries: 1, exitStatus: null },
  at: '2026-01-01T10:00:00.000Z',
});

/** A queue whose academy can be switched off, and what it got and stored. */
function aQueue(waiting: StepEvent[] = []) {
  const academy = { isThere: true, got: [] as string[][], stored: [] as string[][] };
  const stepsOf = (events: readonly StepEvent[]) => events.map(({ step }) => step);
  const queue = stepQueue({
    waiting,
    async send(events) {
      await new Promise((later) => setTimeout(later, 1));
      if (academy.isThere) academy.got.push(stepsOf(events));
      return academy.isThere;
    },
    store: (events) => academy.stored.push(stepsOf(events)),
  });
  return { queue, academy };
}

test('tries that cannot be sent wait, and go with the next one', async () => {
  const { queue, academy } = aQueue();
  academy.isThere = false;
  await queue.add(eventOf('a'));
  await queue.add(eventOf('b'));
  expect(academy.stored.at(-1)).toEqual(['a', 'b']);
  academy.isThere = true;
  await queue.add(eventOf('c'));
  expect(academy.got).toEqual([['a', 'b', 'c']]);
  expect(academy.stored.at(-1)).toEqual([]);
});

test('tries that are made while some are on their way go together, each once', async () => {
  const { queue, academy } = aQueue();
  await Promise.all(['a', 'b', 'c'].map((step) => queue.add(eventOf(step))));
  expect(academy.got).toEqual([['a'], ['b', 'c']]);
});

test('what an earlier page left is sent in lots', async () => {
  const { queue, academy } = aQueue(Array.from({ length: 250 }, (_one, at) => eventOf(String(at))));
  await queue.flush();
  expect(academy.got.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('the oldest of too many waiting tries are given up', async () => {
  const { queue, academy } = aQueue(Array.from({ length: 1_000 }, (_one, at) => eventOf(String(at))));
  academy.isThere = false;
  await queue.add(eventOf('last'));
  expect(academy.stored.at(-1)).toHaveLength(1_000);
  expect(academy.stored.at(-1)?.at(-1)).toBe('last');
});
