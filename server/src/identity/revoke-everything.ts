import { type keySealer, rotateKeys } from '@academy/identity/keys';
import type { AuditActor } from '../audit/audit.store.ts';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { accountCode, accountSession, identityArtifact } from '../db/identity-tables.ts';
import { person, personalAccessToken } from '../db/tables.ts';
import { signingKeysStore } from './signing-keys.store.ts';

export interface Revoked {
  /** Number of ended browser sessions at the embedded provider. */
  sessions: number;
  personalAccessTokens: number;
  /** The new signing key; null with an external provider, which has its own. */
  kid: string | null;
}

/**
 * After a break-in: ends all sessions, tokens and mailed links and changes the signing key, all or nothing. Servers
 * follow within a second. Accounts, passwords and second factors stay.
 *
 * @param keys null with an external provider: its tokens are refused by their time of issue
 * @throws SealedError when the secret does not decrypt the keys in use and is not declared lost
 */
export function revokeEverything(
  db: Database,
  keys: { sealer: ReturnType<typeof keySealer>; secretLost: boolean } | null,
  by: AuditActor,
): Promise<Revoked> {
  return db.transaction(async (tx) => {
    const at = new Date();
    const changes =
      keys === null
        ? null
        : await rotateKeys(signingKeysStore(tx), keys.sealer, {
            atOnce: true,
            secretLost: keys.secretLost,
            now: () => at.getTime(),
          });
    await tx.delete(identityArtifact);
    await tx.delete(accountCode);
    const sessions = await tx.delete(accountSession);
    const tokens = await tx.delete(personalAccessToken);
    await tx.update(person).set({ sessionsEndedAt: at });
    const revoked: Revoked = {
      sessions: sessions.rowCount ?? 0,
      personalAccessTokens: tokens.rowCount ?? 0,
      kid: changes?.add[0]?.kid ?? null,
    };
    await writeAudit(tx, {
      action: 'keys.revoke-all',
      target: { kind: 'installation', id: 'all' },
      tenantId: null,
      details: { ...revoked },
      by,
    });
    return revoked;
  });
}
