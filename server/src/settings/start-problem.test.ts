import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../composition/main.ts';
import { readSettings } from '../composition/read-settings.ts';
import { lockDataFolder } from '../db/data-folder-lock.ts';
import { explainSystemError, StartProblem } from './start-problem.ts';

it('a start reports that its data folder is not a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-start-problem-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataFolder = join(folder, 'data');
  writeFileSync(dataFolder, '');
  const problem = await startServer(readSettings({}, { dataFolder, port: 0 })).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StartProblem);
  expect((problem as StartProblem).message).toBe(`${dataFolder} is not a folder.`);
});

it('a data folder in which no lock can be written is named, with --data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-start-problem-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data');
  writeFileSync(file, '');
  expect(() => lockDataFolder(file)).toThrow(
    expect.objectContaining({ message: `${file} is not a folder.`, nextStep: expect.stringContaining('--data') }),
  );
});

it('a database without disk space is a problem with a next step', () => {
  const full = Object.assign(new Error('could not create file'), { code: '53100' });
  expect(explainSystemError(full, '/data')).toBeInstanceOf(StartProblem);
});
