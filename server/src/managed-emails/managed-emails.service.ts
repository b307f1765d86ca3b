import { createHash } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import {
  ACADEMY_EMAIL_TYPES,
  type EmailType,
  isAcademyType,
  MAX_EMAILS,
  OWN_EMAIL_TYPES,
} from '@academy/contract/managed-emails';
import { administers } from '@academy/contract/rules/held-roles';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { SealingSecrets } from '@academy/identity/sealing';
import { eq } from 'drizzle-orm';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { attemptWindows } from '../identity/attempt-windows.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { accountOwnerNews } from '../identity/owner-news.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { codeMail } from '../mail/templates/code-mail.ts';
import { holderOfActor } from '../people/held-roles.ts';
import type { SignedInScope } from '../values/scope.ts';
import { managedEmailTexts } from './managed-email-texts.ts';
import { type ManagedEmailRow, managedEmailsStore, type Named, type Owner } from './managed-emails.store.ts';
import { GUESSES, SENDS, verificationCodes } from './verification-codes.ts';

export interface ManagedEmailsOptions {
  db: Database;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  secrets: SealingSecrets;
  /** Called when there may be mail to send. */
  mailQueued: () => void;
  now?: () => number;
}

type Change = 'email.add' | 'email.update' | 'email.delete' | 'email.verify';

