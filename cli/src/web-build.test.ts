import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refuseWithoutRight } from './web-build.ts';

// Nothing is refused to root.
test.skipIf(process.getuid?.() === 0)('a stale web of another user names the command that builds it', () => {
  const root = mkdtempSync(join(tmpdir(), 'academy-web-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  expect(() => refuseWithoutRight(root)).not.toThrow();
  chmodSync(join(root, 'web/dist'), 0o555);
  expect(() => refuseWithoutRight(root)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`may not write to ${join(root, 'web/dist')}`),
      nextStep: expect.stringContaining(`Run "${join(root, 'academy')} build" as the user who owns the folder`),
    }),
  );
});
