import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { FastifyBaseLogger } from 'fastify';

/** Wait after the first failed run, ms; it doubles with each further one. */
const FIRST_BACK_OFF_MS = 5_000;
const MAX_BACK_OFF_MS = 60_000;
/** Share by which regular waits vary, so that several servers do not query the database at the same moment. */
const JITTER = 0.1;

/** Channel on which every run is published, for the metrics. */
export const BACKGROUND_CHANNEL = 'academy.background';

export interface BackgroundRun {
  /** Name of the work, as in the log. */
  work: string;
  failed: boolean;
}

/** Channel around each run, so that what it does can be ascribed to it. */
export const BACKGROUND_RUN_CHANNEL = 'academy.background-run';

export interface BackgroundWork {
  /** Name of the work, as in the log. */
  work: string;
}

const runs = channel(BACKGROUND_CHANNEL);
const around = tracingChannel<unknown, BackgroundWork>(BACKGROUND_RUN_CHANNEL);

export interface PollingOptions {
  /** Names the work in the log: `sending mail`. */
  work: string;
  /** Wait after a run, ms. */
  everyMs: number;
  /**
   * Does the work that is due. Never called while an earlier run is in progress.
   *
   * @param signal aborted when the server stops
   * @returns the wait until the next run, ms, in place of `everyMs`; 0 when more work is waiting
   */
  run(signal: AbortSignal): Promise<number | undefined>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

export interface Polling {
  /** Settles after the first run, whether or not it failed. */
  firstRun: Promise<void>;
  /** Starts the next run after this wait at the latest, ms; a run in progress is followed by another one. */
  trigger(withinMs?: number): void;
  /** Aborts the signal and waits for the run in progress. No run starts afterwards. */
  stop(): Promise<void>;
}

/** How long to wait after this many failed runs in a row, ms. */
export function backOffMs(failures: number): number {
  return Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
}

/** @param random from 0 to 1 */
export function jittered(ms: number, random: number): number {
  return ms * (1 + JITTER * (2 * random - 1));
}

/**
 * Runs a piece of background work now and then regularly, until it is stopped. Failed runs are retried with exponential
 * back-off; the log has one line when they begin to fail and one when they succeed again.
 */
export function startPolling({ work, everyMs, run, log }: PollingOptions): Polling {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = Promise.withResolvers<void>();
  let failures = 0;
  /** When `trigger` wants the next run, by `performance.now`. */
  let triggerAt = Number.POSITIVE_INFINITY;
  let interruptWait: (() => void) | null = null;

  /** @returns the wait until the next run, ms */
  async function runOnce(): Promise<number> {
    try {
      const wait = await around.tracePromise(() => run(signal), { work });
      if (failures > 0) log.info({ work }, `${work} works again`);
      failures = 0;
      runs.publish({ work, failed: false } satisfies BackgroundRun);
      return wait ?? jittered(everyMs, Math.random());
    } catch (error) {
      failures += 1;
      runs.publish({ work, failed: true } satisfies BackgroundRun);
      if (failures === 1 && !signal.aborted) log.warn({ err: error, work }, `${work} failed and is retried`);
      return jittered(backOffMs(failures), Math.random());
    }
  }

  async function waitFor(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (!signal.aborted) {
      const left = Math.min(end, triggerAt) - performance.now();
      if (left <= 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      interruptWait = resolve;
      const timer = setTimeout(resolve, left);
      timer.unref();
      await promise;
      clearTimeout(timer);
    }
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      triggerAt = Number.POSITIVE_INFINITY;
      const wait = await runOnce();
      first.resolve();
      await waitFor(wait);
    }
  }

  const running = loop();
  return {
    firstRun: first.promise,
    trigger(withinMs = 0) {
      triggerAt = Math.min(triggerAt, performance.now() + withinMs);
      interruptWait?.();
    },
    async stop() {
      stopping.abort();
      interruptWait?.();
      await running;
    },
  };
}
