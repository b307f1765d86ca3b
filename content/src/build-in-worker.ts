import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ContentKind } from '@academy/contract/publishing';
import type { ArchiveJob, ArchiveResult, Job, ListedFile, WorkerSettings } from './build-worker.ts';
import type { BuildResult } from './built-item.ts';
import { type BuildOptions, hashOf } from './item-hash.ts';
import type { UnpackLimits } from './pack.ts';
import type { SourceFiles } from './source-files.ts';
import { workerEnvironment } from './worker-environment.ts';

export type { ArchiveResult, ListedFile };

export interface BuilderSettings {
  /** The worker ends this long after its last job, ms. */
  idleMs?: number;
  /** One job may take this long, ms; then it is refused and the worker is replaced. */
  timeoutMs?: number;
  /** Jobs that may wait. */
  queueLength?: number;
  /** A job is refused when those before it are expected to take longer, ms; left out, only their number counts. */
  maxWaitMs?: number;
  /** Limits of the worker's heap. */
  limits?: Pick<ResourceLimits, 'maxOldGenerationSizeMb' | 'maxYoungGenerationSizeMb'>;
  /** Folder that caches resized images between publishes; left out, each publish makes them again. */
  pictureFolder?: string;
  /** False: builds only to check, so images are examined and not encoded. */
  encodesPictures?: boolean;
  /** Called when a worker ended unexpectedly, for the log. */
  onFailure?: (error: unknown) => void;
}

export interface Builder {
  /**
   * Builds one item in the worker. A job that takes too long is a refused result. When the worker ends during a job, an
   * earlier job may be the cause: the job is retried once in a new worker, and refused when that one ends too.
   *
   * @throws BuilderBusyError when too many jobs wait or the builder is closed
   */
  build(kind: ContentKind, files: SourceFiles, options: BuildOptions): Promise<BuildResult>;
  /**
   * Unpacks, compares and builds an archive in the worker, which reads the archive in shared memory (`sharedBytes`).
   *
   * @param signal removes the job from the queue when nobody waits for it any more
   * @param maxWaitMs in place of that of the settings
   * @throws BuilderBusyError as `build`, and for a removed job
   */
  buildArchive(job: Omit<ArchiveJob, 'task'>, signal?: AbortSignal, maxWaitMs?: number): Promise<ArchiveResult>;
  /**
   * Lists the files of an archive.
   *
   * @throws BuilderBusyError as `buildArchive`, and an Error when the archive cannot be read
   */
  listArchive(packed: Uint8Array, limits: Partial<UnpackLimits>, signal?: AbortSignal): Promise<ListedFile[]>;
  /** Ends the worker and refuses waiting jobs. */
  close(): Promise<void>;
}

/** Too many items are being published at once, or the caller no longer waits. */
export class BuilderBusyError extends Error {
  constructor() {
    super('too many items are being published at once');
    this.name = 'BuilderBusyError';
  }
}

/** Memory that the worker reads without a copy: archives are large, and a retried job needs its archive. */
export function sharedBytes(size: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size));
}

/** The bytes in shared memory; copied unless they are already. */
function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = sharedBytes(bytes.byteLength);
  copy.set(bytes);
  return copy;
}

/** Why a job failed; the text is for the author. */
class JobFailure extends Error {}

/** Weight of the newest job in the average duration of jobs. */
const NEWEST_WEIGHT = 0.3;

interface Waiting {
  job: Job;
  settle(result: unknown): void;
  reject(error: Error): void;
}

