import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Interval of checks while waiting for a process, ms: short, because the start of the product waits for it. */
const LOOK_EVERY_MS = 5;

/** True while the process runs; a zombie counts as ended, because it holds no resources. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return procStat(pid)?.state !== 'Z';
}

/**
 * A text that distinguishes this process from a later one with the same id; null when the process has ended. On Linux: the
 * machine's boot and the start in clock ticks since then; elsewhere what `ps` prints.
 */
export function processIdentity(pid: number): string | null {
  if (!isAlive(pid)) return null;
  const stat = procStat(pid);
  if (stat) return `${bootId()}:${stat.startTicks}`;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** Whether a running process is a PostgreSQL that works in this folder; `unknown` when the system does not say. */
export function isPostgresOf(pid: number, dataDirectory: string): boolean | 'unknown' {
  if (procStat(pid)) {
    if (procStat(pid)?.name !== 'postgres') return false;
    try {
      // PostgreSQL changes into its data directory at its start.
      return readlinkSync(`/proc/${pid}/cwd`) === dataDirectory;
    } catch {
      return 'unknown';
    }
  }
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(dataDirectory);
  } catch {
    return isAlive(pid) ? 'unknown' : false;
  }
}

/** Resolves to true when the process has ended, to false when it still runs after this time. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}

/** Calls `look` until it returns something other than undefined; undefined when the time is over. */
export async function poll<T>(timeoutMs: number, look: () => T | undefined): Promise<T | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined || Date.now() > deadline) return seen;
    await delay(LOOK_EVERY_MS);
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already, which is what the signal was for.
  }
}

function procStat(pid: number): { name: string; state: string; startTicks: string } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name stands in parentheses and may hold any character, so the fields are counted from the last one.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  return { name: text.slice(text.indexOf('(') + 1, end), state: fields[0] ?? '', startTicks: fields[19] ?? '' };
}

let boot: string | undefined;
function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return boot;
}
