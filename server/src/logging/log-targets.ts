import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LogTarget, writeTo } from './log-sink.ts';

/** A log file is set aside when it would become larger than this, bytes. */
const FILE_BYTES = 10 * 1024 * 1024;
/** Files that were set aside and are kept: `server.log.1` is the youngest. */
const KEPT_FILES = 4;
/** The file is looked for this often, ms: it can be removed or set aside by others. */
const LOOK_EVERY_MS = 1_000;

/**
 * A log file that is set aside by size, while the server runs, too.
 *
 * @throws what the operating system says when the file cannot be opened at all
 */
export function logFile(
  file: string,
  mostBytes = FILE_BYTES,
  kept = KEPT_FILES,
  lookEveryMs = LOOK_EVERY_MS,
): LogTarget {
  const open = (name: string) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
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

  /** The new file is there before anything is set aside: without room for it the present one goes on. */
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
    async write(bytes) {
      if (performance.now() - lookedAt >= lookEveryMs) {
        lookedAt = performance.now();
        if (!isSame(file, fd)) use(open(file));
      }
      if (size > 0 && size + bytes.length > mostBytes) rotate();
      const written = await writeTo(fd, bytes);
      size += written;
      return written;
    },
  };
}

/** Whether the open file is still the one of that name. */
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
 * Standard output. A pipe or terminal that nobody reads must neither hold up the server nor keep it from ending, so it is
 * opened once more without blocking: a flag on the given one would hold for every program that shares it.
 */
export function standardOutput(): LogTarget {
  const kind = fstatSync(1);
  if (kind.isFile()) return { write: (bytes) => writeTo(1, bytes) };
  const own = openAgain();
  if (own !== null) return { write: (bytes) => writeNow(own, bytes) };
  // A socket, or an output of another user: Node's own stream does not block either, but takes everything.
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
