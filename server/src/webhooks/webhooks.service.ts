import type { AuditAction } from '@academy/contract/audit-actions';
import { AcademyError } from '@academy/contract/errors';
import { MAX_WEBHOOKS, type WebhookEvent } from '@academy/contract/webhooks';
import type { Sealer } from '@academy/identity/sealing';
import { sql } from 'drizzle-orm';
import { type AuditEntry, auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { namedUuid } from '../values/named-uuid.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';
import { newSecret } from './signature.ts';
import { addressProblem } from './webhook-address.ts';
import { webhookReplyTexts } from './webhook-reply-texts.ts';
import { type DeliveryRow, type WebhookRow, webhooksStore } from './webhooks.store.ts';

export interface WebhooksOptions {
  db: Database;
  /** Hosts that webhooks may be sent to. */
  hosts: readonly string[];
  sealer: Sealer;
  /** Called when there may be something to send. */
  changed: () => void;
}

interface WebhookInput {
  description: string;
  events: WebhookEvent[];
}

/** Webhooks of an academy, managed by its administrators; each change is audited in its own transaction. */
export function webhooksService({ db, hosts, sealer, changed }: WebhooksOptions) {
  function audit(
    tx: Transaction,
    scope: SignedInScope,
    action: AuditAction,
    id: string,
    details: AuditEntry['details'] = {},
  ) {
    const target = { kind: 'webhook', id };
    return writeAudit(tx, { action, target, tenantId: scope.tenantId, details, by: auditActorOf(scope) });
  }

  async function found(tx: Transaction, tenantId: TenantScope, webhookId: string): Promise<WebhookRow> {
    const row = await webhooksStore(tx).byId(tenantId, webhookId);
    if (row === null) throw new AcademyError('not-found', { message: webhookReplyTexts.webhookGone });
    return row;
  }

  return {
    hosts,
    store: webhooksStore(db),

    /**
     * @param key idempotency key: the same key creates one webhook, and returns its secret again; undefined: always
     * creates
     * @throws AcademyError invalid-input for an address that is not allowed, conflict when there are too many
     */
    async create(scope: SignedInScope, { url, ...input }: WebhookInput & { url: string }, key?: string) {
      const problem = addressProblem(url, hosts);
      if (problem !== null) throw new AcademyError('invalid-input', { message: `url: ${problem}`, field: 'url' });
      const { tenantId, actor } = scope;
      const webhookId = key === undefined ? crypto.randomUUID() : namedUuid('webhook', tenantId, actor.personId, key);
      return db.transaction(async (tx) => {
        // Concurrent calls must not exceed the limit together, and a repeated call must not create a second one.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`webhooks ${tenantId}`}))`);
        const store = webhooksStore(tx);
        const before = await store.byId(tenantId, webhookId);
        if (before !== null) return { webhook: before, secret: await sealer.open(before.secret, webhookId) };
        if ((await store.all(tenantId)).length >= MAX_WEBHOOKS)
          throw new AcademyError('conflict', { message: webhookReplyTexts.full({ max: MAX_WEBHOOKS }) });
        const secret = newSecret();
        const sealed = await sealer.seal(secret, webhookId);
        const webhook = await store.add({ webhookId, tenantId, url, ...input, secret: sealed });
        await audit(tx, scope, 'webhook.create', webhookId, { after: factsOf(webhook) });
        return { webhook, secret };
      });
    },

    /** @throws AcademyError not-found */
    async update(scope: SignedInScope, webhookId: string, input: WebhookInput & { isActive: boolean }) {
      const row = await db.transaction(async (tx) => {
        const before = await found(tx, scope.tenantId, webhookId);
        const resumes = input.isActive && !before.isActive;
        const part = input.isActive ? { ...input, problem: null } : input;
        const after = await webhooksStore(tx).change(webhookId, part, resumes);
        await audit(tx, scope, 'webhook.update', webhookId, { before: factsOf(before), after: factsOf(after) });
        return after;
      });
      changed();
      return row;
    },

    /** @throws AcademyError not-found */
    async remove(scope: SignedInScope, webhookId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const before = await found(tx, scope.tenantId, webhookId);
        await webhooksStore(tx).remove(webhookId);
        await audit(tx, scope, 'webhook.delete', webhookId, { before: factsOf(before) });
      });
    },

    /** @throws AcademyError not-found, conflict for a paused webhook */
    async ping(scope: SignedInScope, webhookId: string): Promise<string> {
      const deliveryId = await db.transaction(async (tx) => {
        const { isActive } = await found(tx, scope.tenantId, webhookId);
        if (!isActive) throw new AcademyError('conflict', { message: webhookReplyTexts.paused });
        const key = `ping ${crypto.randomUUID()}`;
        const timestamp = new Date().toISOString();
        const payload = { type: 'ping', timestamp, tenantId: scope.tenantId, data: { by: scope.actor.email } };
        return webhooksStore(tx).note({ webhookId, event: 'ping', eventKey: key, payload });
      });
      changed();
      return deliveryId;
    },

    /** @throws AcademyError not-found */
    async replay(scope: SignedInScope, deliveryId: string): Promise<DeliveryRow> {
      const row = await db.transaction(async (tx) => {
        const replayed = await webhooksStore(tx).replay(scope.tenantId, deliveryId);
        if (replayed === null) throw new AcademyError('not-found', { message: webhookReplyTexts.deliveryGone });
        await audit(tx, scope, 'webhook.replay', replayed.webhookId, { delivery: deliveryId, event: replayed.event });
        return replayed;
      });
      changed();
      return row;
    },
  };
}

export type WebhooksService = ReturnType<typeof webhooksService>;

const factsOf = ({ url, description, events, isActive }: WebhookRow) => ({
  url,
  description,
  events: events.join(', '),
  isActive,
});
