import type { Account, AccountSession } from '@academy/contract/account';
import type { AuditAction } from '@academy/contract/audit-actions';
import { AcademyError } from '@academy/contract/errors';
import type { Language } from '@academy/contract/i18n/languages';
import { deviceOf } from '@academy/identity/device';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { snapshot } from '../db/transaction.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { endAllSessions, endSessionsOf, signedInBrowsers } from '../identity/sessions.store.ts';
import type { PersonRow } from '../people/people.store.ts';
import { removePerson } from '../people/remove-person.ts';
import type { Actor } from '../values/scope.ts';
import { type AccountNames, accountStore } from './account.store.ts';
import { type PersonalData, readPersonalData } from './export.store.ts';

/** Deleting the account requires a sign-in within this time, ms. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;
/** Most exports that one server assembles at the same time. */
const MAX_EXPORTS = 4;

export interface AccountServiceOptions {
  db: Database;
  /** The provider's page for password, address and second factor; null when the settings name none. */
  securityUrl: string | null;
  /** Drops cached sessions and people on this server; other servers notice within a second. */
  forget: () => void;
  now?: () => number;
}

/** What signed-in people may do with their own account. */
export function accountService({ db, securityUrl, forget, now = Date.now }: AccountServiceOptions) {
  const store = accountStore(db);
  let exporting = 0;

  async function personOf(actor: Actor): Promise<PersonRow> {
    return (await store.person(actor.personId)) ?? gone();
  }

  function shown(row: PersonRow, tenantId: string): Account {
    const managedHere = isManagedHere(row);
    return {
      userId: row.personId,
      email: row.email,
      emailVerified: row.emailVerified,
      firstName: row.firstName,
      lastName: row.lastName,
      managedHere,
      securityUrl: managedHere && securityUrl !== null ? `${securityUrl}?tenant=${tenantId}` : securityUrl,
      language: row.language,
    };
  }

  return {
    /** @param tenantId the academy in whose look the provider's page is shown */
    async account(actor: Actor, tenantId: string): Promise<Account> {
      return shown(await personOf(actor), tenantId);
    },

    /** @throws AcademyError `conflict` when another identity provider manages the name */
    async rename(actor: Actor, names: AccountNames, tenantId: string): Promise<Account> {
      const row = await db.transaction(async (tx) => {
        const inside = accountStore(tx);
        const before = (await inside.person(actor.personId)) ?? gone();
        if (!isManagedHere(before) || !(await inside.renameAccount(before.subject, names)))
          throw new AcademyError('conflict', { message: replyTexts.nameElsewhere });
        return (await inside.renamePerson(actor.personId, names)) ?? gone();
      });
      forget();
      return shown(row, tenantId);
    },

    /** Remembers the language in which the person reads, whoever manages the rest of the account. */
    async setLanguage(actor: Actor, language: Language, tenantId: string): Promise<Account> {
      return shown((await store.setLanguage(actor.personId, language)) ?? gone(), tenantId);
    },

    /**
     * Sessions of the account, the last used first; empty with another provider, which does not report its sessions.
     */
    async sessions(actor: Actor): Promise<AccountSession[]> {
      const row = await personOf(actor);
      if (!isManagedHere(row)) return [];
      const current = actor.by.kind === 'session' ? actor.by.sessionUid : null;
      const browsers = await signedInBrowsers(db, row.subject, new Date(now()));
      return browsers.map(({ sessionUid, userAgent, createdAt, lastUsedAt }) => ({
        sessionId: sessionUid,
        isCurrent: sessionUid === current,
        device: deviceOf(userAgent),
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
    },

    /**
     * Ends some of the caller's sessions; unknown ids and ids of other people are ignored. @returns number of ended
     * sessions
     */
    async endSessions(actor: Actor, ids: readonly string[], by: AuditActor): Promise<number> {
      const ended = await db.transaction(async (tx) => {
        const row = (await accountStore(tx).person(actor.personId)) ?? gone();
        if (!isManagedHere(row)) return 0;
        const count = await endSessionsOf(tx, row.subject, ids);
        if (count > 0) await writeAudit(tx, audited('session.end', row, by, { sessions: count }));
        return count;
      });
      forget();
      return ended;
    },

    /**
     * Ends all sessions of the caller, the current one included. Sessions at another provider cannot be ended from
     * here, but the tokens that it issued so far are refused.
     * @returns number of ended sessions of the embedded provider
     */
    async endAllSessions(actor: Actor, by: AuditActor): Promise<number> {
      const ended = await db.transaction(async (tx) => {
        const inside = accountStore(tx);
        const row = (await inside.person(actor.personId)) ?? gone();
        const count = isManagedHere(row) ? await endAllSessions(tx, row.subject) : 0;
        if (!isManagedHere(row)) await inside.endTokens(actor.personId, new Date(now()));
        await writeAudit(tx, audited('session.end-all', row, by, { sessions: count }));
        return count;
      });
      forget();
      return ended;
    },

    /** @throws AcademyError `unavailable` while too many exports are running */
    async personalData(actor: Actor): Promise<PersonalData> {
      if (exporting >= MAX_EXPORTS) throw new AcademyError('unavailable');
      exporting += 1;
      try {
        return await snapshot(db, async (queries) =>
          readPersonalData(queries, (await accountStore(queries).person(actor.personId)) ?? gone()),
        );
      } finally {
        exporting -= 1;
      }
    },

    /**
     * Deletes the person and all data about them.
     *
     * @param email the caller's own address, typed to confirm
     * @returns false when another request has just deleted the person
     * @throws AcademyError `invalid-input` for another address, `sign-in-again` when the last sign-in was too long ago,
     * `conflict` for the only administrator and for an account in recovery that has no new password yet
     */
    async remove(actor: Actor, email: string, by: AuditActor): Promise<boolean> {
      const removed = await db.transaction(async (tx) => {
        const inside = accountStore(tx);
        const row = await inside.person(actor.personId);
        if (row === null) return false;
        if (email !== row.email.toLowerCase())
          throw new AcademyError('invalid-input', {
            message: replyTexts.notYourAddress,
            field: 'email',
          });
        const provenAt = actor.by.kind === 'session' ? actor.by.authenticatedAt : null;
        if (isManagedHere(row) && (provenAt === null || now() - provenAt > RECENT_SIGN_IN_MS))
          throw new AcademyError('sign-in-again');
        // During a recovery the old password still logs in: a thief who knows it must not delete the account.
        if (isManagedHere(row) && (await inside.isRecovering(row.subject)))
          throw new AcademyError('conflict', {
            message: replyTexts.recovering,
          });
        if ((await removePerson(tx, row.personId)) === null) return false;
        await writeAudit(tx, audited('person.remove', row, by, { ownWish: true }));
        return true;
      });
      forget();
      return removed;
    },
  };
}

export type AccountService = ReturnType<typeof accountService>;

/** True when the embedded provider keeps name, password and sessions. */
function isManagedHere({ issuer }: PersonRow): boolean {
  return issuer === EMBEDDED_ISSUER;
}

function audited(
  action: AuditAction,
  { personId, email }: PersonRow,
  by: AuditActor,
  details: Record<string, number | boolean>,
) {
  return { action, target: { kind: 'person', id: personId }, tenantId: null, details: { email, ...details }, by };
}

/** The person was deleted while the request was being handled. */
function gone(): never {
  throw new AcademyError('invalid-token');
}
