import type { ListedFile } from '@academy/content/build-in-worker';
import { DRAFT_DEFAULT_DAYS, DRAFT_ITEMS, type Draft } from '@academy/contract/drafts';
import { AcademyError } from '@academy/contract/errors';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind, Outcome } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { secretOf } from '../db/installation-secrets.ts';
import type { Transaction } from '../db/transaction.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { ItemBuilds } from '../publishing/item-builds.ts';
import type { Publisher } from '../publishing/publisher.ts';
import type { PublishingService } from '../publishing/publishing.service.ts';
import { acceptedOf, overloaded } from '../publishing/refusals.ts';
import { isWithinScopes } from '../publishing/within-scopes.ts';
import type { TenantScope } from '../values/scope.ts';
import { type DraftLink, draftOfKey, keyOfDraft } from './draft-links.ts';
import { draftsStore, type ShownDraft } from './drafts.store.ts';

export interface DraftsOptions {
  db: Database;
  builds: ItemBuilds;
  publishing: Pick<PublishingService, 'receive' | 'keepFiles' | 'writeFiles' | 'versionNow'>;
  /** Origin of an academy, without a trailing slash. */
  originOf(tenantId: TenantId): string;
}

/** One pushed item. */
export interface DraftPush {
  tenantId: TenantScope;
  name: string;
  kind: ContentKind;
  id: string;
  by: Publisher;
  strict: boolean;
  days?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** What a link leads to. */
export type OpenedLink = { state: 'unknown' | 'expired' | 'revoked' } | { state: 'open'; shown: ShownDraft };

/** Drafts: items that were checked and kept as a publish would, shown to those who have the link and to nobody else. */
export function draftsService({ db, builds, publishing, originOf }: DraftsOptions) {
  let secret: Promise<Uint8Array> | null = null;
  const secretOfLinks = () => {
    secret ??= secretOf(db, 'links of drafts').catch((error: unknown) => {
      secret = null;
      throw error;
    });
    return secret;
  };
  const urlOf = async (tenantId: TenantId, link: DraftLink): Promise<string> =>
    `${originOf(tenantId)}/drafts/${keyOfDraft(await secretOfLinks(), link)}`;

  async function present({ draft, owner, isExpired, items }: ShownDraft): Promise<Draft> {
    const state = draft.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'open';
    return {
      ...{ draftId: draft.draftId, name: draft.name, owner, state, problem: draft.problem },
      url: state === 'open' ? await urlOf(draft.tenantId, draft) : null,
      expiresAt: draft.expiresAt.toISOString(),
      items: items.map(({ kind, id, title, base, current, findings, pushedAt }) => ({
        ...{ kind, id, title, base, findings },
        isOutdated: draft.publishedAt === null && base !== current,
        pushedAt: pushedAt.toISOString(),
      })),
      plan:
        draft.publishAt === null ? null : { at: draft.publishAt.toISOString(), timeZone: draft.publishZone ?? 'UTC' },
      publishedAt: draft.publishedAt?.toISOString() ?? null,
    };
  }

  async function push(terms: DraftPush, archive: Uint8Array) {
    const { tenantId, name, kind, id, by, strict, days = DRAFT_DEFAULT_DAYS, signal } = terms;
    const known = await draftsStore(db).hashOf(tenantId, by.personId, name, kind, id);
    const isComparable = known !== null && !(strict && known.findings.length > 0);
    const knownHash = isComparable ? known.hash : null;
    const job = { packed: archive, tenantId, kind, id, knownHash, render: true };
    const made = acceptedOf(terms, await builds.build(job, signal).catch(overloaded));
    const rendered = typeof made === 'string' ? null : made.rendered;
    const stored = rendered === null ? new Set<string>() : await publishing.keepFiles(rendered.assets, signal);
    const row = await db.transaction(async (tx) => {
      const store = draftsStore(tx);
      const draft = await store.opened(tenantId, by.personId, name, days);
      const before = await store.named(draft.draftId);
      if (!before.every((one) => isWithinScopes(by.scopes, one.kind, one.id))) throw new AcademyError('not-found');
      const isKnown = before.some((one) => one.kind === kind && one.id === id);
      if (!isKnown && before.length >= DRAFT_ITEMS)
        throw new AcademyError('conflict', { message: replyTexts.draftFull({ max: DRAFT_ITEMS }) });
      if (rendered === null) return { draft, isKnown };
      const { item, findings, sourceHash } = rendered;
      await publishing.writeFiles(tx, rendered.assets, stored);
      await store.writeItem({
        ...{ draftId: draft.draftId, kind, id, slug: item.slug, title: item.title, findings, sourceHash },
        base: await publishing.versionNow(tenantId, kind, id, tx),
        packed: Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength),
      });
      await audit(tx, 'draft.push', draft, by, { item: `${kind}:${id}`, title: item.title });
      return { draft, isKnown };
    });
    const outcome: Outcome = rendered === null ? 'unchanged' : row.isKnown ? 'updated' : 'created';
    const findings: Finding[] = rendered?.findings ?? known?.findings ?? [];
    const { draftId, expiresAt } = row.draft;
    const url = await urlOf(tenantId, row.draft);
    return { outcome, findings, draft: { draftId, url, expiresAt: expiresAt.toISOString() } };
  }

