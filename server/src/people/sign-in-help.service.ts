import { AcademyError } from '@academy/contract/errors';
import type { SignInHelp } from '@academy/contract/people-invitations';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { Account } from '@academy/identity/accounts-store';
import type { IdentityMailKind } from '@academy/identity/identity-mail';
import { eq } from 'drizzle-orm';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { inLanguageOf } from '../http/language.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import type { NotifyAccountOwner } from '../identity/owner-news.ts';
import { accountOfPerson, newPasswordLink } from '../identity/password-links.ts';
import { removeSecondFactors } from '../identity/reset-second-factors.ts';
import { endAllSessions } from '../identity/sessions.store.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { identityMail } from '../mail/templates/identity-mail.ts';
import type { PersonRow } from './people.store.ts';
import type { ChangedBy } from './rights-news.ts';
import { signInHelpTexts } from './sign-in-help-texts.ts';

/** Lifetime of a link that an administrator sends, ms: its reader does not wait for it. */
const LINK_LIFETIME_MS = 24 * 3_600_000;

export interface SignInHelpOptions {
  db: Database;
  brandOf(tenantId: TenantId | null): { tenant: Tenant; origin: string | null };
  /** Address of the embedded provider, with its slash; null with another provider. */
  issuer: string | null;
  notifyOwner: NotifyAccountOwner;
  /** Called after a change: cached people are stale, and there is mail to send. */
  changed: () => void;
  now?: () => number;
}

/** What was ended and removed. */
interface Done {
  sessions: number;
  removed: number;
}
const NOTHING: Done = { sessions: 0, removed: 0 };

/** What an administrator does for a person who cannot log in: audited and mailed to them, in one transaction. */
export function signInHelp({ db, brandOf, issuer, notifyOwner, changed, now = Date.now }: SignInHelpOptions) {
  /** What happens, and the mail that reports it. */
  interface Case {
    tx: Transaction;
    row: PersonRow;
    of: Account;
    by: ChangedBy;
    tenantId: TenantId;
  }

  async function notify({ tx, row, of, tenantId }: Case, kind: IdentityMailKind, path: string): Promise<void> {
    const owner = { issuer: row.issuer, subject: row.subject, email: of.email, firstName: of.firstName };
    const news = { kind, tenantId, detail: '', key: `${kind} ${crypto.randomUUID()}`, path };
    await inLanguageOf(row.language, () => notifyOwner(tx, owner, news));
  }

  async function sendLink({ tx, row, of, tenantId }: Case): Promise<Done> {
    if (issuer === null) throw new AcademyError('conflict', { message: signInHelpTexts.elsewhere });
    const terms = { purpose: 'reset-password' as const, lifetimeMs: LINK_LIFETIME_MS, now: now() };
    const { href } = await newPasswordLink(tx, of, { ...terms, issuer, tenantId });
    const { tenant, origin } = brandOf(tenantId);
    const origins = { tenantOrigins: { [tenantId]: origin ?? '' }, others: [new URL(issuer).origin] };
    const mail = inLanguageOf(row.language, () =>
      identityMail(new Map([[tenantId, tenant]]), origins, {
        ...{ kind: 'password-link', tenantId, to: of.email, firstName: of.firstName, detail: null },
        link: href,
        key: `password-link ${crypto.randomUUID()}`,
      }),
    );
    await enqueueMail(tx, mail);
    return NOTHING;
  }

  async function removeFactors(given: Case): Promise<Done> {
    const { apps, passkeys, sessions } = await removeSecondFactors(given.tx, given.of, given.by.audit);
    await notify(given, 'second-factor-changed', '/account');
    return { sessions, removed: apps + passkeys };
  }

  async function endSessions(given: Case): Promise<Done> {
    const sessions = await endAllSessions(given.tx, given.of.accountId);
    await notify(given, 'sessions-ended', '/auth');
    return { sessions, removed: 0 };
  }

  async function confirmAddress(given: Case): Promise<Done | null> {
    const { tx, row, of } = given;
    if (of.emailVerified) return null;
    await tx.update(account).set({ emailVerified: true }).where(eq(account.accountId, of.accountId));
    await tx.update(person).set({ emailVerified: true }).where(eq(person.personId, row.personId));
    await notify(given, 'address-confirmed', '/account');
    return NOTHING;
  }

  const CASES = {
    'password-link': { run: sendLink, action: 'account.send-password-link' },
    // Writes its entry itself, as at the command line.
    'second-factors': { run: removeFactors, action: null },
    sessions: { run: endSessions, action: 'account.end-sessions' },
    address: { run: confirmAddress, action: 'account.confirm-address' },
  } as const satisfies Record<SignInHelp, { run: (given: Case) => Promise<Done | null>; action: string | null }>;

  /**
   * @throws AcademyError not-found; conflict for an account of another provider, and for the administrator's own
   */
  return async function help(personId: string, what: SignInHelp, by: ChangedBy): Promise<Done> {
    const done = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(person).where(eq(person.personId, personId)).for('update');
      if (row === undefined) throw new AcademyError('not-found');
      if (row.personId === by.audit.personId) throw new AcademyError('conflict', { message: signInHelpTexts.own });
      const of = row.issuer === EMBEDDED_ISSUER ? await accountOfPerson(tx, row) : null;
      if (of === null) throw new AcademyError('conflict', { message: signInHelpTexts.elsewhere });
      const { run, action } = CASES[what];
      const result = await run({ tx, row, of, by, tenantId: brandOf(by.tenantId).tenant.tenantId });
      // Null: there was nothing to do.
      if (action !== null && result !== null)
        await writeAudit(tx, {
          action,
          target: { kind: 'person', id: row.personId },
          tenantId: null,
          details: { email: of.email, ...(what === 'sessions' ? { sessions: result.sessions } : {}) },
          by: by.audit,
        });
      return result ?? NOTHING;
    });
    changed();
    return done;
  };
}

export type SignInHelpService = ReturnType<typeof signInHelp>;
