import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './paths.ts';

export interface ProgramOptions {
  env?: Record<string, string>;
  /** `show` prints all output as it comes; `keep` returns it, for printing only after a failure. */
  output: 'show' | 'keep';
}

/** Runs a program in the repository with its tools (`node_modules/.bin`, this Node) first in PATH. */
export function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, output }: ProgramOptions,
): Promise<{ code: number; text: string }> {
  const path = [join(ROOT, 'node_modules/.bin'), join(process.execPath, '..'), process.env.PATH ?? ''].join(delimiter);
  return new Promise((done, refuse) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...(output === 'keep' ? { NO_COLOR: '1', FORCE_COLOR: '0' } : {}), ...env, PATH: path },
      stdio: ['ignore', output === 'show' ? 'inherit' : 'pipe', output === 'show' ? 'inherit' : 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    }
    child.once('error', refuse);
    child.once('close', (code, signal) => done({ code: code ?? (signal === null ? 1 : 128), text }));
  });
}

/** The first of these programs that is in PATH; null when none is. */
export function findProgram(names: readonly string[]): string | null {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name);
      if (folder !== '' && existsSync(file)) return file;
    }
  }
  return null;
}
