import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { roomIn } from './disk-space.ts';

it('a disk is full below the bytes that are wanted, and a folder that is gone is no full disk', () => {
  expect(roomIn(tmpdir(), 1)()).toBe(true);
  expect(roomIn(tmpdir(), Number.MAX_SAFE_INTEGER)()).toBe(false);
  expect(roomIn(join(tmpdir(), crypto.randomUUID()), 1)()).toBe(true);
});
