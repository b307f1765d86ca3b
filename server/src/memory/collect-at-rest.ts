import { performance } from 'node:perf_hooks';

/** How often the server looks whether it is at rest, ms. */
const LOOK_EVERY_MS = 30_000;
/** Share of that time that the main thread may have worked: health checks and collectors of metrics come even at night. */
const MOST_BUSY = 0.05;
/** After a collection the next one waits until the heap has grown by this much. */
const GROWN_BY = 1.1;

export interface CollectAtRestOptions {
  /** Collects all garbage; undefined where Node.js was started without `--expose-gc`. */
  collect?: (() => void) | undefined;
  /** Share of the time since it was last asked in which the main thread worked, 0 to 1. */
  busy?: () => number;
  /** Size of the heap, bytes. */
  heapBytes?: () => number;
}

/**
 * Gives memory back while nobody waits: V8 collects old garbage when new objects need room, so that a server that gets
 * no requests would keep what the last ones have left for hours.
 *
 * @returns ends it
 */
export function collectAtRest({
  collect = globalThis.gc,
  busy = busyShare(),
  heapBytes = () => process.memoryUsage().heapTotal,
}: CollectAtRestOptions = {}): () => void {
  if (collect === undefined) return () => undefined;
  let kept = 0;
  const look = () => {
    if (busy() > MOST_BUSY || heapBytes() < kept * GROWN_BY) return;
    collect();
    kept = heapBytes();
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  looking.unref();
  return () => clearInterval(looking);
}

function busyShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
