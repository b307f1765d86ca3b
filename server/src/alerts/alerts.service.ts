import type { AlertChangeSchema, AlertInput } from '@academy/contract/alerts-admin';
import { AcademyError } from '@academy/contract/errors';
import { currentLocale } from '@academy/contract/i18n/languages';
import type * as v from 'valibot';
import { type AuditEntry, auditActorOf, lastAuditOf, writeAudit } from '../audit/audit.store.ts';
import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { namedUuid } from '../values/named-uuid.ts';
import type { SignedInScope } from '../values/scope.ts';
import { type AlertRow, type AlertWords, alertsStore } from './alerts.store.ts';

type AlertChange = v.InferOutput<typeof AlertChangeSchema>;

/** An alert that was changed, as input of the audit log. */
interface AuditedAlert {
  alertId: string;
  details: NonNullable<AuditEntry['details']>;
}

/**
 * What administrators do with alerts. Every change bumps the tenant's catalogue version in its own transaction, which
 * invalidates cached pages and public replies on every server.
 */
export function alertsService(db: Database, versions: Pick<CatalogueVersions, 'bump'>) {
  /** Changes alerts, records that in the audit log, and invalidates cached pages. */
  async function change<Result>(
    { tenantId, ...scope }: SignedInScope,
    action: 'alert.create' | 'alert.update' | 'alert.delete' | 'alert.restore',
    act: (tx: Transaction) => Promise<{ result: Result; audited: AuditedAlert[] }>,
  ): Promise<Result> {
    const { result, invalidate } = await db.transaction(async (tx) => {
      const { result, audited } = await act(tx);
      if (audited.length === 0) return { result, invalidate: async () => undefined };
      const by = auditActorOf(scope);
      for (const { alertId, details } of audited)
        await writeAudit(tx, { action, target: { kind: 'alert', id: alertId }, tenantId, details, by });
      return { result, invalidate: await versions.bump(tx, tenantId, 'alerts') };
    });
    await invalidate();
    return result;
  }

  return {
    /**
     * @param key idempotency key: a second call with the same key creates nothing; undefined: always creates
     * @throws AcademyError invalid-input for a message without text or a link that is not allowed
     */
    async create(scope: SignedInScope, input: AlertInput, key?: string): Promise<AlertRow> {
      const words = await wordsOf(input);
      const { tenantId, actor } = scope;
      const alertId = key === undefined ? crypto.randomUUID() : namedUuid('alert', tenantId, actor.personId, key);
      return change(scope, 'alert.create', async (tx) => {
        const store = alertsStore(tx);
        const made = await store.create(tenantId, alertId, words, actor);
        if (made !== null) return { result: made, audited: [{ alertId, details: { after: factsOf(made) } }] };
        const before = await store.byId(tenantId, alertId);
        if (before === null) throw new AcademyError('conflict');
        return { result: before, audited: [] };
      });
    },

    /**
     * @throws AcademyError invalid-input as `create`, not-found, conflict when the alert was changed in the meantime
     */
    async update(
      scope: SignedInScope,
      alertId: string,
      { expectedUpdatedAt, ...input }: AlertChange,
    ): Promise<AlertRow> {
      const words = await wordsOf(input);
      return change(scope, 'alert.update', async (tx) => {
        const store = alertsStore(tx);
        const [before] = await store.hold(scope.tenantId, [alertId]);
        if (before === undefined) throw new AcademyError('not-found');
        if (expectedUpdatedAt !== undefined && Date.parse(expectedUpdatedAt) !== before.updatedAt.getTime())
          throw await changedSince(tx, before);
        // An alert from before the change to Markdown keeps its HTML until its message is edited.
        const isKept = before.source === null && input.message === before.message;
        const { message, source } = isKept ? before : words;
        const row = await store.update(scope.tenantId, alertId, { ...words, message, source });
        if (row === null) throw new AcademyError('not-found');
        return { result: row, audited: [{ alertId, details: { before: factsOf(before), after: factsOf(row) } }] };
      });
    },

    /** Deletes all of the alerts or none. @throws AcademyError not-found when one of them does not exist */
    remove(scope: SignedInScope, alertIds: readonly string[]): Promise<string[]> {
      const ids = distinct(alertIds);
      return change(scope, 'alert.delete', async (tx) => {
        const store = alertsStore(tx);
        const gone = await store.hold(scope.tenantId, ids);
        if (gone.length !== ids.length) throw new AcademyError('not-found');
        await store.remove(scope.tenantId, ids);
        return {
          result: ids,
          audited: gone.map((row) => ({ alertId: row.alertId, details: { before: factsOf(row) } })),
        };
      });
    },

    /** Restores all of the deleted alerts or none. @throws AcademyError not-found when one is deleted for good */
    restore(scope: SignedInScope, alertIds: readonly string[]): Promise<string[]> {
      const ids = distinct(alertIds);
      return change(scope, 'alert.restore', async (tx) => {
        const back = await alertsStore(tx).restore(scope.tenantId, ids);
        if (back.length !== ids.length) throw new AcademyError('not-found');
        return {
          result: ids,
          audited: back.map((row) => ({ alertId: row.alertId, details: { after: factsOf(row) } })),
        };
      });
    },

    /** Renders a message and its link as they would be stored. @throws AcademyError invalid-input as `create` */
    async preview(
      input: Pick<AlertInput, 'message' | 'actionUrl'>,
    ): Promise<Pick<AlertWords, 'message' | 'actionUrl'>> {
      const { message, actionUrl } = await cleaned(input);
      return { message, actionUrl };
    },
  };
}

