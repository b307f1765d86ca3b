import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainSystemError, StartProblem } from '../settings/start-problem.ts';
import { processIdentity } from '../values/processes.ts';

/** The server that owns a data folder. */
export interface FolderOwner {
  pid: number;
  /** Tells this process from a later one with the same id. */
  identity: string;
  /** ISO 8601. */
  since: string;
}

const LOCK_FILE = 'server.lock';

/** The running server that owns the folder, or null. */
export function readFolderOwner(dataFolder: string): FolderOwner | null {
  const owner = parseOwner(join(dataFolder, LOCK_FILE));
  return owner && processIdentity(owner.pid) === owner.identity ? owner : null;
}

/**
 * Makes this process the owner of the data folder and returns the function that releases it. A lock left by a killed
 * server is taken over. A running owner is refused with a `StartProblem` that names it, a folder that this user may not
 * write with one that names the folder.
 */
export function lockDataFolder(dataFolder: string): () => void {
  const file = join(dataFolder, LOCK_FILE);
  const own: FolderOwner = {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    since: new Date().toISOString(),
  };
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  } catch (error) {
    // Commands of another user, and of a disk that is only read, get as far as this.
    throw explainSystemError(error, dataFolder);
  }
  try {
    // A link is created whole or not at all, so nobody reads a half-written lock.
    while (!tryLink(draft, file)) {
      const living = readFolderOwner(dataFolder);
      if (living) throw ownedBy(living, dataFolder);
      removeStaleLock(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (parseOwner(file)?.identity === own.identity && parseOwner(file)?.pid === own.pid) rmSync(file, { force: true });
  };
}

function ownedBy(owner: FolderOwner, dataFolder: string): StartProblem {
  const whose = owner.pid === process.pid ? 'this process already' : `process ${owner.pid}, started ${owner.since}`;
  return new StartProblem(
    `The data folder ${dataFolder} belongs to an academy server that is running (${whose}).`,
    `Use that server, stop it with "kill ${owner.pid}", or choose another folder with --data.`,
  );
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Two starting servers may see the same stale lock: after moving it away it is checked again, and put back when its
 * owner runs.
 */
function removeStaleLock(file: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = parseOwner(aside);
  if (moved && processIdentity(moved.pid) === moved.identity) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function parseOwner(file: string): FolderOwner | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { pid, identity, since } = { pid: 0, identity: '', since: '', ...value };
    return Number.isInteger(pid) && pid > 0 ? { pid, identity: String(identity), since: String(since) } : null;
  } catch {
    return null;
  }
}
