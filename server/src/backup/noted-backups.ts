import { COMMAND_LINE, lastAuditOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';

const BACKUPS = { kind: 'backup', id: 'all' };

/** Notes in the audit log that a backup was written, so that administrators see when the last one was. */
export async function noteBackup(
  db: Database,
  details: { edition: string; rows: number; encrypted: boolean },
): Promise<void> {
  await writeAudit(db, { action: 'backup.write', target: BACKUPS, tenantId: null, details, by: COMMAND_LINE });
}

/** Null when none was ever noted. */
export async function lastBackup(db: Database): Promise<Date | null> {
  return (await lastAuditOf(db, BACKUPS))?.at ?? null;
}
