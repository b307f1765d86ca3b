import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { collectAtRest } from './collect-at-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose memory shrinks to a half when it is collected. */
function aServer() {
  const server = { busy: 0, memory: 100, collected: 0 };
  onTestFinished(
    collectAtRest({
      collect() {
        server.collected += 1;
        server.memory /= 2;
      },
      busy: () => server.busy,
      memoryBytes: () => server.memory,
    }),
  );
  return server;
}
const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

it('a server at rest gives memory back once', () => {
  const server = aServer();
  minutes(60);
  expect(server).toMatchObject({ collected: 1, memory: 50 });
});

it('a server that works is left alone until it rests', () => {
  const server = aServer();
  server.busy = 0.03;
  minutes(60);
  expect(server.collected).toBe(0);
  server.busy = 0.01;
  minutes(1);
  expect(server.collected).toBe(1);
});

it('memory that has grown again is given back, ten minutes later at the soonest', () => {
  const server = aServer();
  minutes(1);
  server.memory = 56;
  minutes(8);
  expect(server.collected).toBe(1);
  minutes(3);
  expect(server.collected).toBe(2);
});

it('memory that a thread has left behind does not count as grown', () => {
  const server = aServer();
  minutes(11);
  server.memory = 40;
  minutes(1);
  server.memory = 43;
  minutes(1);
  expect(server.collected).toBe(2);
});

it('the memory of a real heap goes back to the system', () => {
  const script = `
    import { mock } from 'node:test';
    import { collectAtRest } from '${new URL('./collect-at-rest.ts', import.meta.url).href}';
    mock.timers.enable({ apis: ['setInterval'] });
    let kept = Array.from({ length: 300_000 }, (_, n) => ({ text: 'line ' + n, list: [n] }));
    const before = process.memoryUsage.rss();
    kept = null;
    collectAtRest({ busy: () => 0 });
    mock.timers.tick(60_000);
    console.log((before - process.memoryUsage.rss()) / 1e6);
    process.exit();
  `;
  const flags = ['--expose-gc', '--max-semi-space-size=8', '--input-type=module', '--eval', script];
  // Of some 130 MB. The usual full collection gives back 2.
  expect(Number(execFileSync(process.execPath, flags))).toBeGreaterThan(30);
});
