import type { LabChanges, LabEntry, LabFileText } from '@academy/contract/lab-home';
import type { LabOther } from '@academy/contract/labs';
import type { EngineReply, EngineRequest, LabFile } from '@academy/lab-engine/engine-protocol';
import type { ServiceReply, ServiceRequest } from '@academy/lab-engine/linux/http-exchange';
import type { LinuxNews, LinuxReply, LinuxRequest } from '@academy/lab-engine/linux/linux-protocol';
import { trustedScriptUrl } from '../../lib/trusted-script.ts';
import engineUrl from './engine.worker.ts?worker&url';
import { inWords } from './in-words.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { redownload } from './redownload.ts';

/** A worker with work to do is pinged this often, ms. */
const PING_MS = 1_500;
/** A worker that answers none of so many pings in a row is stuck. Counted, as timers are late in hidden pages. */
const MAX_LOST_PINGS = 4;
/** After this many workers in a row that never answered, no further one is started until the learner retries. */
const MAX_SILENT_WORKERS = 2;

/** The page's side of a terminal whose shell runs elsewhere. */
export interface ShellViewer {
  size(): { columns: number; rows: number };
  /** @param again true: the whole output again, replayed from the start */
  output(text: string, again: boolean): void;
}

/** The shell's side of it. */
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

/** Why the lab did not answer. */
type Unanswered = { problem: string };

/** A home folder that is too large to be known as a whole. */
export interface LabHome {
  /** @param path empty: the home folder itself */
  list(path: string): Promise<{ entries: readonly LabEntry[]; isCut: boolean } | Unanswered>;
  /** The text of a file, which is one of the engine's files from then on. */
  read(path: string): Promise<LabFileText | Unanswered>;
  /** The text that it had at the start. */
  original(path: string): Promise<LabFileText | Unanswered>;
  changes(): Promise<LabChanges | Unanswered>;
}

export interface LabEngine {
  /** Null: terminals edit their lines themselves and let the engine `run` them. */
  readonly shells: LabShells | null;
  /** Asks the service that listens on a port: null when none does. Null: the page has no way to ports. */
  readonly request: ((port: number, request: ServiceRequest) => Promise<ServiceReply | null>) | null;
  ask(request: EngineRequest): Promise<EngineReply>;
  /** What the learner's files are now; of a lab with a `home`, the texts that are known. */
  files(): readonly LabFile[];
  /** What else snapshots keep of the home folder; only a Linux changes it. */
  others(): readonly LabOther[];
  /** The home folder of a lab that runs elsewhere; null: `files` are all that there is. */
  readonly home: LabHome | null;
  /** Resolves when `files` and `others` have what programs wrote up to now; null: they always have. */
  readonly settle: (() => Promise<void>) | null;
  /** Restarts the lab with these files. */
  restart(files: readonly LabFile[]): Promise<EngineReply>;
  /** Starts the engine after it has given up; null: it never gives up. */
  readonly retry: (() => Promise<EngineReply>) | null;
  close(): void;
}

export interface LabEngineOptions {
  files: readonly LabFile[];
  /** Called after files have changed. @param isPart true: there are more */
  onFiles(files: readonly LabFile[], isPart?: boolean): void;
  /** Called with a notice for the learner; empty: it no longer holds. */
  onNotice(notice: string): void;
}

/** What runs in the worker of a lab. */
export interface LabWorker {
  /** Address of its script. */
  url: string;
  /** A worker that answers none of so many pings in a row is stuck. */
  maxLostPings: number;
  /** Whether it is pinged also while nobody waits for an answer: its terminals have a life of their own. */
  isWatched: boolean;
  /** Whether a restart of the lab begins with a new worker. */
  isNewAtRestart: boolean;
  start(files: readonly LabFile[]): Request;
  /** Called with each reply, and with what it reports by itself. */
  onReply?(reply: LinuxReply): void;
  onNews?(news: LinuxNews): void;
}

type Request = EngineRequest | LinuxRequest;

/** An engine that also takes the requests of its own worker. */
export interface WorkerEngine extends LabEngine {
  ask(request: Request): Promise<LinuxReply>;
}

export interface WorkerEngineOptions extends LabEngineOptions {
  /** What the light shell does not use, and keeps for a Linux. */
  others: readonly LabOther[];
  /** Called after a stuck worker was replaced. */
  onReplaced(): void;
  /** Called when no worker could be started; `retry` tries again. */
  onGivenUp(): void;
}

interface Waiting {
  request: Request;
  resolve(reply: LinuxReply): void;
}

/** The light shell. */
const LIGHT: LabWorker = {
  url: engineUrl,
  maxLostPings: MAX_LOST_PINGS,
  isWatched: false,
  isNewAtRestart: false,
  start: (files) => ({ kind: 'start', files }),
};

/**
 * Runs a lab in a worker. A worker that gets stuck is replaced; one that never answered is replaced once, after its script was
 * downloaded again, because a proxy may have answered with an empty file.
 */
