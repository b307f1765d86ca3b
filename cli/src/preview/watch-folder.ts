import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '@academy/content/source-files';

/** Editors write a file in several steps: changes within this time are read together, ms. */
const SETTLE_MS = 40;
/** Uninterrupted changes are read after this long, ms. */
const MAX_WAIT_MS = 400;
/** Polling interval where the system sends no events: the folder is gone, or the limit of watches is reached, ms. */
const POLL_MS = 500;

/**
 * Calls `show` for the whole folder once, and then with the changed files after each change; one call at a time.
 *
 * Events only say that something happened. Changes are found by comparing the files with their last state, so that it
 * makes no difference how a file was saved. Each folder has a watch of its own, set before the folder is listed and
 * renewed when another folder takes its place; watches on files would follow a file that was renamed away.
 *
 * @param show gets absolute paths, and no argument at first; after a failure it gets the same files again
 * @param trouble gets the reason once when the folder cannot be read or shown
 * @throws the error of the first call of `show`
 */
export async function watchFolder(
  folder: string,
  show: (changed?: readonly string[]) => Promise<void>,
  trouble: (reason: string) => void,
): Promise<{ close(): Promise<void> }> {
  const watches = new Map<string, { identity: string; watcher: FSWatcher | null }>();
  let known: Stamps = new Map();
  let named = new Set<string>();
  const unshown = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let waitingSince: number | null = null;
  let running = Promise.resolve();
  let lastTrouble = '';
  let closed = false;

  function noteEvent(file: string): void {
    named.add(file);
    waitingSince ??= performance.now();
    lookIn(Math.max(0, Math.min(SETTLE_MS, waitingSince + MAX_WAIT_MS - performance.now())));
  }

  function lookIn(ms: number): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(look);
    }, ms);
  }

  async function look(): Promise<void> {
    if (closed) return;
    waitingSince = null;
    for (const file of named) unshown.add(file);
    named = new Set();
    try {
      const now = await readStamps();
      for (const file of difference(known, now)) unshown.add(file);
      known = now;
      if (unshown.size > 0) await show([...unshown]);
      unshown.clear();
      lastTrouble = '';
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      if (reason !== lastTrouble) trouble(reason);
      lastTrouble = reason;
    }
    const isBlind = [...watches.values()].some(({ watcher }) => watcher === null);
    // An event that arrived meanwhile has set its own, earlier time.
    if ((lastTrouble !== '' || isBlind) && waitingSince === null) lookIn(POLL_MS);
  }

  /** Lists the folder, and watches all folders in it. */
  async function readStamps(): Promise<Stamps> {
    const stamps: Stamps = new Map();
    const folders = new Set<string>();
    await walk(folder, await stat(folder, { bigint: true }), folders, stamps);
    for (const [place, { watcher }] of watches) {
      if (folders.has(place)) continue;
      watcher?.close();
      watches.delete(place);
    }
    return stamps;
  }

  async function walk(place: string, itself: BigIntStats, folders: Set<string>, stamps: Stamps): Promise<void> {
    folders.add(place);
    // With the creation time, because the inode of a deleted folder is reused.
    watchOne(place, `${itself.dev} ${itself.ino} ${itself.birthtimeNs}`);
    // Deleted since its parent was listed: the parent has an event for that.
    const entries = (await ifThere(readdir(place))) ?? [];
    await Promise.all(
      entries.map(async (name) => {
        const full = path.join(place, name);
        const found = await ifThere(lstat(full, { bigint: true }));
        if (found === null) return;
        if (!found.isDirectory()) stamps.set(full, stampOf(found));
        else if (!name.startsWith('.') && name !== 'node_modules') await walk(full, found, folders, stamps);
      }),
    );
  }

  function watchOne(place: string, identity: string): void {
    const before = watches.get(place);
    if (closed || (before?.identity === identity && before.watcher !== null)) return;
    before?.watcher?.close();
    let watcher: FSWatcher | null = null;
    try {
      watcher = watch(place, (_event, name) => noteEvent(name === null ? place : path.join(place, name)));
      watcher.on('error', () => {
        watcher?.close();
        watches.delete(place);
        noteEvent(place);
      });
    } catch {
      // The limit of watches is reached, or the folder was just deleted.
    }
    watches.set(place, { identity, watcher });
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(timer);
    for (const { watcher } of watches.values()) watcher?.close();
    await running;
  }

  // Before the first build, so that a file saved during it counts as a change.
  known = await readStamps();
  running = show();
  try {
    await running;
  } catch (error) {
    running = Promise.resolve();
    await close();
    throw error;
  }
  return { close };
}

/** A text for each path that differs between two states of the file. */
type Stamps = Map<string, string>;

const stampOf = ({ dev, ino, mode, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, mode, size, mtimeNs, ctimeNs].join(' ');

function difference(before: Stamps, now: Stamps): string[] {
  const changed = [...now].flatMap(([file, stamp]) => (before.get(file) === stamp ? [] : [file]));
  return [...changed, ...[...before.keys()].filter((file) => !now.has(file))];
}
