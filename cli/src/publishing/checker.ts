import { availableParallelism } from 'node:os';
import { buildItem } from '@academy/content/build';
import { type Builder, createBuilder } from '@academy/content/build-in-worker';
import type { BuildResult } from '@academy/content/built-item';
import type { PackedItem } from '@academy/content/pack';
import type { TenantId } from '@academy/contract/tenants';

/** Fewer items than this are built in this thread: starting a worker takes longer. */
const WORKERS_FROM = 5;
const MAX_WORKERS = 4;
const TIMEOUT_MS = 120_000;

/** Builds items only for their findings. */
export interface Checker {
  check(item: PackedItem, tenantId: TenantId): Promise<BuildResult>;
  close(): Promise<void>;
}

/** @param items number of items to be checked */
export function createChecker(items: number): Checker {
  if (items < WORKERS_FROM) {
    return {
      check: ({ kind, files, options }, tenantId) => buildItem(kind, files, { ...options, tenantId }),
      close: async () => undefined,
    };
  }
  const count = Math.min(MAX_WORKERS, Math.max(2, availableParallelism()));
  const pool = Array.from({ length: count }, () => ({
    builder: createBuilder({ timeoutMs: TIMEOUT_MS, encodesPictures: false }) satisfies Builder,
    waiting: 0,
  }));
  return {
    async check({ kind, files, options }, tenantId) {
      const place = pool.reduce((best, one) => (one.waiting < best.waiting ? one : best));
      place.waiting += 1;
      try {
        return await place.builder.build(kind, files, { ...options, tenantId });
      } finally {
        place.waiting -= 1;
      }
    },
    async close() {
      await Promise.all(pool.map(({ builder }) => builder.close()));
    },
  };
}
