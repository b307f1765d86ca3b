import { TABLE_ENTRIES_MAX } from '@academy/contract/constants';
import type { WebhookEvent } from '@academy/contract/webhooks';
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { olderThan } from '../db/older-than.ts';
import { countForTable, ONE, rowsOfPage } from '../db/table-page.ts';
import type { Queries } from '../db/transaction.ts';
import { webhookDelivery as delivery, webhook } from '../db/webhook-tables.ts';
import type { TenantScope } from '../values/scope.ts';
import type { DeliveryProblem } from './delivery-problem.ts';

export type WebhookRow = Omit<typeof webhook.$inferSelect, 'events'> & { events: WebhookEvent[] };
export type DeliveryRow = typeof delivery.$inferSelect & { url: string };
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** Filters of deliveries. */
interface DeliveryFilters {
  webhookId?: string | undefined;
  state?: DeliveryState | undefined;
}

/** A due delivery, with its address and signing secret. */
export interface DueDelivery {
  deliveryId: string;
  webhookId: string;
  url: string;
  secret: string;
  event: string;
  payload: Record<string, unknown>;
  attempts: number;
}

const IS: Record<DeliveryState, SQL | undefined> = {
  waiting: and(isNull(delivery.deliveredAt), isNull(delivery.failedAt)),
  delivered: isNotNull(delivery.deliveredAt),
  failed: isNotNull(delivery.failedAt),
};

