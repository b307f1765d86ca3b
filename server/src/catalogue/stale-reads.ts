import { AcademyError } from '@academy/contract/errors';
import type { TenantScope } from '../values/scope.ts';
import type { ReadVersions } from './catalogue-version.ts';

/** Answer of a read that found another version of an item than the previous step. */
export const STALE = Symbol('stale');

const MAX_TRIES = 5;

/**
 * Runs a read of several steps, and retries it from the new catalogue when a publish came between them, so that a reply
 * never mixes two versions.
 *
 * @throws AcademyError unavailable when publishes keep interrupting
 */
export async function retryOnStaleRead<T>(
  versions: ReadVersions,
  tenantId: TenantScope,
  read: () => Promise<T | typeof STALE>,
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const value = await read();
    if (value !== STALE) return value;
    await versions.refresh(tenantId);
  }
  throw new AcademyError('unavailable');
}
