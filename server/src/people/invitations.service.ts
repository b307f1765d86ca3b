import { currentLanguage } from '@academy/contract/i18n/languages';
import { INVITATION_DAYS, type InvitationOutcome } from '@academy/contract/people-invitations';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { NO_PASSWORD } from '@academy/identity/passwords';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { inLanguageOf } from '../http/language.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { accountOfPerson, newPasswordLink, type PasswordLink } from '../identity/password-links.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { identityMail } from '../mail/templates/identity-mail.ts';
import { pageAddress, utcDay } from '../mail/templates/layout.ts';
import { countInvitation, hasMail, heldByEmail } from './invitations.store.ts';
import type { PersonRow } from './people.store.ts';
import type { ChangedBy } from './rights-news.ts';

/** Least time between two invitations to one address, ms. */
const HOUR_MS = 3_600_000;
const LIFETIME_MS = INVITATION_DAYS * 24 * HOUR_MS;

export interface InvitationOptions {
  db: Database;
  brandOf(tenantId: TenantId | null): { tenant: Tenant; origin: string | null };
  /** Address of the embedded provider, with its slash; null with another provider. */
  issuer: string | null;
  /** Called when there is mail to send. */
  mailQueued?: () => void;
  now?: () => number;
}

/** A link for the first password and until when it works; null: the log-in page. */
type FirstLink = PasswordLink | { href: null; until: null };
const TO_LOG_IN: FirstLink = { href: null, until: null };

/**
 * Invites people who were added and have not logged in: a mail with a link for the first password, in their language or,
 * where they have chosen none, in that of the caller. At most one an hour for each address; a new link voids the former.
 */
export function invitationsService({ db, brandOf, issuer, mailQueued = () => {}, now = Date.now }: InvitationOptions) {
  async function write(
    tx: Transaction,
    { email, firstName, language }: Pick<PersonRow, 'email' | 'firstName' | 'language'>,
    link: FirstLink,
    { key, tenantId }: { key: string; tenantId: TenantId | null },
  ): Promise<void> {
    const { tenant, origin } = brandOf(tenantId);
    const others = issuer === null ? [] : [new URL(issuer).origin];
    const origins = { tenantOrigins: { [tenant.tenantId]: origin ?? '' }, others };
    const mail = inLanguageOf(language ?? currentLanguage(), () =>
      identityMail(new Map([[tenant.tenantId, tenant]]), origins, {
        kind: link.until === null ? 'invitation-log-in' : 'invitation',
        tenantId: tenant.tenantId,
        to: email,
        firstName,
        link: link.href ?? pageAddress(origin ?? '', '/auth'),
        detail: link.until === null ? null : utcDay(link.until),
        key,
      }),
    );
    await enqueueMail(tx, mail);
  }

  /** The link for the first password; to the log-in for an account that has one, and for those of another provider. */
  async function linkFor(tx: Transaction, row: PersonRow, tenantId: TenantId | null): Promise<FirstLink> {
    const isOwn = issuer !== null && row.issuer === EMBEDDED_ISSUER;
    const account = isOwn ? await accountOfPerson(tx, row) : null;
    if (issuer === null || account === null || account.passwordHash !== NO_PASSWORD) return TO_LOG_IN;
    const { tenantId: academy } = brandOf(tenantId).tenant;
    const terms = { issuer, purpose: 'invitation' as const, lifetimeMs: LIFETIME_MS, now: now() };
    return newPasswordLink(tx, account, { ...terms, tenantId: academy });
  }

  /** Invites a person who is held in this transaction. @returns `recent` when nothing was sent */
  async function invitePerson(tx: Transaction, row: PersonRow, by: ChangedBy): Promise<'sent' | 'recent'> {
    const at = new Date(now());
    const { tenant } = brandOf(by.tenantId);
    const counted = await countInvitation(tx, row.personId, tenant.tenantId, at, HOUR_MS);
    if (counted === null) return 'recent';
    const link = await linkFor(tx, row, by.tenantId);
    await counted.until(link.until);
    await write(tx, row, link, { key: `invitation ${row.personId} ${counted.count}`, tenantId: by.tenantId });
    await audit(tx, row.personId, row.email, by);
    return 'sent';
  }

  /** With another provider the academy knows a person only once they have logged in. */
  async function inviteStranger(tx: Transaction, email: string, by: ChangedBy): Promise<'sent' | 'recent'> {
    const key = `invitation ${email} ${Math.floor(now() / HOUR_MS)}`;
    if (await hasMail(tx, key)) return 'recent';
    await write(tx, { email, firstName: '', language: null }, TO_LOG_IN, {
      key,
      tenantId: by.tenantId,
    });
    await audit(tx, '', email, by);
    return 'sent';
  }

  const audit = (tx: Transaction, personId: string, email: string, by: ChangedBy): Promise<void> =>
    writeAudit(tx, {
      action: 'person.invite',
      target: { kind: 'person', id: personId },
      tenantId: null,
      details: { email, ...by.details },
      by: by.audit,
    });

  return {
    invitePerson,

    /** Invites the person of an address. @param email in its normal form */
    async invite(email: string, by: ChangedBy): Promise<InvitationOutcome> {
      const outcome = await db.transaction(async (tx): Promise<InvitationOutcome> => {
        const rows = await heldByEmail(tx, email);
        if (rows.length === 0) return issuer === null ? inviteStranger(tx, email, by) : 'unknown';
        const waiting = rows.filter((row) => hasNeverLoggedIn(row));
        const [row] = waiting;
        return row === undefined || waiting.length < rows.length ? 'logged-in' : invitePerson(tx, row, by);
      });
      if (outcome === 'sent') mailQueued();
      return outcome;
    },
  };
}

export type InvitationsService = ReturnType<typeof invitationsService>;

/** Whether a person was added and has not logged in yet. */
export const hasNeverLoggedIn = ({ addedAt, firstLoginAt }: PersonRow): boolean =>
  addedAt !== null && firstLoginAt === null;
