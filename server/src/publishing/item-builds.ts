import { createBuilder } from '@academy/content/build-in-worker';
import type { UnpackLimits } from '@academy/content/pack';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { type MemoryPlan, serverMemory } from '../memory/memory-plan.ts';

/** Longest rendering of one item, ms. */
const BUILD_TIMEOUT_MS = 120_000;
/** A publish that would wait longer for its turn is refused at once, ms: clients give up after 180 s. */
const MAX_WAIT_MS = 150_000;

export interface ItemBuildsSettings {
  /** Largest packed push, bytes. */
  packedBytes: number;
  /** Folder in which resized images are cached between publishes; null: no cache. */
  pictureFolder: string | null;
  /** Longest wait for its turn that a publish may expect, ms; left out, what a client waits for. */
  maxWaitMs?: number;
  /** Of the worker; left out, that of the default setting. */
  memory?: Pick<MemoryPlan, 'builder'>;
  /** Called with failures of the worker, for the log. */
  onFailure: (error: unknown) => void;
}

/** The worker that unpacks, hashes and renders items for one server. */
export type ItemBuilds = ReturnType<typeof itemBuilds>;

/** Prepares to build items; the worker starts with the first one. */
export function itemBuilds({
  packedBytes,
  pictureFolder,
  maxWaitMs = MAX_WAIT_MS,
  memory = serverMemory(),
  onFailure,
}: ItemBuildsSettings) {
  const builder = createBuilder({
    timeoutMs: BUILD_TIMEOUT_MS,
    maxWaitMs,
    onFailure,
    limits: memory.builder,
    ...(pictureFolder === null ? {} : { pictureFolder }),
  });
  // Archives in the history may be older than a lower limit.
  const limits: Partial<UnpackLimits> = { packedBytes: Math.max(packedBytes, CONTENT_LIMITS.packedBytes) };
  type Build = Omit<Parameters<typeof builder.buildArchive>[0], 'limits'>;
  return {
    build: (job: Build, signal?: AbortSignal) => builder.buildArchive({ ...job, limits }, signal),
    /** As `build`, however long it waits for its turn: a start gives up nothing, on a slow machine either. */
    buildPatiently: (job: Build) => builder.buildArchive({ ...job, limits }, undefined, Number.POSITIVE_INFINITY),
    listFiles: (packed: Uint8Array, signal: AbortSignal | undefined) => builder.listArchive(packed, limits, signal),
    close: () => builder.close(),
  };
}
