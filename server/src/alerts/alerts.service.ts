import type { AlertWish } from '@academy/contract/alerts';
import { AcademyError } from '@academy/contract/errors';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { namedUuid } from '../named-uuid.ts';
import type { SignedInScope } from '../scope.ts';
import { type AlertRow, type AlertWords, alertsStore } from './alerts.store.ts';

/**
 * What administrators do with alerts. Every change makes the academy's catalogue grow in its own transaction: pages and
 * public replies are kept by the catalogue's version, so they follow at once, on every server.
 */
export function alertsService(db: Database, versions: Pick<CatalogueVersions, 'grow'>) {
  /** Does something, tells the audit, and has all pages follow. */
  async function change<Result>(
    { tenantId, ...scope }: SignedInScope,
    action: 'alert.create' | 'alert.update' | 'alert.delete',
    act: (tx: Transaction) => Promise<{ result: Result; about: { id: string; message: string }[] }>,
  ): Promise<Result> {
    const { result, keep } = await db.transaction(async (tx) => {
      const { result, about } = await act(tx);
      if (about.length === 0) return { result, keep: async () => undefined };
      for (const { id, message } of about)
        await writeAudit(tx, {
          action,
          target: { kind: 'alert', id },
          tenantId,
          details: { message },
          by: auditActorOf(scope),
        });
      return { result, keep: await versions.grow(tx, tenantId, 'alerts') };
    });
    await keep();
    return result;
  }

  const aboutOf = ({ alertId, message }: AlertRow) => [{ id: alertId, message }];

  return {
    /**
     * @param key the same key makes the alert once; undefined: a new one in any case
     * @throws AcademyError invalid-input for a message without words or an address that leads elsewhere
     */
    async create(scope: SignedInScope, wish: AlertWish, key?: string): Promise<AlertRow> {
      const words = await wordsOf(wish);
      const { tenantId, actor } = scope;
      const alertId = key === undefined ? crypto.randomUUID() : namedUuid('alert', tenantId, actor.personId, key);
      return change(scope, 'alert.create', async (tx) => {
        const store = alertsStore(tx);
        const made = await store.create(tenantId, alertId, words, actor);
        if (made !== null) return { result: made, about: aboutOf(made) };
        const before = await store.byId(tenantId, alertId);
        if (before === null) throw new AcademyError('conflict');
        return { result: before, about: [] };
      });
    },

    /** @throws AcademyError invalid-input as `create`, not-found */
    async update(scope: SignedInScope, alertId: string, wish: AlertWish): Promise<AlertRow> {
      const words = await wordsOf(wish);
      return change(scope, 'alert.update', async (tx) => {
        const row = await alertsStore(tx).update(scope.tenantId, alertId, words);
        if (row === null) throw new AcademyError('not-found');
        return { result: row, about: aboutOf(row) };
      });
    },

    /** Takes all of the alerts away or none. @throws AcademyError not-found when one of them does not exist */
    remove(scope: SignedInScope, alertIds: readonly string[]): Promise<string[]> {
      const ids = [...new Set(alertIds.map((id) => id.toLowerCase()))];
      return change(scope, 'alert.delete', async (tx) => {
        const gone = await alertsStore(tx).remove(scope.tenantId, ids);
        if (gone.length !== ids.length) throw new AcademyError('not-found');
        return { result: ids, about: ids.map((id) => ({ id, message: '' })) };
      });
    },
  };
}

export type AlertsService = ReturnType<typeof alertsService>;

/** Cleans what is HTML and checks where links lead. The parser is loaded by the first alert that somebody writes. */
async function wordsOf(wish: AlertWish): Promise<AlertWords> {
  const { basicHtml, basicLink } = await import('@academy/content/basic-html');
  const message = basicHtml(wish.message);
  if (message === '') throw invalid('message', 'must hold words');
  const actionUrl = wish.actionUrl ? basicLink(wish.actionUrl) : null;
  if (wish.actionUrl && actionUrl === null)
    throw invalid('actionUrl', 'must be an https or mailto address, or a path of the site');
  return {
    message,
    actionText: wish.actionText || null,
    actionUrl,
    level: wish.level,
    audience: wish.audience,
    startsAt: wish.from === null ? null : new Date(wish.from),
    endsAt: wish.to === null ? null : new Date(wish.to),
  };
}

function invalid(field: string, message: string): AcademyError {
  return new AcademyError('invalid-input', { message: `${field}: ${message}`, field });
}
