import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { AcademyError, type ErrorCode } from '@academy/contract/errors';
import type { WebEntry } from '@academy/contract/web-entry';
import type { ReadyBytes } from '../http/compressed.ts';
import { type PageTask, type RenderedPage, rendererInProcess } from './page-renderer.ts';

/** Messages to the thread: a page to render, and the replies to calls of pages. */
export type ToRenderWorker =
  | { kind: 'render'; page: number; task: PageTask }
  | { kind: 'answer'; call: number; json: string }
  | { kind: 'refusal'; call: number; code: ErrorCode; message: string }
  | { kind: 'failure'; call: number; message: string };

/** Messages from the thread: a page is done or has failed, or it needs the reply to a call. */
export type FromRenderWorker =
  | { kind: 'rendered'; page: number; rendered: RenderedPage }
  | { kind: 'failed'; page: number; message: string; stack: string }
  | { kind: 'call'; page: number; call: number; name: string; input: unknown };

// Sending has priority over rendering, and rendering over the content worker (which has 10). On Linux this sets the
// priority of the calling thread, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(5);

const { entryUrl } = workerData as { entryUrl: string };
const web = (await import(entryUrl)) as WebEntry;
const renderer = rendererInProcess(web);
const waiting = new Map<number, { resolve(json: string): void; reject(error: Error): void }>();
let calls = 0;

const post = (message: FromRenderWorker, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

async function render(page: number, task: PageTask): Promise<void> {
  try {
    const rendered = await renderer.render(task, (name, input) => {
      calls += 1;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      waiting.set(calls, { resolve, reject });
      post({ kind: 'call', page, call: calls, name, input });
      return promise;
    });
    const bytes = ownMemory(rendered.bytes);
    const buffers = [bytes.plain, bytes.br, bytes.gzip].flatMap((one) => (one ? [one.buffer] : []));
    post({ kind: 'rendered', page, rendered: { ...rendered, bytes } }, buffers);
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    post({ kind: 'failed', page, message, stack });
  }
}

/** Bytes that are transferred instead of copied: a view on a part of a memory block gets a block of its own. */
function ownMemory(bytes: ReadyBytes) {
  const own = (view: Buffer) => {
    const isWhole = view.buffer instanceof ArrayBuffer && view.length === view.buffer.byteLength;
    return Buffer.from(isWhole ? view.buffer : new Uint8Array(view).buffer);
  };
  return {
    ...bytes,
    plain: own(bytes.plain),
    br: bytes.br && own(bytes.br),
    gzip: bytes.gzip && own(bytes.gzip),
  };
}

parentPort?.on('message', (message: ToRenderWorker) => {
  if (message.kind === 'render') {
    void render(message.page, message.task);
    return;
  }
  const asked = waiting.get(message.call);
  waiting.delete(message.call);
  if (message.kind === 'answer') asked?.resolve(message.json);
  else if (message.kind === 'refusal') asked?.reject(new AcademyError(message.code, { message: message.message }));
  else asked?.reject(new Error(message.message));
});
