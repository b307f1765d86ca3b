import { CacheMemory } from './cache-memory.ts';

/** Less than this does not hold the program, one rendering thread and caches that are worth having, MB. */
export const MIN_MEMORY_MB = 300;
export const DEFAULT_MEMORY_MB = 350;
/** What the server takes under load without its caches, MB: program, heaps, threads, connections. Measured. */
const WITHOUT_CACHES_MB = 250;
const MB = 1024 * 1024;

/** Limits of one worker thread's heap, MB. */
export interface WorkerLimits {
  maxOldGenerationSizeMb: number;
  maxYoungGenerationSizeMb: number;
}

/** What each part of the server may take. */
export interface MemoryPlan {
  /** Bytes of all caches together. */
  cacheBytes: number;
  /** Bytes of all pushed archives that are being received or read, together. */
  archiveBytes: number;
  /** The thread that renders pages. */
  renderer: WorkerLimits;
  /** The thread that checks and renders published content. */
  builder: WorkerLimits;
}

/**
 * Deals the memory of a server out. The heap of the main thread is not in it: its limits must be given before Node.js
 * starts, by the script `academy`.
 *
 * @param memoryMb what the server is to stay within, MB
 */
export function memoryPlan(memoryMb: number): MemoryPlan {
  const young = { maxYoungGenerationSizeMb: 16 };
  return {
    // Half of what is left: what is cached has its price in the heap, too, and so have more readers.
    cacheBytes: Math.round(((memoryMb - WITHOUT_CACHES_MB) / 2) * MB),
    archiveBytes: Math.round((memoryMb / 5) * MB),
    renderer: { maxOldGenerationSizeMb: within(96, memoryMb / 2, 256), ...young },
    // A limit, not a need: a course takes some 60 MB, and an item that takes more is refused with a reason.
    builder: { maxOldGenerationSizeMb: within(192, memoryMb * 0.75, 1024), ...young },
  };
}

/** The plan together with the caches that are made from it. */
export interface ServerMemory extends MemoryPlan {
  caches: CacheMemory;
}

/** @param memoryMb as `memoryPlan`; left out, the default of the setting */
export function serverMemory(memoryMb: number = DEFAULT_MEMORY_MB): ServerMemory {
  const plan = memoryPlan(memoryMb);
  return { ...plan, caches: new CacheMemory(plan.cacheBytes) };
}

const within = (min: number, value: number, max: number): number => Math.round(Math.min(max, Math.max(min, value)));
