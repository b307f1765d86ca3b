import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
import { findProgram } from '../faults/support/programs.ts';

/** Why a test cannot run here, or null: some of the programs are missing, or it needs root for namespaces. */
export function missingPrograms(names: readonly string[], { asRoot = true } = {}): string | null {
  const missing = names.filter((name) => findProgram(name) === null);
  if (missing.length > 0) return `not on this machine: ${missing.join(', ')}`;
  return asRoot && process.getuid?.() !== 0 ? 'it needs root' : null;
}

/**
 * Waits until a started program answers.
 *
 * @throws Error with the end of its output when it ends first
 */
export async function untilReady(child: ChildProcess, answers: () => Promise<boolean>, ms = 60_000): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-10_000);
    });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code}:\n${output}`);
  });
  const ready = vi.waitUntil(() => answers().catch(() => false), { timeout: ms, interval: 50 });
  await Promise.race([ready, ended]);
  // It may end later.
  ended.catch(() => {});
}

/** Ends a process and waits until it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