export type AlertsService = ReturnType<typeof alertsService>;

const distinct = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))];

/** The fields of an alert that the audit log records. */
function factsOf({ source, actionText, actionUrl, level, audience, startsAt, endsAt, ...words }: AlertWords) {
  const [from, to] = [startsAt?.toISOString() ?? null, endsAt?.toISOString() ?? null];
  const message = source ?? words.message;
  return { message, actionText, actionUrl, level, audience, from, to };
}

/** The conflict error that names who changed the alert in between. */
async function changedSince(tx: Transaction, { alertId, updatedAt }: AlertRow): Promise<AcademyError> {
  const last = await lastAuditOf(tx, { kind: 'alert', id: alertId });
  const at = updatedAt.toLocaleString(currentLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const name = last?.actorName;
  return new AcademyError('conflict', {
    message: name === undefined ? replyTexts.alertChangedBySomebody({ at }) : replyTexts.alertChanged({ name, at }),
  });
}

/** Renders the message and checks its links. The Markdown parser is loaded with the first alert that is written. */
async function cleaned(input: Pick<AlertInput, 'message' | 'actionUrl'>) {
  const [{ basicMarkdown }, { basicLink }] = await Promise.all([
    import('@academy/content/basic-markdown'),
    import('@academy/content/basic-html'),
  ]);
  const message = basicMarkdown(input.message);
  if (message === null) throw invalid('message', replyTexts.tooDeep({ field: 'message' }));
  if (message === '') throw invalid('message', replyTexts.noWords({ field: 'message' }));
  const actionUrl = input.actionUrl ? basicLink(input.actionUrl) : null;
  if (input.actionUrl && actionUrl === null) throw invalid('actionUrl', replyTexts.link({ field: 'actionUrl' }));
  return { message, actionUrl };
}

async function wordsOf(input: AlertInput): Promise<AlertWords> {
  return {
    ...(await cleaned(input)),
    source: input.message,
    actionText: input.actionText || null,
    level: input.level,
    audience: input.audience,
    startsAt: input.from === null ? null : new Date(input.from),
    endsAt: input.to === null ? null : new Date(input.to),
  };
}

function invalid(field: string, message: string): AcademyError {
  return new AcademyError('invalid-input', { message, field });
}
