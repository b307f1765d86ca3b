import type { EngineReply, EngineRequest } from '@academy/lab-engine/engine-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pendingEdits } from './pending-edits.ts';

const written: EngineRequest[] = [];
let answer: (() => void)[] = [];
const engine = {
  ask: (request: EngineRequest) => {
    written.push(request);
    return new Promise<EngineReply>((resolve) => answer.push(() => resolve({})));
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  written.length = 0;
  answer = [];
});
afterEach(() => void vi.useRealTimers());

test('an edit is sent once, after typing has paused', () => {
  const edits = pendingEdits();
  edits.write(engine, 'a', '1');
  vi.advanceTimersByTime(200);
  edits.write(engine, 'a', '12');
  vi.advanceTimersByTime(200);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(written).toEqual([{ kind: 'write', path: 'a', text: '12' }]);
});

test('reported files keep an edit that the engine does not have yet', async () => {
  const edits = pendingEdits();
  const reported = [{ path: 'a', text: 'old' }];
  edits.write(engine, 'a', 'new');
  expect(edits.applyTo(reported)).toEqual([{ path: 'a', text: 'new' }]);
  const sent = edits.flush();
  expect(edits.applyTo(reported)).toEqual([{ path: 'a', text: 'new' }]);
  answer[0]?.();
  await sent;
  expect(edits.applyTo(reported)).toBe(reported);
});

test('a discarded edit is neither sent nor shown', () => {
  const edits = pendingEdits();
  edits.write(engine, 'a', 'new');
  edits.discard();
  vi.advanceTimersByTime(1_000);
  expect(written).toEqual([]);
  expect(edits.applyTo([{ path: 'a', text: 'old' }])).toEqual([{ path: 'a', text: 'old' }]);
});
