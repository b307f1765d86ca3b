import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { SLOWER } from '@academy/lab-engine/linux/linux-lab';
import type { KeptWork } from '@academy/lab-engine/linux/passed-checks';

const PROGRAM = join(import.meta.dirname, 'passed-checks.process.ts');
/** What a machine takes to start on a busy computer, and what it gets at most, ms. */
const START_MS = 3 * 60_000;
const MAX_MS = 10 * 60_000;

/**
 * Runs checks in a process of their own, which can write no file, start no program, and knows no setting of this server.
 *
 * @param signal ends the process
 * @returns steps whose check passed; null when the process has ended without a result, or has taken too long
 */
export function runChecks(work: KeptWork, signal: AbortSignal): Promise<string[] | null> {
  const limitMs = Math.min(MAX_MS, START_MS + SLOWER * work.checks.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0));
  const child = fork(PROGRAM, [], {
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*', '--max-old-space-size=400'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...{ signal, timeout: limitMs, killSignal: 'SIGKILL' },
  });
  return new Promise((resolve) => {
    let passed: string[] | null = null;
    child.once('message', (message) => {
      passed = message as string[];
    });
    child.once('exit', () => resolve(passed));
    child.once('error', () => resolve(passed));
    child.send(work, () => undefined);
    // What learners wait for comes first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  });
}
