import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { collectAtRest } from './collect-at-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose heap shrinks to a half when it is collected. */
function aServer() {
  const server = { busy: 0, heap: 100, collected: 0 };
  onTestFinished(
    collectAtRest({
      collect() {
        server.collected += 1;
        server.heap /= 2;
      },
      busy: () => server.busy,
      heapBytes: () => server.heap,
    }),
  );
  return server;
}
const aMinute = () => vi.advanceTimersByTime(60_000);

it('a server at rest gives memory back once', () => {
  const server = aServer();
  aMinute();
  aMinute();
  expect(server).toMatchObject({ collected: 1, heap: 50 });
});

it('a server that works is left alone until it rests', () => {
  const server = aServer();
  server.busy = 0.06;
  aMinute();
  expect(server.collected).toBe(0);
  server.busy = 0.01;
  aMinute();
  expect(server.collected).toBe(1);
});

it('a heap that has grown again is collected again', () => {
  const server = aServer();
  aMinute();
  server.heap = 54;
  aMinute();
  expect(server.collected).toBe(1);
  server.heap = 56;
  aMinute();
  expect(server.collected).toBe(2);
});
