import { Worker } from 'node:worker_threads';
import { workerEnvironment } from '@academy/content/worker-environment';
import { AcademyError } from '@academy/contract/errors';
import { inThisContext } from '../background/activity.ts';
import type { ReadyBytes } from '../http/compressed.ts';
import { serverMemory, type WorkerLimits } from '../memory/memory-plan.ts';
import type { Answer, PageRenderer, RenderedPage } from './page-renderer.ts';
import type { FromRenderWorker, ToRenderWorker } from './render-worker.ts';

export interface RenderWorkerSettings {
  /** The built web's server entry. */
  entryUrl: string;
  /** Limits of the thread's heap; left out, those of the default setting. */
  limits?: WorkerLimits;
  /** The thread ends when it had nothing to do for this long, ms. */
  idleMs?: number;
  /** One page may take this long, calls included, ms; then the thread is replaced. */
  timeoutMs?: number;
  /** Called when the thread ended unexpectedly, for the log. */
  onFailure?: (error: unknown) => void;
}

/**
 * The thread takes some 60 MB. An academy whose pages are all ready in memory does without it; a page that is rendered
 * later waits a third of a second longer.
 */
const IDLE_MS = 60_000;

interface Waiting {
  answer: Answer;
  resolve(page: RenderedPage): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * Renders pages in a thread of its own, which starts at once, again after a failure, and with the first page after it has
 * ended because nothing was rendered: the calling thread answers the calls of pages and sends bytes.
 */
export function rendererInWorker({ entryUrl, onFailure, ...given }: RenderWorkerSettings): PageRenderer {
  const { timeoutMs = 20_000, idleMs = IDLE_MS, limits = serverMemory().renderer } = given;
  const pages = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let closed = false;
  let count = 0;
  let idle: NodeJS.Timeout | undefined;

  function liveWorker(): Worker {
    if (worker !== null) return worker;
    const started = new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: { entryUrl },
      resourceLimits: limits,
      env: workerEnvironment(),
    });
    // The connections that wait for pages keep the process alive.
    started.unref();
    started.on('message', (message: FromRenderWorker) => hear(started, message));
    started.on('error', (error) => {
      onFailure?.(error);
      replace('the page could not be rendered');
    });
    started.on('exit', () => replace('the page could not be rendered'));
    worker = started;
    endWhenIdle();
    return started;
  }

  /** Counts anew how long the thread has nothing to do. */
  function endWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (pages.size > 0) endWhenIdle();
      else replace('nothing was rendered');
    }, idleMs);
    idle.unref();
  }

  /** Abandons the thread with all its running work; the next page starts another one. */
  function replace(reason: string): void {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    ending?.removeAllListeners();
    ending?.on('error', () => undefined);
    void ending?.terminate();
    for (const page of [...pages.keys()]) settle(page, ({ reject }) => reject(new Error(reason)));
  }

  function settle(page: number, how: (waiting: Waiting) => void): void {
    const waiting = pages.get(page);
    if (waiting === undefined) return;
    pages.delete(page);
    if (worker !== null) endWhenIdle();
    clearTimeout(waiting.timer);
    how(waiting);
  }

  function hear(from: Worker, message: FromRenderWorker): void {
    const { page } = message;
    if (message.kind === 'rendered')
      settle(page, ({ resolve }) => resolve({ ...message.rendered, bytes: asBuffers(message.rendered.bytes) }));
    else if (message.kind === 'failed')
      settle(page, ({ reject }) => reject(Object.assign(new Error(message.message), { stack: message.stack })));
    else void answer(from, message);
  }

  async function answer(to: Worker, asked: Extract<FromRenderWorker, { kind: 'call' }>): Promise<void> {
    const { call, name, input } = asked;
    const post = (message: ToRenderWorker) => to.postMessage(message);
    try {
      const waiting = pages.get(asked.page);
      if (waiting === undefined) throw new Error('the request for this page has ended');
      post({ kind: 'answer', call, json: await waiting.answer(name, input) });
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      if (error instanceof AcademyError) post({ kind: 'refusal', call, code: error.code, message });
      else post({ kind: 'failure', call, message });
    }
  }

  liveWorker();
  return {
    render(task, answers) {
      if (closed) return Promise.reject(new Error('the server is stopping'));
      count += 1;
      const page = count;
      const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
      const timer = setTimeout(() => {
        onFailure?.(new Error(`${task.path} was not rendered within ${timeoutMs} ms`));
        replace('rendering took too long');
      }, timeoutMs);
      timer.unref();
      // Calls arrive as messages of another thread, and belong to the request that waits for the page.
      pages.set(page, { answer: inThisContext(answers), resolve, reject, timer });
      liveWorker().postMessage({ kind: 'render', page, task } satisfies ToRenderWorker);
      return promise;
    },
    async close() {
      closed = true;
      const ending = worker;
      replace('the server is stopping');
      await ending?.terminate();
    },
  };
}

/** Buffers arrive from another thread as plain byte arrays. */
function asBuffers(bytes: ReadyBytes): ReadyBytes {
  const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
  return {
    ...bytes,
    plain: asBuffer(bytes.plain),
    br: bytes.br && asBuffer(bytes.br),
    gzip: bytes.gzip && asBuffer(bytes.gzip),
  };
}
