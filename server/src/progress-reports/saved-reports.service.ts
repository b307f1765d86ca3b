import type { CallReply, ParsedInput } from '@academy/contract/call';
import { EmailSchema } from '@academy/contract/email';
import { AcademyError } from '@academy/contract/errors';
import type { Language } from '@academy/contract/i18n/languages';
import {
  getProgressReport,
  MAX_SAVED_REPORTS,
  type SavedReport,
  type saveReport,
} from '@academy/contract/progress-reports';
import { administers, refusalOf } from '@academy/contract/rules/held-roles';
import { nextReportAt } from '@academy/contract/rules/report-columns';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { and, asc, eq, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/connect.ts';
import { managedEmail } from '../db/message-tables.ts';
import { savedReport } from '../db/report-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { inLanguageOf } from '../http/language.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { reportMail } from '../mail/templates/report-mail.ts';
import { holderOf, holderOfActor } from '../people/held-roles.ts';
import { type SignedInScope, scopeOf, type TenantScope } from '../values/scope.ts';
import type { ProgressReports } from './progress-reports.service.ts';

export interface SavedReportsOptions {
  db: Database;
  reports: ProgressReports;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
  /** Called for a report that could not be mailed and is tried again. */
  onFailure: (error: unknown) => void;
}

type Row = typeof savedReport.$inferSelect;
type Input = ParsedInput<typeof saveReport>['body'];

/** Rows of a report that its mail shows; the others are on the screen. */
const MAILED_ROWS = 50;
/** Reports that are mailed in one run. */
const BATCH = 20;
/** Wait after a failure, ms. */
const RETRY_MS = 3_600_000;

/** Views of the reports that people keep under a name, and those that are mailed regularly. */
export function savedReports({ db, reports, brandOf, mailQueued, onFailure }: SavedReportsOptions) {
  const ownedBy = ({ actor, tenantId }: SignedInScope): SQL | undefined =>
    and(eq(savedReport.personId, actor.personId), eq(savedReport.tenantId, tenantId));

  /** The caller's own confirmed address, and for administrators those of the academy. */
  async function recipientsFor({ actor, tenantId }: SignedInScope): Promise<string[]> {
    const own = actor.emailVerified ? v.safeParse(EmailSchema, actor.email) : null;
    const academy = administers(holderOfActor(actor), tenantId) ? await academyAddressesOf(db, tenantId) : [];
    return [...new Set([...(own?.success ? [own.output] : []), ...academy])];
  }

  return {
    recipientsFor,

    async list(scope: SignedInScope): Promise<SavedReport[]> {
      const rows = await db.select().from(savedReport).where(ownedBy(scope)).orderBy(sql`lower(${savedReport.name})`);
      return rows.map(present);
    },

    /**
     * Adds a report, or changes the one with this id.
     *
     * @throws AcademyError invalid-input for addresses that may not get it, conflict for a name that is taken and when there
     *   are too many, not-found
     */
    async save(scope: SignedInScope, reportId: string | null, input: Input): Promise<CallReply<typeof saveReport>> {
      const { name, rhythm } = input;
      const recipients = rhythm === null ? [] : [...new Set(input.recipients)];
      if (rhythm !== null && recipients.length === 0) throw refusedRecipients(replyTexts.reportNobody);
      const allowed = recipients.length === 0 ? [] : await recipientsFor(scope);
      if (recipients.some((one) => !allowed.includes(one))) throw refusedRecipients(replyTexts.reportRecipient);
      const nextAt = rhythm === null ? null : nextReportAt(rhythm, Date.now());
      const filters = Object.fromEntries(Object.entries(input.filters).filter(([, value]) => value)) as Row['filters'];
      const values = { name, filters, rhythm, recipients, nextAt };
      return db.transaction(async (tx) => {
        // Calls at the same time must not exceed the limit together.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`reports ${scope.actor.personId}`}))`);
        const others = reportId === null ? ownedBy(scope) : and(ownedBy(scope), ne(savedReport.reportId, reportId));
        const [same] = await tx
          .select()
          .from(savedReport)
          .where(and(others, sql`lower(${savedReport.name}) = lower(${name})`));
        if (same !== undefined) throw new AcademyError('conflict', { message: replyTexts.reportNameTaken({ name }) });
        if (reportId === null && (await tx.$count(savedReport, ownedBy(scope))) >= MAX_SAVED_REPORTS)
          throw new AcademyError('conflict', { message: replyTexts.reportsFull({ max: MAX_SAVED_REPORTS }) });
        const [row] =
          reportId === null
            ? await tx
                .insert(savedReport)
                .values({ ...values, personId: scope.actor.personId, tenantId: scope.tenantId })
                .returning()
            : await tx
                .update(savedReport)
                .set(values)
                .where(and(ownedBy(scope), eq(savedReport.reportId, reportId)))
                .returning();
        if (row === undefined) throw new AcademyError('not-found');
        return present(row);
      });
    },

    /** @throws AcademyError not-found */
    async remove(scope: SignedInScope, reportId: string): Promise<string> {
      const [row] = await db
        .delete(savedReport)
        .where(and(ownedBy(scope), eq(savedReport.reportId, reportId)))
        .returning();
      if (row === undefined) throw new AcademyError('not-found');
      return row.reportId;
    },

    /**
     * Mails what is due at a moment, with what the owner may see at that time. Who may see nothing any more gets nothing more.
     * A server that ends meanwhile leaves the report due; the mail's key keeps a second one from being written.
     *
     * @returns how many reports were mailed
     */
    async sendDue(now: Date): Promise<number> {
      const due = await db
        .select()
        .from(savedReport)
        .where(and(isNotNull(savedReport.nextAt), lte(savedReport.nextAt, now)))
        .orderBy(asc(savedReport.nextAt))
        .limit(BATCH);
      let sent = 0;
      for (const row of due)
        try {
          if (await send(row, now)) sent += 1;
        } catch (error) {
          await db
            .update(savedReport)
            .set({ nextAt: new Date(now.getTime() + RETRY_MS) })
            .where(eq(savedReport.reportId, row.reportId));
          onFailure(error);
        }
      if (sent > 0) mailQueued();
      return sent;
    },
  };

  /** @returns whether it was mailed */
  async function send(row: Row, now: Date): Promise<boolean> {
    const { tenant, origin } = brandOf(row.tenantId);
    const holder = await holderOf(db, row.personId);
    const rhythm = row.rhythm;
    if (rhythm === null || row.nextAt === null) return false;
    // While an account has ended nothing is mailed; it can come back with everything.
    if (holder === null) {
      const nextAt = nextReportAt(rhythm, now.getTime());
      await db.update(savedReport).set({ nextAt }).where(eq(savedReport.reportId, row.reportId));
      return false;
    }
    if (tenant.tenantId !== row.tenantId) throw new Error(`there is no academy ${row.tenantId}`);
    const { by = 'person', q = '', ...filters } = row.filters as Input['filters'];
    const order = { by: filters.group === undefined ? 'lastSeenAt' : 'name', dir: 'asc' } as const;
    const page = { pageNumber: 0, pageSize: MAILED_ROWS };
    const asked = { by, q, ...filters };
    const report =
      refusalOf(getProgressReport, holder, row.tenantId) === null
        ? await reports.page(tenant, holder, asked, order, page).catch((error) => {
            // The group is not theirs any more.
            if (error instanceof AcademyError) return null;
            throw error;
          })
        : null;
    // Still being computed: the next run finds it.
    if (report?.isMaking) return false;
    return db.transaction(async (tx) => {
      const [held] = await tx
        .select({ language: person.language, isVerified: person.emailVerified, email: person.email })
        .from(person)
        .where(eq(person.personId, row.personId))
        .for('key share');
      const [still] = await tx
        .select()
        .from(savedReport)
        .where(and(eq(savedReport.reportId, row.reportId), eq(savedReport.nextAt, row.nextAt as Date)))
        .for('update');
      if (held === undefined || still === undefined) return false;
      const academy = administers(holder, row.tenantId) ? await academyAddressesOf(tx, scopeOf(tenant)) : [];
      const allowed = new Set([...academy, ...(held.isVerified ? [held.email.toLowerCase()] : [])]);
      const recipients = still.recipients.filter((one) => allowed.has(one.toLowerCase()));
      if (report !== null)
        for (const to of recipients) {
          const key = `report ${row.reportId} ${row.nextAt?.toISOString()} ${to}`;
          const mail = () => reportMail(tenant, origin, { to, key, name: row.name, by, filters: row.filters, report });
          await enqueueMail(tx, inLanguageOf(held.language as Language | null, mail));
        }
      const goesOn = report !== null && recipients.length > 0;
      await tx
        .update(savedReport)
        .set({ nextAt: goesOn ? nextReportAt(rhythm, now.getTime()) : null, ...(goesOn ? { sentAt: now } : {}) })
        .where(eq(savedReport.reportId, row.reportId));
      return goesOn;
    });
  }
}

export type SavedReports = ReturnType<typeof savedReports>;

const refusedRecipients = (message: string) => new AcademyError('invalid-input', { message, field: 'recipients' });

/** The confirmed addresses of an academy that read mail. */
async function academyAddressesOf(queries: Queries, tenantId: TenantScope): Promise<string[]> {
  const rows = await queries
    .select({ email: managedEmail.email })
    .from(managedEmail)
    .where(
      and(
        eq(managedEmail.tenantId, tenantId),
        sql`${managedEmail.type} in ('contact', 'feedback')`,
        isNotNull(managedEmail.verifiedAt),
      ),
    )
    .orderBy(asc(managedEmail.email));
  return rows.map(({ email }) => email);
}

const present = ({ reportId, name, filters, rhythm, recipients, nextAt, sentAt }: Row): SavedReport => ({
  ...{ reportId, name, rhythm, recipients },
  filters: filters as SavedReport['filters'],
  nextAt: nextAt?.toISOString() ?? null,
  sentAt: sentAt?.toISOString() ?? null,
});
