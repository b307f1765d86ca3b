import { randomUUID } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { MembershipDetails, VoucherRequest } from '@academy/contract/memberships';
import { type MembershipSpan, type MembershipYear, membershipYearAt } from '@academy/contract/rules/membership-years';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { eq } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import { inLanguageOf } from '../http/language.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { AcademyAddresses } from '../mail/academy-addresses.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { utcDay } from '../mail/templates/layout.ts';
import { voucherMail } from '../mail/templates/voucher-mail.ts';
import { membershipOf } from '../people/people.present.ts';
import { namedUuid } from '../values/named-uuid.ts';
import type { SignedInScope } from '../values/scope.ts';
import { membershipsStore, type VoucherRequestRow } from './memberships.store.ts';

export interface MembershipsOptions {
  db: Database;
  /** Brand of the mails, and its origin. */
  brandOf(tenantId: TenantId | null): { tenant: Tenant; origin: string | null };
  /** Recipients of requests. */
  addresses: Pick<AcademyAddresses, 'recipients'>;
  /** Called when there may be mail to send. */
  mailQueued?: () => void;
  now?: () => number;
}

/** Pro membership as its holder sees it, and the exam voucher that each year of it includes. */
export function membershipsService(options: MembershipsOptions) {
  const { db, brandOf, addresses, mailQueued = () => {}, now = Date.now } = options;

  return {
    /** Read from the database rather than the cache: a change that an administrator has just made counts. */
    async details({ actor }: SignedInScope): Promise<MembershipDetails> {
      const at = now();
      const [row] = await db.select().from(person).where(eq(person.personId, actor.personId));
      const span = row === undefined ? null : spanOf(row, at);
      if (span === null) return { membership: null, voucher: null };
      const year = membershipYearAt(span, at);
      const requested = year === null ? null : await membershipsStore(db).voucherOf(actor.personId, year);
      return {
        membership: {
          startsAt: isoTime(span.startsAt),
          endsAt: isoTime(span.endsAt),
          state: at < span.startsAt ? 'upcoming' : at < span.endsAt ? 'active' : 'ended',
        },
        voucher: year && {
          requestedAt: requested?.requestedAt.toISOString() ?? null,
          availableUntil: isoTime(year.endsAt),
        },
      };
    },

    /**
     * Requests the voucher of the present year of membership: stored, audited and mailed to the academy in one
     * transaction.
     *
     * @param key idempotency key of the client
     * @throws AcademyError locked-pro without a current membership; conflict when this year's voucher was requested
     * before
     */
    async requestVoucher(scope: SignedInScope, by: AuditActor, key?: string): Promise<VoucherRequest> {
      const { actor, tenantId } = scope;
      const requestId = key === undefined ? randomUUID() : namedUuid('voucher', tenantId, actor.personId, key);
      const row = await db.transaction(async (tx) => {
        // Locked, so that two requests run one after the other and the membership does not change in between.
        const [holder] = await tx.select().from(person).where(eq(person.personId, actor.personId)).for('update');
        if (holder === undefined) throw new AcademyError('invalid-token');
        const at = now();
        const year = presentYear(spanOf(holder, at), at);
        const store = membershipsStore(tx);
        const before = await store.voucherOf(actor.personId, year);
        if (before?.requestId === requestId) return before;
        const written =
          before === null
            ? await store.insert({
                requestId,
                personId: actor.personId,
                tenantId,
                yearStartsAt: new Date(year.startsAt),
                requestedAt: new Date(at),
              })
            : null;
        if (written === null) throw new AcademyError('conflict', { message: replyTexts.voucherRequested });
        await writeAudit(tx, {
          action: 'membership.request-voucher',
          target: { kind: 'person', id: actor.personId },
          tenantId,
          details: { email: holder.email, yearStartsAt: isoTime(year.startsAt), yearEndsAt: isoTime(year.endsAt) },
          by,
        });
        const { tenant, origin } = brandOf(tenantId);
        const who = { name: `${holder.firstName} ${holder.lastName}`.trim(), email: holder.email };
        for (const { email: to, language } of await addresses.recipients(tx, tenantId, 'contact')) {
          const mail = { to, person: who, year, key: `voucher ${requestId} ${to}` };
          await enqueueMail(
            tx,
            inLanguageOf(language, () => voucherMail(tenant, origin, mail)),
          );
        }
        return written;
      });
      mailQueued();
      return presentRequest(row);
    },
  };
}

export type MembershipsService = ReturnType<typeof membershipsService>;

function spanOf(row: Parameters<typeof membershipOf>[0], at: number): MembershipSpan | null {
  const { membership } = membershipOf(row, at);
  return membership && { startsAt: membership.startsAt.getTime(), endsAt: membership.endsAt.getTime() };
}

/** @throws AcademyError locked-pro that says why there is no present year */
function presentYear(membership: MembershipSpan | null, at: number): MembershipYear {
  const year = membership && membershipYearAt(membership, at);
  if (year !== null) return year;
  if (membership === null) throw new AcademyError('locked-pro', { message: replyTexts.vouchersArePro });
  const message =
    at < membership.startsAt
      ? replyTexts.proBegins({ day: utcDay(membership.startsAt) })
      : replyTexts.proEnded({ day: utcDay(membership.endsAt) });
  throw new AcademyError('locked-pro', { message });
}

function presentRequest(row: VoucherRequestRow): VoucherRequest {
  return {
    requestId: row.requestId,
    yearStartsAt: row.yearStartsAt.toISOString(),
    requestedAt: row.requestedAt.toISOString(),
  };
}

const isoTime = (ms: number): string => new Date(ms).toISOString();
