import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leftBehind } from '../testing/left-behind.ts';
import { AdmissionQueue } from './admission-queue.ts';

/** A queue with two places, and what becomes of the calls that enter it. */
function aQueue() {
  let now = 0;
  const begun: string[] = [];
  const queue = new AdmissionQueue({ places: 2, now: () => now });
  return {
    begun,
    enter(name: string) {
      const response = new EventEmitter();
      queue.enter(
        response as never,
        (waitedMs) => void begun.push(waitedMs === 0 ? name : `${name} after ${waitedMs}`),
      );
      return { end: () => response.emit('close') };
    },
    pass(ms: number) {
      now += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}

describe('calls of learners', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('begin at once while there are places', () => {
    const { enter, begun } = aQueue();
    enter('a').end();
    enter('b');
    enter('c');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('wait for a place in the order in which they came', () => {
    const { enter, begun, pass } = aQueue();
    const a = enter('a');
    const b = enter('b');
    enter('c');
    enter('d');
    pass(40);
    expect(begun).toEqual(['a', 'b']);
    b.end();
    expect(begun).toEqual(['a', 'b', 'c after 40']);
    a.end();
    expect(begun).toEqual(['a', 'b', 'c after 40', 'd after 40']);
  });

  it('are not begun when their client has gone', () => {
    const { enter, begun } = aQueue();
    const a = enter('a');
    enter('b');
    enter('c').end();
    enter('d');
    a.end();
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('do not wait for long for calls that wait for something else', () => {
    const { enter, begun, pass } = aQueue();
    enter('upload');
    pass(100);
    enter('export');
    enter('a');
    enter('b');
    pass(150);
    expect(begun).toEqual(['upload', 'export', 'a after 150']);
    pass(100);
    expect(begun).toEqual(['upload', 'export', 'a after 150', 'b after 250']);
  });
});

it('a call that has ended does not wait for a full collection of garbage', () => {
  const bytes = leftBehind({
    file: join(import.meta.dirname, 'admission-queue.ts'),
    prepare: 'const queue = new code.AdmissionQueue({ places: 16, now: () => 0 }); const underWay = [];',
    round: `
      const held = new Array(100).fill(number);
      queue.enter({ once: (_event, end) => underWay.push(end) }, () => held.length);
      if (underWay.length > 32) underWay.shift()();
    `,
  });
  expect(bytes).toBeLessThan(20);
});
