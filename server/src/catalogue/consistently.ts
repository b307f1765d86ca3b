import { AcademyError } from '@academy/contract/errors';
import type { TenantScope } from '../scope.ts';
import type { ReadVersions } from './catalogue-version.ts';

/** What a read answers that found another version of an item than the step before it. */
export const STALE = Symbol('stale');

const MOST_TRIES = 5;

/**
 * Reads in steps that may find a publish between them: then everything is read again from the new catalogue, so that a
 * reply is of the old version or of the new one and never of both.
 *
 * @throws AcademyError unavailable when publishes keep coming in between
 */
export async function consistently<T>(
  versions: ReadVersions,
  tenantId: TenantScope,
  read: () => Promise<T | typeof STALE>,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const value = await read();
    if (value !== STALE) return value;
    await versions.refresh(tenantId);
  }
  throw new AcademyError('unavailable');
}