export function labEngine(
  { files: first, others: firstOthers, onFiles, onNotice, onReplaced, onGivenUp }: WorkerEngineOptions,
  { url, maxLostPings, isWatched, isNewAtRestart, start, onReply, onNews }: LabWorker = LIGHT,
): WorkerEngine {
  let files = first;
  let isPart = false;
  let others = firstOthers;
  let next = 0;
  const waiting = new Map<number, Waiting>();
  let lostPings = 0;
  let watch: ReturnType<typeof setInterval> | undefined;
  /** Null while its script is downloaded again, and after giving up. */
  let worker: Worker | null = null;
  let hasAnswered = false;
  let silentWorkers = 0;
  let over: 'given up' | 'closed' | null = null;

  /** Starts a worker and gives it the requests that wait. */
  function begin(): void {
    const made = new Worker(trustedScriptUrl(url), { type: 'module', name: 'lab' });
    worker = made;
    hasAnswered = false;
    made.onmessage = ({ data }: MessageEvent<{ id: number; reply: LinuxReply } | { news: LinuxNews }>) => {
      hasAnswered = true;
      silentWorkers = 0;
      lostPings = 0;
      if ('news' in data) {
        if (data.news.kind === 'files') note(data.news.files, data.news.isPart);
        onNews?.(data.news);
        return;
      }
      const { id, reply } = data;
      if (reply.files !== undefined) note(reply.files, reply.isPart);
      onReply?.(reply);
      waiting.get(id)?.resolve(inWords(reply));
      waiting.delete(id);
      if (waiting.size === 0 && !isWatched) stopWatching();
    };
    // Its script is missing, or is no script.
    made.onerror = () => {
      if (made === worker && !hasAnswered) replaceSilent();
    };
    for (const [id, { request }] of waiting) made.postMessage({ id, request });
    startWatching();
  }

  function note(now: readonly LabFile[], more = isPart): void {
    if (more === isPart && JSON.stringify(now) === JSON.stringify(files)) return;
    files = now;
    isPart = more;
    onFiles(now, more);
  }

  function send(request: Request): Promise<LinuxReply> {
    if (over !== null) return Promise.resolve(unanswered(request));
    return new Promise((resolve) => {
      const id = ++next;
      waiting.set(id, { request, resolve });
      if (worker === null) return;
      worker.postMessage({ id, request });
      startWatching();
    });
  }

  /** The reply to a request that no worker will get. Written files are kept for the next worker. */
  function unanswered(request: Request): EngineReply {
    keepWritten(request);
    return { problem: labWorkspaceTexts.notStarted, stderr: `${labWorkspaceTexts.notStarted}\n` };
  }

  function keepWritten(request: Request): void {
    if (request.kind !== 'write') return;
    const { path, text } = request;
    note([...files.filter((file) => file.path !== path), { path, text }].sort((a, b) => (a.path < b.path ? -1 : 1)));
  }

  function startWatching(): void {
    if (watch !== undefined) return;
    lostPings = 0;
    watch = setInterval(checkPings, PING_MS);
  }

  /** A busy worker answers pings between two steps; one in an endless step does not. */
  function checkPings(): void {
    if (lostPings < maxLostPings) {
      lostPings += 1;
      worker?.postMessage({ id: 0, request: { kind: 'ping' } });
    } else if (hasAnswered) replaceStuck();
    else replaceSilent();
  }

  function stopWatching(): void {
    clearInterval(watch);
    watch = undefined;
  }

  function stop(): void {
    stopWatching();
    worker?.terminate();
    worker = null;
  }

  /** The requests of a stuck worker are not repeated: one of them may be the cause. */
  function replaceStuck(): void {
    stop();
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { request } of lost) keepWritten(request);
    const started = send(start(files));
    begin();
    void started.then(({ problem }) => {
      for (const { resolve } of lost)
        resolve({
          problem: problem ?? labWorkspaceTexts.replaced,
          exitCode: 130,
          stderr: `${problem ?? labWorkspaceTexts.replaced}\n`,
        });
      if (problem !== undefined) return;
      onNotice(labWorkspaceTexts.replaced);
      onReplaced();
    });
  }

  function replaceSilent(): void {
    stop();
    silentWorkers += 1;
    if (silentWorkers < MAX_SILENT_WORKERS) void beginWithNewScript();
    else giveUp();
  }

  async function beginWithNewScript(): Promise<void> {
    const isLoaded = await redownload(url);
    if (over !== null) return;
    if (isLoaded) begin();
    else giveUp();
  }

  function giveUp(): void {
    over = 'given up';
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { request, resolve } of lost) resolve(unanswered(request));
    onNotice(labWorkspaceTexts.notStarted);
    onGivenUp();
  }

  async function retry(): Promise<EngineReply> {
    if (over !== 'given up') return { problem: labWorkspaceTexts.labStarts };
    over = null;
    // Its script is downloaded before it starts, so that one silent worker is enough to give up again.
    silentWorkers = MAX_SILENT_WORKERS - 1;
    onNotice(labWorkspaceTexts.labStarts);
    const started = send(start(files));
    void beginWithNewScript();
    const reply = await started;
    if (reply.problem === undefined) onNotice('');
    return reply;
  }

  /** Starts the lab in the worker that begins. One that says why it cannot is given up. */
  function startFirst(): Promise<EngineReply> {
    const started = send(start(files));
    void started.then(({ problem }) => {
      if (problem === undefined || over !== null) return;
      stop();
      giveUp();
    });
    return started;
  }

  function restartWorker(): Promise<EngineReply> {
    stop();
    for (const { resolve } of waiting.values()) resolve({ problem: labWorkspaceTexts.restarted, exitCode: 130 });
    waiting.clear();
    const started = startFirst();
    begin();
    return started;
  }

  void startFirst();
  begin();
  return {
    shells: null,
    request: null,
    home: null,
    settle: null,
    ask: send,
    files: () => files,
    others: () => others,
    restart(newFiles) {
      files = newFiles;
      others = [];
      onFiles(newFiles);
      if (over === 'given up') return retry();
      return isNewAtRestart ? restartWorker() : send(start(newFiles));
    },
    retry,
    close() {
      over = 'closed';
      stop();
    },
  };
}
