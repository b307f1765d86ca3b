import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { killAcademies } from '@academy/bench/academy';

/** Functions that kill what was started and has not ended. */
const living = new Set<() => void>();

/** Has `killStarted` call this. @returns a function for when it has ended by itself */
export function alsoKill(kill: () => void): () => void {
  living.add(kill);
  return () => void living.delete(kill);
}

/** Kills every process that the faults have started, without output: called when the run itself is stopped. */
export function killStarted(): void {
  killAcademies();
  for (const kill of living) kill();
}

/** A program beside the academies, such as a reverse proxy. */
export interface StartedProgram {
  pid: number;
  isRunning(): boolean;
  /** Ends it by SIGTERM, after five seconds by SIGKILL. */
  stop(): Promise<void>;
}

/** Starts a program whose output goes to a file; it is killed together with the run. */
export function startProgram(
  program: string,
  args: readonly string[],
  given: { output: string; env?: Readonly<Record<string, string>> },
): StartedProgram {
  const log = openSync(given.output, 'a', 0o600);
  const child = spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, ...given.env } });
  closeSync(log);
  // A program that cannot be started shows in what it does not do.
  child.once('error', () => {});
  const forget = alsoKill(() => child.kill('SIGKILL'));
  child.once('exit', forget);
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return { pid: child.pid ?? 0, isRunning, stop: () => (isRunning() ? ended(child) : Promise.resolve()) };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(late);
}
