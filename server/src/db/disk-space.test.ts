import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spaceIn } from './disk-space.ts';

it('a disk is full below the limit; a missing folder is not', () => {
  expect(spaceIn(tmpdir(), 1)()).toBe(true);
  expect(spaceIn(tmpdir(), Number.MAX_SAFE_INTEGER)()).toBe(false);
  expect(spaceIn(join(tmpdir(), crypto.randomUUID()), 1)()).toBe(true);
});
