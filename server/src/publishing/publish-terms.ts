import type { AcademyError } from '@academy/contract/errors';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind, Outcome } from '@academy/contract/publishing';
import type { TenantScope } from '../values/scope.ts';
import type { Publisher } from './publisher.ts';
import type { ItemRow } from './publishing.store.ts';
import { versionConflict } from './refusals.ts';

/** The item, its publisher, and how strictly it is checked. */
export interface PublishTerms {
  tenantId: TenantScope;
  kind: ContentKind;
  id: string;
  /** Null for the sample academy, which the server publishes itself. */
  by: Publisher | null;
  /** Checks only, writes nothing. */
  dryRun: boolean;
  /** Any finding refuses the item. */
  strict: boolean;
  /** The version that the author's copy is based on; left out: no check. */
  base?: number | undefined;
  /** Aborted when the client has disconnected. */
  signal?: AbortSignal | undefined;
}

/** One item and the person who changes it. */
export type ItemTerms = Pick<PublishTerms, 'tenantId' | 'kind' | 'id' | 'by' | 'base'>;

export interface PublishResult {
  outcome: Outcome;
  version: number;
  findings: Finding[];
}

/**
 * The hash by which an archive counts as unchanged; null for an item that is removed or has findings that this publish
 * would not accept.
 */
export function comparableHash(known: ItemRow | null, { strict }: PublishTerms): string | null {
  if (known === null || known.removedAt !== null || (strict && known.findings.length > 0)) return null;
  return known.sourceHash;
}

/** A removed item counts as version 0: publishing it again is a decision, too. */
export function conflictOf({ base }: Pick<PublishTerms, 'base'>, known: ItemRow | null): AcademyError | null {
  const current = known === null || known.removedAt !== null ? 0 : known.version;
  return base === undefined || base === current ? null : versionConflict(current, base);
}