/** Makes the builder of a server: one worker, started on demand. */
export function createBuilder(settings: BuilderSettings = {}): Builder {
  const { idleMs = 30_000, timeoutMs = 60_000, queueLength = 50, onFailure } = settings;
  const { maxWaitMs = Number.POSITIVE_INFINITY, limits = { maxOldGenerationSizeMb: 512 } } = settings;
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  /** Number of jobs that this worker got. */
  let given = 0;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  /** Average duration of jobs, ms; 0 before the first one. */
  let usualMs = 0;
  let startedAt = 0;

  function startTimer(ms: number, action: () => void): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(action, ms);
    // Timers must not keep the process alive.
    timer.unref();
  }

  function finish(settle: (waiting: Waiting) => void): void {
    const done = current;
    current = null;
    if (done !== null) {
      const took = performance.now() - startedAt;
      usualMs = usualMs === 0 ? took : usualMs + NEWEST_WEIGHT * (took - usualMs);
    }
    // An idle worker does not keep the process alive, a working one does.
    worker?.unref();
    startTimer(idleMs, stopWorker);
    if (done !== null) settle(done);
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
    if (current !== null) finish(({ reject }) => reject(new JobFailure(message)));
  }

  /** The worker ended by itself. A job is only certain to be the cause when it was the only one of its worker. */
  function lostWorker(message: string): void {
    if (current === null || given === 1) {
      fail(message);
      return;
    }
    stopWorker();
    queue.unshift(current);
    current = null;
    next();
  }

  function liveWorker(): Worker {
    if (worker !== null) return worker;
    given = 0;
    worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      resourceLimits: limits,
      env: workerEnvironment(),
      workerData: {
        pictureFolder: settings.pictureFolder ?? null,
        encodesPictures: settings.encodesPictures ?? true,
      } satisfies WorkerSettings,
    });
    worker.on('message', (result: unknown) => finish(({ settle }) => settle(result)));
    worker.on('error', (error) => {
      onFailure?.(error);
      lostWorker(`the content could not be processed: ${reasonOf(error)}`);
    });
    worker.on('exit', () => lostWorker('the content could not be processed'));
    return worker;
  }

  function next(): void {
    if (current !== null) return;
    current = queue.shift() ?? null;
    if (current === null) return;
    startedAt = performance.now();
    startTimer(timeoutMs, () => fail(`rendering took longer than ${timeoutMs / 1000} s; split or simplify the texts`));
    const running = liveWorker();
    running.ref();
    given += 1;
    running.postMessage(current.job);
  }

  function enqueue(job: Job, signal?: AbortSignal, maxMs = maxWaitMs): Promise<unknown> {
    const before = queue.length + (current === null ? 0 : 1);
    const isBusy = queue.length >= queueLength || before * usualMs > maxMs;
    if (closed || isBusy || signal?.aborted) return Promise.reject(new BuilderBusyError());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: Waiting = { job, settle: resolve, reject };
    const takeOut = () => {
      const at = queue.indexOf(waiting);
      if (at === -1) return;
      queue.splice(at, 1);
      reject(new BuilderBusyError());
    };
    signal?.addEventListener('abort', takeOut, { once: true });
    queue.push(waiting);
    next();
    return promise.finally(() => signal?.removeEventListener('abort', takeOut));
  }

  return {
    async build(kind, files, options) {
      try {
        // For a job of files the worker returns a build result.
        return (await enqueue({ task: 'files', kind, files, options })) as BuildResult;
      } catch (error) {
        if (!(error instanceof JobFailure)) throw error;
        return refusal(options.file, error.message, hashOf(kind, files, options));
      }
    },
    async buildArchive(job, signal, maxMs) {
      try {
        return (await enqueue({ task: 'archive', ...job, packed: shared(job.packed) }, signal, maxMs)) as ArchiveResult;
      } catch (error) {
        if (!(error instanceof JobFailure)) throw error;
        const built = refusal('.', error.message, '');
        return { outcome: 'built', built, options: { file: '.', variables: {} } };
      }
    },
    async listArchive(packed, limits, signal) {
      return (await enqueue({ task: 'list', packed: shared(packed), limits }, signal)) as ListedFile[];
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

function refusal(file: string, message: string, sourceHash: string): Extract<BuildResult, { refused: true }> {
  return {
    refused: true,
    findings: [{ file, line: 1, severity: 'fatal', code: 'build-failed', message }],
    sourceHash,
  };
}
