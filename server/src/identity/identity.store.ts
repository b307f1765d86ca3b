import type { Artifact, IdentityStore } from '@academy/identity/identity-store';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { identityArtifact } from '../db/identity-tables.ts';
import type { Queries } from '../db/transaction.ts';
import { accountsStore, codesStore } from './accounts.store.ts';
import { attemptsStore, devicesStore } from './attempts.store.ts';
import { directoriesStore } from './directories.store.ts';
import { passkeysStore } from './passkeys.store.ts';
import { recoveryStore } from './recovery.store.ts';
import { secondFactorStore } from './second-factor.store.ts';
import { deleteEndedSessions, NOT_ENDED, sessionsStore } from './sessions.store.ts';
import { signingKeysStore } from './signing-keys.store.ts';

/**
 * The embedded provider's storage in PostgreSQL.
 *
 * @param clock for tests
 */
export function identityStore(db: Queries, clock?: () => number): IdentityStore {
  const now = clock ?? Date.now;
  async function artifactWhere(condition: SQL | undefined): Promise<Artifact | null> {
    const rows = await db.select().from(identityArtifact).where(and(condition, alive())).limit(1);
    const row = rows[0];
    return row === undefined ? null : { payload: row.payload as Record<string, unknown>, consumedAt: row.consumedAt };
  }

  function alive(): SQL | undefined {
    return or(isNull(identityArtifact.expiresAt), sql`${identityArtifact.expiresAt} > ${new Date(now())}`);
  }

  return {
    accounts: accountsStore(db, now),
    codes: codesStore(db, now),
    devices: devicesStore(db, now),
    attempts: attemptsStore(db, clock),

    artifacts: {
      async upsert(model, id, artifact) {
        await db
          .insert(identityArtifact)
          .values({ model, id, ...artifact })
          .onConflictDoUpdate({ target: [identityArtifact.model, identityArtifact.id], set: artifact });
      },
      async add(model, id, artifact) {
        await db
          .insert(identityArtifact)
          .values({ model, id, ...artifact })
          .onConflictDoNothing();
      },
      find: (model, id) => artifactWhere(and(named(model, id), model === 'Session' ? NOT_ENDED : undefined)),
      findByUid: (model, uid) =>
        artifactWhere(and(eq(identityArtifact.model, model), eq(identityArtifact.uid, uid), NOT_ENDED)),
      async consume(model, id) {
        const done = await db
          .update(identityArtifact)
          .set({ consumedAt: new Date(now()) })
          .where(and(named(model, id), isNull(identityArtifact.consumedAt)));
        return done.rowCount === 1;
      },
      async keepSuccessor(id, sealed) {
        // The right side wins: existing values stay.
        const kept = await db
          .update(identityArtifact)
          .set({ payload: sql`jsonb_build_object('successor', ${sealed}::text) || ${identityArtifact.payload}` })
          .where(named('RefreshToken', id))
          .returning({ successor: sql<string>`${identityArtifact.payload} ->> 'successor'` });
        return kept[0]?.successor ?? null;
      },
      async destroy(model, id) {
        await db.delete(identityArtifact).where(named(model, id));
      },
      async revokeByGrantId(model, grantId) {
        await db
          .delete(identityArtifact)
          .where(and(eq(identityArtifact.model, model), eq(identityArtifact.grantId, grantId)));
      },
      async endGrant(grantId) {
        await db.delete(identityArtifact).where(or(named('Grant', grantId), eq(identityArtifact.grantId, grantId)));
      },
      async deleteExpired() {
        const expired = lt(identityArtifact.expiresAt, new Date(now()));
        return (
          (await deleteInBatches(db, identityArtifact, expired)) + (await deleteEndedSessions(db, new Date(now())))
        );
      },
    },

    sessions: sessionsStore(db, now),

    directories: directoriesStore(db, now),
    secondFactors: secondFactorStore(db, now),
    passkeys: passkeysStore(db, now),
    recovery: recoveryStore(db, now),
    signingKeys: signingKeysStore(db, now),
  };
}

function named(model: string, id: string): SQL | undefined {
  return and(eq(identityArtifact.model, model), eq(identityArtifact.id, id));
}
