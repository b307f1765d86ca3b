import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** CPU time of a process, user and system, seconds; null where the system does not report it. */
export function processorTime(pid: number): number | null {
  const stat = readStat(pid);
  return stat === null ? null : stat.ticks / ticksPerSecond();
}

/**
 * CPU time of a process and its descendants, those that have ended included, seconds; null where the system does not report
 * it.
 */
export function processorTimeOfTree(root: number): number | null {
  const parents = new Map<number, Stat>();
  try {
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
      if (stat !== null) parents.set(Number(name), stat);
    }
  } catch {
    return null;
  }
  const belongs = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = parents.get(pid)?.parent ?? 0;
    return parent > 1 && belongs(parent);
  };
  let ticks = 0;
  for (const [pid, stat] of parents) if (belongs(pid)) ticks += stat.ticks + stat.endedTicks;
  return ticks / ticksPerSecond();
}

/** Resident memory of a process, MB; null where the system does not report it. */
export function residentMegabytes(pid: number): number | null {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return null;
  }
}

/** Command prefix that binds a process to one CPU core; empty where that is not possible. */
export function onCore(core: number): string[] {
  return spawnSync('taskset', ['-c', String(core), 'true']).status === 0 ? ['taskset', '-c', String(core)] : [];
}

/** Moves a running process with all its threads to one CPU core, where that is possible. */
export function moveToCore(pid: number, core: number): void {
  spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}

/** Lets a process with all its threads use every core again. */
export function freeCores(pid: number): void {
  spawnSync('taskset', ['-a', '-c', '-p', `0-${cpus().length - 1}`, String(pid)]);
}

interface Stat {
  parent: number;
  ticks: number;
  /** Of its children that have ended. */
  endedTicks: number;
}

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain any character, spaces and brackets included.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticksAt = (at: number) => Number(fields[at]) + Number(fields[at + 1]);
    return { parent: Number(fields[1]), ticks: ticksAt(11), endedTicks: ticksAt(13) };
  } catch {
    return null;
  }
}

let ticks = 0;
function ticksPerSecond(): number {
  if (ticks === 0) ticks = Number(execFileSync('getconf', ['CLK_TCK'])) || 100;
  return ticks;
}
