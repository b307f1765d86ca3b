import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LogTarget, writeTo } from './log-sink.ts';

/** A log file is set aside when it would become larger than this, bytes. */
const FILE_BYTES = 10 * 1024 * 1024;
/** Files that were set aside and are kept: `server.log.1` is the youngest. */
const KEPT_FILES = 4;

/**
 * A log file that is set aside by size, while the server runs, too.
 *
 * @throws what the operating system says when the file cannot be opened at all
 */
export function logFile(file: string, mostBytes = FILE_BYTES, kept = KEPT_FILES): LogTarget {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const open = () => openSync(file, 'a', 0o600);
  let fd = open();
  let size = fstatSync(fd).size;

  function rotate(): void {
    rmSync(`${file}.${kept}`, { force: true });
    for (let number = kept - 1; number >= 1; number -= 1) rename(`${file}.${number}`, `${file}.${number + 1}`);
    rename(file, `${file}.1`);
    const before = fd;
    try {
      fd = open();
    } catch (error) {
      // Without room for another file the present one goes on.
      rename(`${file}.1`, file);
      throw error;
    }
    size = fstatSync(fd).size;
    closeSync(before);
  }

  return {
    async write(bytes) {
      if (size > 0 && size + bytes.length > mostBytes) rotate();
      const written = await writeTo(fd, bytes);
      size += written;
      return written;
    },
  };
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