  /** @throws AcademyError not-found for a draft with something outside of the caller's scopes */
  async function within(tenantId: TenantScope, draftId: string, { scopes }: Pick<Publisher, 'scopes'>) {
    const shown = await draftsStore(db).byId(draftId);
    if (shown?.draft.tenantId !== tenantId || !isWithin(shown, scopes)) throw new AcademyError('not-found');
    return shown;
  }

  /** Changes a draft, audited, and returns it as it is then. */
  async function changed(
    shown: ShownDraft,
    by: Publisher,
    action: 'draft.plan' | 'draft.revoke',
    set: Parameters<ReturnType<typeof draftsStore>['change']>[1],
    details: Record<string, string | null>,
  ): Promise<Draft> {
    await db.transaction(async (tx) => {
      await draftsStore(tx).change(shown.draft.draftId, set);
      await audit(tx, action, shown.draft, by, details);
    });
    const now = await draftsStore(db).byId(shown.draft.draftId);
    if (now === null) throw new AcademyError('not-found');
    return present(now);
  }

  return {
    /** Adds what a client pushed to the draft of that name, which belongs to the person. */
    push: (terms: DraftPush, body: AsyncIterable<Uint8Array>) =>
      publishing.receive(body, (archive) => push(terms, archive)),

    /** The drafts that lie wholly within an author's scopes. */
    async list(tenantId: TenantScope, scopes: readonly string[]): Promise<Draft[]> {
      const all = await draftsStore(db).list(tenantId);
      return Promise.all(all.filter((one) => isWithin(one, scopes)).map(present));
    },

    /** Ends the link at once, and the plan. */
    async revoke(tenantId: TenantScope, draftId: string, by: Publisher): Promise<Draft> {
      const shown = await within(tenantId, draftId, by);
      const set = { revokedAt: new Date(), publishAt: null, publishZone: null, plannedBy: null };
      return changed(shown, by, 'draft.revoke', set, {});
    },

    /**
     * Plans when the draft is published; null cancels.
     *
     * @throws AcademyError not-found; invalid-input for a moment that has passed; conflict for a draft that was revoked
     */
    async plan(
      tenantId: TenantScope,
      draftId: string,
      plan: { at: string; timeZone: string } | null,
      by: Publisher,
    ): Promise<Draft> {
      const shown = await within(tenantId, draftId, by);
      if (plan !== null && shown.draft.revokedAt !== null)
        throw new AcademyError('conflict', { message: replyTexts.draftRevoked });
      if (plan !== null && Date.parse(plan.at) <= Date.now())
        throw new AcademyError('invalid-input', { field: 'at', message: replyTexts.momentPassed });
      const set = {
        publishAt: plan === null ? null : new Date(plan.at),
        publishZone: plan?.timeZone ?? null,
        plannedBy: plan === null ? null : by.personId,
        ...{ heldUntil: null, publishedAt: null, problem: null },
      };
      const details = { at: plan?.at ?? null, timeZone: plan?.timeZone ?? null };
      return changed(shown, by, 'draft.plan', set, details);
    },

    /** The files of one item. @throws AcademyError not-found */
    async files(
      tenantId: TenantScope,
      { draftId, kind, id }: { draftId: string; kind: ContentKind; id: string },
      by: Publisher,
      signal?: AbortSignal,
    ): Promise<ListedFile[]> {
      await within(tenantId, draftId, by);
      const archive = await draftsStore(db).archive(draftId, kind, id);
      if (archive === null) throw new AcademyError('not-found');
      return builds.listFiles(archive, signal).catch(overloaded);
    },

    /** What the link with a key leads to now. */
    async open(tenantId: TenantScope, key: string): Promise<OpenedLink> {
      const named = draftOfKey(await secretOfLinks(), key);
      const shown = named === null ? null : await draftsStore(db).byId(named.draftId);
      if (named === null || shown?.draft.tenantId !== tenantId) return { state: 'unknown' };
      if (shown.draft.revokedAt !== null || shown.draft.link !== named.link) return { state: 'revoked' };
      return shown.isExpired ? { state: 'expired' } : { state: 'open', shown };
    },
  };
}

export type DraftsService = ReturnType<typeof draftsService>;

const isWithin = ({ items }: ShownDraft, scopes: readonly string[]): boolean =>
  scopes.length > 0 && items.every(({ kind, id }) => isWithinScopes(scopes, kind, id));

const audit = (
  tx: Transaction,
  action: 'draft.plan' | 'draft.push' | 'draft.revoke',
  { draftId, tenantId, name }: { draftId: string; tenantId: string; name: string },
  by: Publisher,
  details: Record<string, string | null>,
): Promise<void> =>
  writeAudit(tx, {
    action,
    target: { kind: 'draft', id: draftId },
    tenantId,
    details: { name, ...details },
    by: by.auditActor,
  });
