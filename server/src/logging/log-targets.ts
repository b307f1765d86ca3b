import { closeSync, constants, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../values/make-folder.ts';
import { type LogTarget, writeTo } from './log-sink.ts';

/** A log file is rotated before it exceeds this size, bytes. */
const FILE_BYTES = 10 * 1024 * 1024;
/** Rotated files that are kept: `server.log.1` is the newest. */
const KEPT_FILES = 4;
/** Lines of this long are written together, ms: what a crash may lose. */
const GATHER_MS = 10;
/** How often to check whether the file was removed or renamed by another program, ms. */
const LOOK_EVERY_MS = 1_000;

/**
 * A log file that is rotated by size while the server runs.
 *
 * @throws the error of the operating system when the file cannot be opened
 */
export function logFile(
  file: string,
  maxBytes = FILE_BYTES,
  kept = KEPT_FILES,
  lookEveryMs = LOOK_EVERY_MS,
): LogTarget {
  const open = (name: string) => {
    makeFolder(dirname(file), 0o700);
    return openSync(name, 'a', 0o600);
  };
  let fd = open(file);
  let size = fstatSync(fd).size;
  let lookedAt = performance.now();

  function use(next: number): void {
    closeSync(fd);
    fd = next;
    size = fstatSync(fd).size;
  }

  /** Opens the new file before renaming the old one: without space for it the old one stays in use. */
  function rotate(): void {
    const fresh = `${file}.new`;
    let next: number;
    try {
      next = open(fresh);
    } catch {
      return;
    }
    rmSync(`${file}.${kept}`, { force: true });
    for (let number = kept - 1; number >= 1; number -= 1) rename(`${file}.${number}`, `${file}.${number + 1}`);
    rename(file, `${file}.1`);
    rename(fresh, file);
    use(next);
  }

  return {
    gatherMs: GATHER_MS,
    async write(bytes) {
      if (performance.now() - lookedAt >= lookEveryMs) {
        lookedAt = performance.now();
        if (!isSame(file, fd)) use(open(file));
      }
      if (size > 0 && size + bytes.length > maxBytes) rotate();
      const written = await writeTo(fd, bytes);
      size += written;
      return written;
    },
  };
}

/** Whether the open file is still the one with this name. */
function isSame(file: string, fd: number): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  return there !== undefined && there.ino === fstatSync(fd).ino;
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Bytes that may wait in the process for a standard output that cannot be opened a second time. */
const STREAM_BYTES = 1024 * 1024;

/**
 * Standard output. A pipe or terminal without a reader must neither block the server nor keep it from ending, so it is
 * opened a second time without blocking: a flag on the inherited descriptor would affect every program that shares it.
 */
export function standardOutput(): LogTarget {
  const kind = fstatSync(1);
  if (kind.isFile()) return { gatherMs: GATHER_MS, write: (bytes) => writeTo(1, bytes) };
  const own = openAgain();
  if (own !== null) return { write: (bytes) => writeNow(own, bytes) };
  // A socket, or an output of another user: Node's own stream does not block either, but buffers without a limit.
  process.stdout.on('error', () => {});
  return {
    write(bytes) {
      if (process.stdout.writableLength + bytes.length > STREAM_BYTES) return 0;
      process.stdout.write(bytes);
      return bytes.length;
    },
  };
}

function openAgain(): number | null {
  if (process.platform !== 'linux') return null;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return null;
  }
}

function writeNow(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
