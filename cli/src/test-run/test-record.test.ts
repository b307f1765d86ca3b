import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_RECORD, type TestRecord } from '@academy/scripts/test-record';
import { expect, onTestFinished, test } from 'vitest';
import { recordTests } from './test-record.ts';

const counts = (passed: number, ...steps: string[]) => new Map(steps.map((step) => [step, { passed, failed: 0 }]));

test('each step is recorded with the commit on which it ran last', () => {
  const root = mkdtempSync(join(tmpdir(), 'academy-record-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();
  };
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change');
    return git('rev-parse', 'HEAD');
  };
  mkdirSync(join(root, 'docs'));
  mkdirSync(join(root, 'web'));
  git('init', '--quiet');
  writeFileSync(join(root, 'web/a.ts'), 'one\ntwo\n');
  const first = commit();
  recordTests(counts(1, 'unit', 'journeys'), root);
  const second = commit();
  writeFileSync(join(root, 'web/b.ts'), 'three\n');
  recordTests(counts(2, 'journeys'), root);
  const { steps, lines } = JSON.parse(readFileSync(join(root, TEST_RECORD), 'utf8')) as TestRecord;
  expect(steps).toEqual({
    unit: { at: expect.any(String), commit: first, isClean: true, passed: 1, failed: 0 },
    journeys: { at: expect.any(String), commit: second, isClean: false, passed: 2, failed: 0 },
  });
  expect(lines).toEqual({ web: 2 });
});
