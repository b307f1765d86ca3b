import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'cli/src/main.ts');

/** The environment of the product: as in production, without settings of this machine for another academy. */
function environment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('ACADEMY_') && !['PORT', 'DATABASE_URL', 'NODE_OPTIONS', 'FORCE_COLOR'].includes(name),
  );
  // Nothing but the journeys' own proxy asks for readiness: a stop does not wait for it.
  return { ...Object.fromEntries(kept), NODE_ENV: 'production', ACADEMY_DRAIN_SECONDS: '0', ...extra };
}

/** Starts `./academy <args>` beside this process. */
export function spawnCli(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    cwd: options.cwd ?? ROOT,
    env: environment(options.env ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `./academy <args>` until it ends. */
export function runCli(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Finished> {
  const child = spawnCli(args, options);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...text }));
  });
}
