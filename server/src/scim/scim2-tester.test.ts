import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listen, serve } from '../labs/lab-page.fixture.ts';
import { afterFile } from '../testing/after-file.ts';
import { startApp } from '../testing/start-app.ts';
import { aDirectory } from './scim.fixture.ts';

/** The checks and what they stand on, of these editions: others may check something else. */
const PACKAGES = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2', 'scim2-models==0.12.3'];
const MINUTES_MS = 60_000;

interface Check {
  check: string;
  status: string;
  reason: string;
  of: string | null;
}

const run = promisify(execFile);

/** Python with the checks; null where Python, pip or the package index is missing. */
async function pythonWithChecks(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-scim2-tester-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const python = join(folder, 'bin/python3');
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES], {
      timeout: 2 * MINUTES_MS,
    });
    return python;
  } catch (error) {
    const why = String((error as Error).message).split('\n')[0];
    console.warn(`Python, pip or the package index is missing, so scim2-tester is not run: ${why}`);
    return null;
  }
}

test('scim2-tester finds nothing wrong', { timeout: 5 * MINUTES_MS }, async ({ skip }) => {
  const python = await pythonWithChecks();
  if (python === null) return skip('scim2-tester cannot be installed here');
  const app = await startApp({ keepsAccounts: true });
  const { server, port } = await listen();
  afterFile(() => void server.close());
  serve(server, app);
  const { directoryId, token } = await aDirectory(app);
  const program = join(import.meta.dirname, 'scim2-tester.py');
  const { stdout } = await run(python, [program, `http://127.0.0.1:${port}/scim/v2/${directoryId}`], {
    env: { ...process.env, SCIM_TOKEN: token },
    maxBuffer: 50_000_000,
  });
  const checks = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Check);
  expect(checks.filter(({ status }) => status === 'ERROR' || status === 'CRITICAL')).toEqual([]);
  expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(40);
});
