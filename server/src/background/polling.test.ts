import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { backOffMs, jittered, type PollingOptions, startPolling } from './polling.ts';

const HOUR_MS = 3_600_000;

function polling(run: PollingOptions['run'], everyMs = HOUR_MS) {
  const log = { info: vi.fn(), warn: vi.fn() };
  const started = startPolling({ work: 'counting', everyMs, run, log });
  onTestFinished(() => started.stop());
  return { ...started, log };
}

/** A run that waits until the test lets it end. */
function heldRuns() {
  const runs: PromiseWithResolvers<undefined>[] = [];
  const begun = vi.fn();
  const run = () => {
    const held = Promise.withResolvers<undefined>();
    runs.push(held);
    begun();
    return held.promise;
  };
  return { run, begun, runs };
}

describe('a polling loop', () => {
  it('runs at once and then every so often', async () => {
    const run = vi.fn(async () => undefined);
    polling(run, 1);
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3));
  });

  it('runs again without a wait while there is more work', async () => {
    const left = [0, 0, 0];
    const run = vi.fn(async () => left.shift());
    polling(run);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(4));
  });

  it('waits as long as a run says', async () => {
    const run = vi.fn(async () => (run.mock.calls.length === 1 ? 1 : HOUR_MS));
    polling(run);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  });

  it('runs at once when it is triggered while waiting', async () => {
    const run = vi.fn(async () => undefined);
    const { firstRun, trigger } = polling(run);
    await firstRun;
    trigger();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    trigger(1);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(3));
  });

  it('runs once more when it was triggered during a run', async () => {
    const { run, begun, runs } = heldRuns();
    const { trigger } = polling(run);
    trigger();
    trigger();
    expect(begun).toHaveBeenCalledTimes(1);
    runs[0]?.resolve(undefined);
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2));
    runs[1]?.resolve(undefined);
    trigger();
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(3));
    runs[2]?.resolve(undefined);
  });

  it('logs when it begins to fail and when it works again, once each', async () => {
    const problem = new Error('no database');
    let fails = true;
    const run = vi.fn(async () => {
      if (fails) throw problem;
      return undefined;
    });
    const { firstRun, trigger, log } = polling(run);
    await firstRun;
    trigger();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    fails = false;
    trigger();
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1));
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.warn).toHaveBeenCalledWith({ err: problem, work: 'counting' }, 'counting failed and is retried');
    expect(log.info).toHaveBeenCalledWith({ work: 'counting' }, 'counting works again');
  });

  it('waits longer after each failed run, a minute at most', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map(backOffMs)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  it('differs from its interval by a tenth at most', () => {
    expect([0, 0.5, 1].map((random) => jittered(1_000, random))).toEqual([900, 1_000, 1_100]);
  });

  it('stops after the running run, whose signal it aborts', async () => {
    const { run, begun, runs } = heldRuns();
    const signals: AbortSignal[] = [];
    const { stop, trigger, log } = polling((signal) => {
      signals.push(signal);
      return run();
    });
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    expect(signals[0]?.aborted).toBe(true);
    trigger();
    expect(stopped).toBe(false);
    runs[0]?.reject(new Error('aborted'));
    await stopping;
    expect(begun).toHaveBeenCalledTimes(1);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('stops while it waits', async () => {
    const run = vi.fn(async () => undefined);
    const { firstRun, stop } = polling(run);
    await firstRun;
    await stop();
    expect(run).toHaveBeenCalledTimes(1);
  });
});
