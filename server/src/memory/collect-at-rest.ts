/** How often the server looks whether it is at rest, ms. */
const LOOK_EVERY_MS = 30_000;
/** Share of that time that the main thread may have worked: health checks and collectors of metrics come even at night. */
const MAX_BUSY = 0.02;
/** Looks after a collection in which there is no other: it takes some tenths of a second. */
const LOOKS_BETWEEN = 20;
/** A collection is worth that when memory has grown by this much. */
const GROWN_BY = 1.05;

export interface CollectAtRestOptions {
  /** Collects all garbage; undefined where Node.js was started without `--expose-gc`. */
  collect?: (() => void) | undefined;
  /** Share of the time since it was last asked in which the main thread worked, 0 to 1. */
  busy?: () => number;
  /** Memory of the process, bytes. */
  memoryBytes?: () => number;
}

/**
 * Gives memory back at rest. V8 collects old garbage when new objects need room: a server without requests would keep
 * its garbage for hours.
 *
 * @returns ends it
 */
export function collectAtRest({
  collect = collectAll(),
  busy = busyShare(),
  memoryBytes = process.memoryUsage.rss,
}: CollectAtRestOptions = {}): () => void {
  if (collect === undefined) return () => undefined;
  /** The least since the last collection: threads end, and pages are given back a moment later. */
  let kept = 0;
  let pause = 0;
  const look = () => {
    pause -= 1;
    if (busy() > MAX_BUSY || pause > 0) return;
    const now = memoryBytes();
    if (now < kept * GROWN_BY) {
      kept = Math.min(kept, now);
      return;
    }
    collect();
    kept = memoryBytes();
    pause = LOOKS_BETWEEN;
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  looking.unref();
  return () => clearInterval(looking);
}

/** Only the last resort of V8 makes heaps smaller; the usual collection keeps their pages for the next objects. */
function collectAll(): (() => void) | undefined {
  const { gc } = globalThis;
  return gc && (() => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
}

/** By processor time: on a busy machine the main thread waits in the middle of its work. */
function busyShare(): () => number {
  let before = { at: performance.now(), ...process.threadCpuUsage() };
  return () => {
    const now = { at: performance.now(), ...process.threadCpuUsage() };
    const workedMs = (now.user + now.system - before.user - before.system) / 1000;
    const share = workedMs / (now.at - before.at);
    before = now;
    return share;
  };
}