/** Addresses that people and academies manage: added, changed, and verified by codes. */
export function managedEmailsService({ db, brandOf, secrets, mailQueued, now: clock }: ManagedEmailsOptions) {
  const now = clock ?? Date.now;
  const codes = verificationCodes(secrets);
  const windows = attemptWindows(db, clock);
  const notifyOwner = accountOwnerNews(brandOf, now);

  /** Writes the audit log entry of a change of an address, of a person or an academy. */
  function audit(tx: Transaction, scope: SignedInScope, action: Change, row: ManagedEmailRow, more: object = {}) {
    const ofAcademy = row.tenantId !== null;
    return writeAudit(tx, {
      action,
      target: ofAcademy ? { kind: 'academy', id: row.tenantId ?? '' } : { kind: 'person', id: scope.actor.personId },
      tenantId: row.tenantId,
      details: { type: row.type, email: row.email, ...more },
      by: auditActorOf(scope),
    });
  }

  /** The address can be used to log in at the embedded provider from now on: its owner is notified. */
  async function notifyOfLogin(
    tx: Transaction,
    { actor, tenantId }: SignedInScope,
    { emailId, email }: ManagedEmailRow,
  ) {
    const [owner] = await tx.select().from(person).where(eq(person.personId, actor.personId));
    if (owner?.issuer !== EMBEDDED_ISSUER) return;
    const detail = managedEmailTexts.logsIn({ email });
    const news = { kind: 'second-factor-changed' as const, tenantId, detail, path: '/email' };
    await notifyOwner(tx, owner, { ...news, key: `email-verified ${emailId} ${now()}` });
  }

  /** @throws AcademyError not-found when it is not in the list */
  async function found(tx: Transaction, scope: SignedInScope, name: Named): Promise<ManagedEmailRow> {
    const row = await managedEmailsStore(tx).byName(ownerOf(scope, name.type), name);
    if (row === null) throw new AcademyError('not-found', { message: managedEmailTexts.notListed });
    return row;
  }

  return {
    /** @param type undefined: every type that the caller may see */
    async list(scope: SignedInScope, type?: EmailType): Promise<ManagedEmailRow[]> {
      const store = managedEmailsStore(db);
      if (type !== undefined) return store.list(ownerOf(scope, type), [type]);
      const own = await store.list({ personId: scope.actor.personId }, OWN_EMAIL_TYPES);
      if (!administersAcademy(scope)) return own;
      return [...own, ...(await store.list({ tenantId: scope.tenantId }, ACADEMY_EMAIL_TYPES))];
    },

    /** All addresses of the academy, for its administrators. */
    ofAcademy: ({ tenantId }: SignedInScope): Promise<ManagedEmailRow[]> =>
      managedEmailsStore(db).list({ tenantId }, ACADEMY_EMAIL_TYPES),

    /** @throws AcademyError conflict when it is in the list already, or the list is full */
    async add(scope: SignedInScope, name: Named): Promise<ManagedEmailRow> {
      const owner = ownerOf(scope, name.type);
      return db.transaction(async (tx) => {
        const store = managedEmailsStore(tx);
        await store.lock(owner);
        if ((await store.count(owner, name.type)) >= MAX_EMAILS)
          throw new AcademyError('conflict', { message: managedEmailTexts.full({ count: MAX_EMAILS }) });
        const row = await store.add(owner, name, new Date(now()));
        if (row === null) throw taken();
        await audit(tx, scope, 'email.add', row);
        return row;
      });
    },

    /** @throws AcademyError not-found; conflict when the new one is in the list already */
    async update(scope: SignedInScope, name: Named, email: string): Promise<ManagedEmailRow> {
      const owner = ownerOf(scope, name.type);
      return db.transaction(async (tx) => {
        const store = managedEmailsStore(tx);
        await store.lock(owner);
        const before = await found(tx, scope, name);
        if (before.email === email) return before;
        if ((await store.byName(owner, { type: name.type, email })) !== null) throw taken();
        const row = await store.replace(before.emailId, email, new Date(now()));
        if (row === null) throw new AcademyError('not-found');
        await audit(tx, scope, 'email.update', row, {
          before: { address: before.email, verified: before.verifiedAt !== null },
          after: { address: row.email, verified: false },
        });
        return row;
      });
    },

    /** @throws AcademyError not-found */
    async remove(scope: SignedInScope, name: Named): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await found(tx, scope, name);
        await managedEmailsStore(tx).remove(row.emailId);
        await audit(tx, scope, 'email.delete', row, { wasVerified: row.verifiedAt !== null });
      });
    },

    /** Mails a code, which replaces the previous one. @throws AcademyError not-found, too-many-requests */
    async sendCode(scope: SignedInScope, name: Named): Promise<void> {
      const { actor, tenantId } = scope;
      const owner = ownerOf(scope, name.type);
      if ((await managedEmailsStore(db).list(owner, [name.type])).every(({ email }) => email !== name.email))
        throw new AcademyError('not-found', { message: managedEmailTexts.notListed });
      await expectFew(`email code by ${actor.personId}`, SENDS.byPerson);
      await expectFew(`email code to ${short(name.email)}`, SENDS.toAddress);
      await db.transaction(async (tx) => {
        const row = await found(tx, scope, name);
        const { digits, row: code } = codes.make({ ...row, personId: actor.personId }, now());
        await managedEmailsStore(tx).keepCode(code);
        const { tenant, origin } = brandOf(tenantId);
        const mail = { to: row.email, type: name.type, digits, firstName: ownName(scope, name.type) };
        await enqueueMail(tx, codeMail(tenant, origin, { ...mail, key: `email-code ${code.codeId}` }));
      });
      mailQueued();
    },

    /** @returns false for a wrong, expired, used or unknown code, and after too many guesses */
    async checkCode(scope: SignedInScope, name: Named, typed: string): Promise<boolean> {
      const { personId } = scope.actor;
      const owner = ownerOf(scope, name.type);
      const sent = await managedEmailsStore(db).codeFor(owner, name, personId);
      // A guess counts whether or not there is a code, and whatever its outcome.
      const guesses = await windows.take(`email guess ${sent?.codeId ?? personId}`, SENDS.windowMs);
      if (sent === null || guesses > GUESSES) return false;
      const isRight = await db.transaction(async (tx) => {
        const store = managedEmailsStore(tx);
        const row = await store.byName(owner, name);
        const code = row === null ? null : await store.codeOf(row.emailId, personId);
        if (row === null || code === null || code.codeId !== sent.codeId) return false;
        if (!codes.isRight(typed, code, { ...row, personId }, now())) return false;
        await store.dropCode(row.emailId, personId);
        if (row.verifiedAt === null) {
          await store.verify(row.emailId, new Date(now()));
          await audit(tx, scope, 'email.verify', row);
          if (!isAcademyType(name.type)) await notifyOfLogin(tx, scope, row);
        }
        return true;
      });
      if (isRight) mailQueued();
      return isRight;
    },
  };

  async function expectFew(key: string, max: number): Promise<void> {
    if ((await windows.take(key, SENDS.windowMs)) > max)
      throw new AcademyError('too-many-requests', {
        message: managedEmailTexts.tooManyCodes,
      });
  }
}

export type ManagedEmailsService = ReturnType<typeof managedEmailsService>;

/** @throws AcademyError not-allowed for addresses of the academy, unless the caller is an administrator */
function ownerOf(scope: SignedInScope, type: EmailType): Owner {
  const { actor, tenantId } = scope;
  if (!isAcademyType(type)) return { personId: actor.personId };
  if (!administersAcademy(scope)) throw new AcademyError('not-allowed');
  return { tenantId };
}

const administersAcademy = ({ actor, tenantId }: SignedInScope): boolean => administers(holderOfActor(actor), tenantId);

/** Mail to an academy's address does not greet the administrator who set it. */
const ownName = ({ actor }: SignedInScope, type: EmailType) => (isAcademyType(type) ? null : actor.firstName);

const taken = () => new AcademyError('conflict', { message: managedEmailTexts.listed });

/** Keys of counters must not contain people's addresses: they are hashed. */
const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32);
