import { randomBytes } from 'node:crypto';
import type { CalendarFeed } from '@academy/contract/assignments-calendar';
import { withLanguage } from '@academy/contract/i18n/address';
import type { Language } from '@academy/contract/i18n/languages';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { and, eq, not, sql } from 'drizzle-orm';
import { calendarFeed } from '../db/assignment-tables.ts';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import { ACCOUNT_HAS_ENDED } from '../people/held-roles.ts';
import { type SignedInScope, scopeOf, type TenantScope } from '../values/scope.ts';
import { hashToken } from '../values/token-format.ts';
import { calendarText } from './calendar-text.ts';
import { calendarTexts } from './calendar-texts.ts';
import type { DueService } from './due.service.ts';

export interface CalendarOptions {
  db: Database;
  due: DueService;
  originOf(tenantId: TenantId): string;
  now?: () => number;
}

/** Whose feed an address is. */
export interface FeedOwner {
  personId: string;
  language: Language | null;
}

/** Calendars that read what a person has to do at a secret address, which is stored as its hash only. */
export function calendarService({ db, due, originOf, now = Date.now }: CalendarOptions) {
  const isOf = (personId: string, tenantId: string) =>
    and(eq(calendarFeed.personId, personId), eq(calendarFeed.tenantId, tenantId));

  return {
    async settings({ actor, tenantId }: SignedInScope): Promise<CalendarFeed> {
      const [row] = await db.select().from(calendarFeed).where(isOf(actor.personId, tenantId));
      return {
        createdAt: row?.createdAt.toISOString() ?? null,
        lastReadAt: row?.lastReadAt?.toISOString() ?? null,
      };
    },

    /** Makes a new address; the one before is not valid any more. @returns the address, which is never shown again */
    async create({ actor, tenantId }: SignedInScope): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const fresh = { tokenHash: hashToken(token), createdAt: new Date(now()), lastReadAt: null };
      await db
        .insert(calendarFeed)
        .values({ personId: actor.personId, tenantId, ...fresh })
        .onConflictDoUpdate({ target: [calendarFeed.personId, calendarFeed.tenantId], set: fresh });
      return `${originOf(tenantId)}/calendar.ics?token=${token}`;
    },

    async remove({ actor, tenantId }: SignedInScope): Promise<void> {
      await db.delete(calendarFeed).where(isOf(actor.personId, tenantId));
    },

    /** The person of an address of this academy; null for one that is not valid, and while the account has ended. */
    async ownerOf(tenantId: TenantScope, token: string): Promise<FeedOwner | null> {
      const [row] = await db
        .update(calendarFeed)
        .set({ lastReadAt: sql`now()` })
        .from(person)
        .where(
          and(
            eq(calendarFeed.tokenHash, hashToken(token)),
            eq(calendarFeed.tenantId, tenantId),
            eq(person.personId, calendarFeed.personId),
            not(ACCOUNT_HAS_ENDED),
          ),
        )
        .returning({ personId: person.personId, language: person.language });
      return row ?? null;
    },

    /** The calendar in the current language: what is not done yet, and when it is due again. */
    async text(tenant: Tenant, personId: string): Promise<string> {
      const tenantId = scopeOf(tenant);
      const origin = originOf(tenantId);
      const own = await due.ofPerson(tenantId, personId, now());
      const days = own.flatMap(({ assignmentId, title, path, dueOn, state, mandatory, isRenewal }) =>
        dueOn === null || (state === 'done' && !isRenewal)
          ? []
          : [
              {
                uid: `${assignmentId}@${new URL(origin).hostname}`,
                day: dueOn,
                title: calendarTexts.due({ title }),
                text: mandatory ? calendarTexts.mandatory : calendarTexts.recommended,
                url: `${origin}${withLanguage(path)}`,
                changedAt: new Date(now()),
              },
            ],
      );
      return calendarText(calendarTexts.name({ academy: tenant.name }), days);
    },
  };
}

export type CalendarService = ReturnType<typeof calendarService>;
