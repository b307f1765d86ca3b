import { Worker } from 'node:worker_threads';
import type { ContentKind } from '@academy/contract/publishing';
import type { BuildJob } from './build-worker.ts';
import type { BuildResult } from './built-item.ts';
import { type BuildOptions, hashOf } from './item-hash.ts';
import type { SourceFiles } from './source-files.ts';

export interface BuilderSettings {
  /** The worker ends this long after its last job, ms. */
  idleMs?: number;
  /** One job may take this long, ms; then it is refused and the worker is replaced. */
  timeoutMs?: number;
  /** Jobs that may wait. */
  queueLength?: number;
  /** Memory of the worker's heap, MB. */
  memoryMb?: number;
  /** Told why a worker ended unexpectedly, for the log. */
  onFailure?: (error: unknown) => void;
}

export interface Builder {
  /**
   * Builds one item in the worker. A job that takes too long or ends the worker is a refused result.
   *
   * @throws BuilderBusyError when too many jobs wait or the builder is closed
   */
  build(kind: ContentKind, files: SourceFiles, options: BuildOptions): Promise<BuildResult>;
  /** Ends the worker and refuses what waits. */
  close(): Promise<void>;
}

/** Too many items are being published at once; try again later. */
export class BuilderBusyError extends Error {
  constructor() {
    super('too many items are being published at once');
    this.name = 'BuilderBusyError';
  }
}

interface Waiting {
  job: BuildJob;
  settle(result: BuildResult): void;
  reject(error: Error): void;
}

/** Makes the builder that a server uses: one worker, started when it is needed. */
export function createBuilder(settings: BuilderSettings = {}): Builder {
  const { idleMs = 30_000, timeoutMs = 60_000, queueLength = 50, memoryMb = 512, onFailure } = settings;
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function startTimer(ms: number, action: () => void): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(action, ms);
    // A timer of ours never keeps the process alive.
    timer.unref();
  }

  function finish(result: BuildResult): void {
    const done = current;
    current = null;
    // An idle worker does not keep the process alive, a working one does.
    worker?.unref();
    startTimer(idleMs, stopWorker);
    done?.settle(result);
    next();
  }

  function stopWorker(): void {
    const ending = worker;
    worker = null;
    ending?.removeAllListeners();
    ending?.on('error', () => undefined);
    void ending?.terminate();
  }

  function fail(message: string): void {
    stopWorker();
    if (current !== null) finish(refusal(current.job, message));
  }

  function liveWorker(): Worker {
    if (worker !== null) return worker;
    worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    worker.on('message', finish);
    worker.on('error', (error) => {
      onFailure?.(error);
      fail(`the content could not be processed: ${reasonOf(error)}`);
    });
    worker.on('exit', () => fail('the content could not be processed'));
    return worker;
  }

  function next(): void {
    if (current !== null) return;
    current = queue.shift() ?? null;
    if (current === null) return;
    startTimer(timeoutMs, () => fail(`rendering took longer than ${timeoutMs / 1000} s; split or simplify the texts`));
    const running = liveWorker();
    running.ref();
    running.postMessage(current.job);
  }

  return {
    build(kind, files, options) {
      if (closed || queue.length >= queueLength) return Promise.reject(new BuilderBusyError());
      return new Promise((settle, reject) => {
        queue.push({ job: { kind, files, options }, settle, reject });
        next();
      });
    },
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      for (const { reject } of [...queue.splice(0), ...(current === null ? [] : [current])])
        reject(new BuilderBusyError());
      current = null;
      const ending = worker;
      worker = null;
      ending?.removeAllListeners();
      await ending?.terminate();
    },
  };
}

function reasonOf(error: unknown): string {
  const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? 'it needs too much memory; make it smaller' : 'an unexpected failure';
}

function refusal({ kind, files, options }: BuildJob, message: string): BuildResult {
  return {
    refused: true,
    findings: [{ file: options.file, line: 1, severity: 'fatal', code: 'build-failed', message }],
    sourceHash: hashOf(kind, files, options),
  };
}
