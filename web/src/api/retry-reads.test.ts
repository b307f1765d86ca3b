import { expect, test } from 'vitest';
import { pauseBeforeNext, retryAfterMs } from './retry-reads.ts';

const silent = { status: 0, code: null, retryAfter: null };

test('the pauses between retries grow, with jitter', () => {
  expect([pauseBeforeNext(silent, 1, 0), pauseBeforeNext(silent, 1, 1)]).toEqual([250, 500]);
  expect([pauseBeforeNext(silent, 2, 0), pauseBeforeNext(silent, 2, 1)]).toEqual([500, 1000]);
  expect(pauseBeforeNext(silent, 3)).toBeNull();
});

test('only transient failures are retried', () => {
  const pause = (status: number, code: string | null = null) =>
    pauseBeforeNext({ status, code, retryAfter: null }, 1, 0);
  for (const status of [400, 401, 403, 404, 409, 500, 501]) expect(pause(status)).toBeNull();
  for (const status of [429, 502, 503, 504]) expect(pause(status)).toBe(250);
  expect(pause(503, 'unavailable')).toBe(250);
  expect(pause(503, 'lab-unavailable')).toBeNull();
});

test('Retry-After is added to the pause, unless it is too long', () => {
  const busy = (retryAfter: string) => ({ status: 503, code: 'unavailable', retryAfter });
  expect(pauseBeforeNext(busy('5'), 1, 0)).toBe(5_250);
  expect(pauseBeforeNext(busy('3600'), 1, 0)).toBeNull();
  const now = Date.parse('2030-01-01T00:00:00Z');
  expect(retryAfterMs('Tue, 01 Jan 2030 00:00:07 GMT', now)).toBe(7_000);
  expect(retryAfterMs('Mon, 31 Dec 2029 00:00:00 GMT', now)).toBe(0);
  expect(retryAfterMs('soon', now)).toBe(0);
});
