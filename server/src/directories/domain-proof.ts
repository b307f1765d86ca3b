import { AcademyError } from '@academy/contract/errors';
import { sql } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Transaction } from '../db/transaction.ts';
import { endSessionsElsewhere } from '../identity/sessions.store.ts';
import { directoriesStore } from './directories.store.ts';
import { directoryReplyTexts } from './directory-reply-texts.ts';

/**
 * Counts a domain of a directory as proved; one that is proved stays as it is. Where the directory is required, sessions
 * of people of the domain that began elsewhere end.
 *
 * @param how name of the record, or that an operator says so
 * @throws AcademyError conflict when another directory has proved it
 */
export async function noteProof(
  tx: Transaction,
  by: AuditActor,
  directoryId: string,
  domain: string,
  how: string,
): Promise<void> {
  // Two directories that prove one domain at once run one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('directories'))`);
  const store = directoriesStore(tx);
  const before = await store.byId(directoryId);
  if (before?.domains.some((one) => one.domain === domain && one.provedAt !== null) === true) return;
  if (!(await store.prove(directoryId, domain)))
    throw new AcademyError('conflict', { message: directoryReplyTexts.taken({ domain }) });
  if (before?.isActive === true && before.isRequired) await endSessionsElsewhere(tx, directoryId);
  const target = { kind: 'directory', id: directoryId };
  await writeAudit(tx, { action: 'directory.prove-domain', target, tenantId: null, details: { domain, how }, by });
}
