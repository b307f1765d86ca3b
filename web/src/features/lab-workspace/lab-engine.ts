import { trustedScriptUrl } from '../../lib/trusted-script.ts';
import engineUrl from './engine.worker.ts?worker&url';
import type { EngineReply, EngineRequest, LabFile } from './engine-protocol.ts';

/** A worker that answers nothing for so long is stuck, ms. */
const STUCK_MS = 6_000;

/** Said when a worker had to be replaced. */
const REPLACED = 'The lab did not answer any more, so it was started again. Your files are as they were.';

/** A page's end of a terminal whose shell runs elsewhere. */
export interface ShellViewer {
  size(): { columns: number; rows: number };
  /** @param again true: all of it anew, from what was said last */
  output(text: string, again: boolean): void;
}

/** The other end of it. */
export interface Shell {
  input(text: string): void;
  /** So many characters are on the screen. */
  seen(characters: number): void;
  resized(): void;
  close(): void;
}

/** Terminals of an engine that has shells. */
export interface LabShells {
  open(session: string, viewer: ShellViewer): Shell;
}

export interface LabEngine {
  /** Null: terminals edit their lines themselves and let the engine `run` them. */
  readonly shells: LabShells | null;
  ask(request: EngineRequest): Promise<EngineReply>;
  /** What the learner's files are now. */
  files(): readonly LabFile[];
  /** Begins anew with these files. */
  restart(files: readonly LabFile[]): Promise<EngineReply>;
  close(): void;
}

export interface LabEngineOptions {
  files: readonly LabFile[];
  /** Told after files have changed. */
  onFiles(files: readonly LabFile[]): void;
  /** Told what the learner should know; empty: it is over. */
  onNotice(notice: string): void;
}

interface WorkerEngineOptions extends LabEngineOptions {
  /** Told after a stuck worker was replaced. */
  onReplaced(): void;
}

/** Runs a lab in a worker, and another worker in its place when it is stuck. */
export function labEngine({ files: first, onFiles, onNotice, onReplaced }: WorkerEngineOptions): LabEngine {
  let files = first;
  let next = 0;
  const waiting = new Map<number, (reply: EngineReply) => void>();
  let heardAt = 0;
  let watch: ReturnType<typeof setInterval> | undefined;
  let worker = begin();

  function begin(): Worker {
    const made = new Worker(trustedScriptUrl(engineUrl), { type: 'module', name: 'lab' });
    made.onmessage = ({ data }: MessageEvent<{ id: number; reply: EngineReply }>) => {
      heardAt = performance.now();
      const { id, reply } = data;
      if (reply.files !== undefined) note(reply.files);
      waiting.get(id)?.(reply);
      waiting.delete(id);
      if (waiting.size === 0) stopWatching();
    };
    return made;
  }

  function note(now: readonly LabFile[]): void {
    if (JSON.stringify(now) === JSON.stringify(files)) return;
    files = now;
    onFiles(now);
  }

  function send(request: EngineRequest): Promise<EngineReply> {
    return new Promise((resolve) => {
      const id = ++next;
      waiting.set(id, resolve);
      worker.postMessage({ id, request });
      if (watch === undefined) {
        heardAt = performance.now();
        watch = setInterval(look, STUCK_MS / 4);
      }
    });
  }

  /** A worker that works answers a ping between two steps of what it runs; one in an endless step does not. */
  function look(): void {
    if (performance.now() - heardAt > STUCK_MS) replace();
    else worker.postMessage({ id: 0, request: { kind: 'ping' } });
  }

  function stopWatching(): void {
    clearInterval(watch);
    watch = undefined;
  }

  function replace(): void {
    stopWatching();
    worker.terminate();
    const lost = [...waiting.values()];
    waiting.clear();
    worker = begin();
    void send({ kind: 'start', files }).then(() => {
      for (const resolve of lost) resolve({ problem: REPLACED, exitCode: 130, stderr: `${REPLACED}\n` });
      onNotice(REPLACED);
      onReplaced();
    });
  }

  void send({ kind: 'start', files });
  return {
    shells: null,
    ask: send,
    files: () => files,
    restart(anew) {
      files = anew;
      onFiles(anew);
      return send({ kind: 'start', files: anew });
    },
    close() {
      stopWatching();
      worker.terminate();
    },
  };
}
