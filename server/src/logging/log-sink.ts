import { write } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Where a log is written. */
export interface LogTarget {
  /** Lines of this long are written together, ms: a write in another thread costs more than a line. Default 0. */
  gatherMs?: number;
  /**
   * Writes some of the bytes and never waits for a reader.
   *
   * @returns number of bytes written; 0: none can be written at this moment
   * @throws the error of the operating system
   */
  write(bytes: Buffer): Promise<number> | number;
}

export interface LogSinkOptions {
  /** Most bytes that wait to be written; further lines are dropped. */
  maxBytes?: number;
  /** Pause after a refused write, ms. */
  retryMs?: number;
}

/** Largest single write, bytes. */
const PIECE = 64 * 1024;

/**
 * Accepts the lines of a log without ever failing or waiting. While its target cannot be written (a full disk, a pipe
 * without a reader) lines wait in bounded memory; what does not fit is dropped and counted, and the count is logged
 * once writing works again.
 */
export class LogSink {
  readonly #target: LogTarget;
  readonly #maxBytes: number;
  readonly #retryMs: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #isWriting = false;
  #whenEmpty: (() => void)[] = [];

  constructor(target: LogTarget, { maxBytes = 1024 * 1024, retryMs = 500 }: LogSinkOptions = {}) {
    this.#target = target;
    this.#maxBytes = maxBytes;
    this.#retryMs = retryMs;
  }

  /** @param line ends with a line feed */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waitingBytes + bytes.length > this.#maxBytes) {
      this.#dropped += 1;
      return;
    }
    this.#noteDropped();
    this.#take(bytes);
    if (!this.#isWriting) void this.#writeAll();
  }

  /** Calls back when all accepted lines are written; never while they cannot be. */
  flush(done: () => void = () => {}): void {
    if (this.#isWriting) this.#whenEmpty.push(done);
    else done();
  }

  #take(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** Logs the number of dropped lines in the usual form. */
  #noteDropped(): void {
    if (this.#dropped === 0) return;
    const line = { level: 40, time: Date.now(), pid: process.pid, lines: this.#dropped, msg: 'log lines were dropped' };
    this.#dropped = 0;
    this.#take(Buffer.from(`${JSON.stringify(line)}\n`));
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    const { gatherMs = 0 } = this.#target;
    while (this.#waiting.length > 0) {
      if (gatherMs > 0 && this.#waitingBytes < PIECE) await delay(gatherMs);
      const piece = this.#nextPiece();
      try {
        // Awaited only if it is a promise: where the target can, a line is written before its caller continues.
        const result = this.#target.write(piece);
        const written = typeof result === 'number' ? result : await result;
        if (written === 0) await pause(this.#retryMs);
        else this.#forget(written);
      } catch {
        // It cannot be reported anywhere: the count of dropped lines will show it.
        await pause(this.#retryMs);
      }
      if (this.#waiting.length === 0) this.#noteDropped();
    }
    this.#isWriting = false;
    for (const done of this.#whenEmpty.splice(0)) done();
  }

  #nextPiece(): Buffer {
    const [first, ...rest] = this.#waiting;
    if (first === undefined || rest.length === 0) return first ?? Buffer.alloc(0);
    const parts = [first];
    let bytes = first.length;
    for (const part of rest) {
      if (bytes + part.length > PIECE) break;
      parts.push(part);
      bytes += part.length;
    }
    return Buffer.concat(parts, bytes);
  }

  #forget(written: number): void {
    this.#waitingBytes -= written;
    let rest = written;
    while (rest > 0) {
      const first = this.#waiting[0];
      if (first === undefined) return;
      if (first.length > rest) {
        this.#waiting[0] = first.subarray(rest);
        return;
      }
      rest -= first.length;
      this.#waiting.shift();
    }
  }
}

/** Waiting lines do not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

const writeInPool = promisify(write);

/** Writes to an open file in a thread of the pool. */
export const writeTo = async (fd: number, bytes: Buffer): Promise<number> =>
  (await writeInPool(fd, bytes)).bytesWritten;