export function webhooksStore(db: Queries) {
  const inMs = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;
  const ofTenant = (tenantId: TenantScope, webhookId: string) =>
    and(eq(webhook.tenantId, tenantId), eq(webhook.webhookId, webhookId));
  const withUrl = { ...getTableColumns(delivery), url: webhook.url };
  const selected = () =>
    db.select(withUrl).from(delivery).innerJoin(webhook, eq(webhook.webhookId, delivery.webhookId));
  const wanted = (tenantId: TenantScope, { webhookId, state }: DeliveryFilters) =>
    and(
      eq(webhook.tenantId, tenantId),
      webhookId === undefined ? undefined : eq(delivery.webhookId, webhookId),
      state === undefined ? undefined : IS[state],
    );

  return {
    async all(tenantId: TenantScope): Promise<WebhookRow[]> {
      const rows = await db.select().from(webhook).where(eq(webhook.tenantId, tenantId)).orderBy(webhook.createdAt);
      return rows as WebhookRow[];
    },

    async byId(tenantId: TenantScope, webhookId: string): Promise<WebhookRow | null> {
      const rows = await db.select().from(webhook).where(ofTenant(tenantId, webhookId)).for('update');
      return (rows[0] as WebhookRow | undefined) ?? null;
    },

    /** Deliveries by state of each webhook; each number ends at `TABLE_ENTRIES_MAX`. */
    async counts(tenantId: TenantScope): Promise<Map<string, Record<DeliveryState, number>>> {
      const number = (state: SQL) => sql`(
        select count(*)::int from (
          select from webhook_delivery where webhook_delivery.webhook_id = webhook.webhook_id and ${state}
          limit ${TABLE_ENTRIES_MAX}
        ) reached)`;
      const { rows } = await db.execute<Record<DeliveryState, number> & { webhookId: string }>(sql`
        select webhook_id as "webhookId", ${number(sql`delivered_at is null and failed_at is null`)} as waiting,
          ${number(sql`delivered_at is not null`)} as delivered, ${number(sql`failed_at is not null`)} as failed
        from webhook where tenant_id = ${tenantId}`);
      return new Map(rows.map(({ webhookId, ...counts }) => [webhookId, counts]));
    },

    async add(given: typeof webhook.$inferInsert): Promise<WebhookRow> {
      const [row] = await db.insert(webhook).values(given).returning();
      return row as WebhookRow;
    },

    /** @param resumes events during the pause are skipped */
    async change(
      webhookId: string,
      part: Partial<Pick<WebhookRow, 'description' | 'events' | 'isActive' | 'problem'>>,
      resumes: boolean,
    ): Promise<WebhookRow> {
      const since = resumes ? { activeSince: sql`now()` } : {};
      const [row] = await db
        .update(webhook)
        .set({ ...part, ...since })
        .where(eq(webhook.webhookId, webhookId))
        .returning();
      return row as WebhookRow;
    },

    async remove(webhookId: string): Promise<void> {
      await db.delete(webhook).where(eq(webhook.webhookId, webhookId));
    },

    async note(given: typeof delivery.$inferInsert): Promise<string> {
      const [row] = await db.insert(delivery).values(given).returning({ deliveryId: delivery.deliveryId });
      return row?.deliveryId ?? '';
    },

    async deliveries(
      tenantId: TenantScope,
      filters: DeliveryFilters,
      { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
    ): Promise<{ rows: DeliveryRow[]; total: number }> {
      const where = wanted(tenantId, filters);
      const slice = rowsOfPage({ pageNumber, pageSize });
      const [rows, total] = await Promise.all([
        selected()
          .where(where)
          .orderBy(desc(delivery.happenedAt), desc(delivery.deliveryId))
          .limit(slice.limit)
          .offset(slice.offset),
        countForTable(
          db,
          db.select(ONE).from(delivery).innerJoin(webhook, eq(webhook.webhookId, delivery.webhookId)).where(where),
        ),
      ]);
      return { rows, total };
    },

    /** Deliveries after a given one, newest first. @param after the last one of the previous page */
    async deliveriesAfter(
      tenantId: TenantScope,
      filters: DeliveryFilters,
      after: DeliveryRow | null,
      max: number,
    ): Promise<DeliveryRow[]> {
      const older = olderThan(delivery.happenedAt, delivery.deliveryId, after?.deliveryId ?? null);
      return selected()
        .where(and(wanted(tenantId, filters), older))
        .orderBy(desc(delivery.happenedAt), desc(delivery.deliveryId))
        .limit(max);
    },

    /** Sends it once more, at once; null for an unknown delivery. */
    async replay(tenantId: TenantScope, deliveryId: string): Promise<DeliveryRow | null> {
      const [row] = await db
        .update(delivery)
        .set({ deliveredAt: null, failedAt: null, attempts: 0, nextAttemptAt: sql`now()` })
        .from(webhook)
        .where(
          and(
            eq(delivery.deliveryId, deliveryId),
            eq(webhook.webhookId, delivery.webhookId),
            eq(webhook.tenantId, tenantId),
          ),
        )
        .returning(withUrl);
      return (row as DeliveryRow | undefined) ?? null;
    },

    /** Claims due deliveries of active webhooks: other servers skip them for `leaseMs`. */
    async claim(max: number, leaseMs: number): Promise<DueDelivery[]> {
      const due = db
        .select({ deliveryId: delivery.deliveryId })
        .from(delivery)
        .innerJoin(webhook, eq(webhook.webhookId, delivery.webhookId))
        .where(and(IS.waiting, eq(webhook.isActive, true), sql`${delivery.nextAttemptAt} <= now()`))
        .orderBy(delivery.nextAttemptAt)
        .limit(max)
        .for('update', { of: delivery, skipLocked: true });
      const rows = await db
        .update(delivery)
        .set({ attempts: sql`${delivery.attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
        .from(webhook)
        .where(and(inArray(delivery.deliveryId, due), eq(webhook.webhookId, delivery.webhookId)))
        .returning({
          deliveryId: delivery.deliveryId,
          webhookId: delivery.webhookId,
          url: webhook.url,
          secret: webhook.secret,
          event: delivery.event,
          payload: delivery.payload,
          attempts: delivery.attempts,
        });
      return rows as DueDelivery[];
    },

    async delivered(deliveryId: string, status: number): Promise<void> {
      await db
        .update(delivery)
        .set({ deliveredAt: sql`now()`, lastStatus: status, lastError: null })
        .where(eq(delivery.deliveryId, deliveryId));
    },

    /** @param waitMs until the next attempt; null: it is given up */
    async notDelivered(
      deliveryId: string,
      status: number | null,
      error: DeliveryProblem,
      waitMs: number | null,
    ): Promise<void> {
      await db
        .update(delivery)
        .set({
          lastStatus: status,
          lastError: error,
          ...(waitMs === null ? { failedAt: sql`now()` } : { nextAttemptAt: inMs(waitMs) }),
        })
        .where(eq(delivery.deliveryId, deliveryId));
    },

    /** Pauses a webhook whose receiver has answered 410 Gone. */
    async pause(webhookId: string, problem: DeliveryProblem): Promise<void> {
      await db.update(webhook).set({ isActive: false, problem }).where(eq(webhook.webhookId, webhookId));
    },
  };
}

export type WebhooksStore = ReturnType<typeof webhooksStore>;
