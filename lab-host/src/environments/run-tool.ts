import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Something that an operator can mend: what is wrong, and what to do. */
export class EnvironmentProblem extends Error {
  readonly nextStep: string;
  constructor(message: string, nextStep: string) {
    super(message);
    this.nextStep = nextStep;
  }
}

/** Where a program is; null when this machine has none of these. */
export function findTool(...names: string[]): string | null {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Looked for in the next folder.
      }
    }
  return null;
}

/** @throws EnvironmentProblem with the command that installs it */
export function needTool(name: string, what: string, packages: string): string {
  const found = findTool(name);
  if (found !== null) return found;
  throw new EnvironmentProblem(
    `${what} needs ${name}, which is not on this machine.`,
    `Install it: "sudo apt-get install ${packages}".`,
  );
}

const LAST_WORDS = 4_000;

/**
 * Runs a program to its end.
 *
 * @param onLine called with each line of its progress
 * @returns its standard output
 * @throws EnvironmentProblem with its last lines when it fails
 */
export function runTool(
  program: string,
  args: readonly string[],
  { what, onLine, env = {} }: { what: string; onLine?: (line: string) => void; env?: Record<string, string> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let said = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (words: string) => {
      said = (said + words).slice(-1_000_000);
    });
    child.stderr.setEncoding('utf8').on('data', (words: string) => {
      complaint = (complaint + words).slice(-LAST_WORDS);
      for (const line of words.split('\n')) if (line.trim() !== '') onLine?.(line.trim());
    });
    const fail = (words: string) => {
      const last = words.trim().split('\n').slice(-6).join('\n');
      reject(
        new EnvironmentProblem(
          `${what} failed: ${last || 'no reason was given'}`,
          'Mend that and run it again; nothing was left behind.',
        ),
      );
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => (code === 0 ? resolve(said) : fail(complaint || `status ${code}`)));
  });
}
