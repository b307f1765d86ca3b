import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OURS = 'academy-labs-';
/** Ended processes need a moment to disappear: attempts, and the wait between them, ms. */
const MAX_TRIES = 20;
const RETRY_MS = 250;

/** Processes that share a memory limit. */
export interface MemoryGroup {
  add(processId: number): void;
  /** Call it once nothing runs in the group. */
  remove(): void;
}

/** Creates groups; `problem` says why that is not possible. */
export interface MemoryGroups {
  problem: string | null;
  make(name: string, bytes: number): MemoryGroup | null;
}

interface Place {
  folder: string;
  limit: string;
  /** Limits memory and swap together; null where there is another limit. */
  swap: { file: string; value: (bytes: number) => string };
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Folder of this process's control group, by its line in `/proc/self/cgroup`. */
function folderOf(line: RegExp, mount: string, groups: string): string {
  const path = line.exec(groups)?.[1] ?? '/';
  const folder = join(mount, path);
  return existsSync(folder) ? folder : mount;
}

/**
 * Lets groups below the own one have limits. The kernel refuses that while processes are in it: they are moved first.
 */
function delegate(folder: string): void {
  const control = join(folder, 'cgroup.subtree_control');
  if (/\bmemory\b/.test(read(control))) return;
  try {
    writeFileSync(control, '+memory');
  } catch {
    const aside = join(folder, 'academy');
    mkdirSync(aside, { recursive: true });
    for (const id of read(join(folder, 'cgroup.procs')).split('\n').filter(Boolean))
      writeFileSync(join(aside, 'cgroup.procs'), id);
    writeFileSync(control, '+memory');
  }
}

function place(root: string, groups: string): Place {
  if (existsSync(join(root, 'cgroup.controllers'))) {
    const folder = folderOf(/^0::(.*)$/m, root, groups);
    delegate(folder);
    return { folder, limit: 'memory.max', swap: { file: 'memory.swap.max', value: () => '0' } };
  }
  return {
    folder: folderOf(/^\d+:[^:]*\bmemory\b[^:]*:(.*)$/m, join(root, 'memory'), groups),
    limit: 'memory.limit_in_bytes',
    swap: { file: 'memory.memsw.limit_in_bytes', value: String },
  };
}

/** Removes a group as soon as its last process has ended; the next server removes what an ended one leaves behind. */
function removeEmpty(folder: string, tries = MAX_TRIES): void {
  try {
    rmdirSync(folder);
  } catch {
    if (tries > 0) setTimeout(() => removeEmpty(folder, tries - 1), RETRY_MS).unref();
  }
}

/** True for a group of a server that ended without removing it. */
function isLeftOver(name: string): boolean {
  const [, server] = new RegExp(`^${OURS}(\\d+)-`).exec(name) ?? [];
  return server !== undefined && !existsSync(`/proc/${server}`);
}

/**
 * Control groups of this machine (version 1 or 2), as far as this process may create some.
 *
 * @param root where they are mounted
 * @param own the group of this process
 */
export function memoryGroups(root = '/sys/fs/cgroup', own = read('/proc/self/cgroup')): MemoryGroups {
  try {
    const { folder, limit, swap } = place(root, own);
    for (const left of readdirSync(folder).filter(isLeftOver)) removeEmpty(join(folder, left));
    const make = (name: string, bytes: number): MemoryGroup => {
      const group = join(folder, `${OURS}${process.pid}-${name}`);
      mkdirSync(group);
      writeFileSync(join(group, limit), String(bytes));
      if (existsSync(join(group, swap.file))) writeFileSync(join(group, swap.file), swap.value(bytes));
      return {
        add: (processId) => writeFileSync(join(group, 'cgroup.procs'), String(processId)),
        remove: () => removeEmpty(group),
      };
    };
    make('try', 64 * 1024 * 1024).remove();
    return { problem: null, make };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { problem, make: () => null };
  }
}
