import { AcademyError } from '@academy/contract/errors';
import { scopesOf } from '@academy/contract/rules/held-roles';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import { type Polling, startPolling } from '../background/polling.ts';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import { inLanguageOf } from '../http/language.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { draftMail } from '../mail/templates/draft-mail.ts';
import { holderOf } from '../people/held-roles.ts';
import type { BrandOfMails } from '../people/rights-news.ts';
import type { Publisher } from '../publishing/publisher.ts';
import type { PublishingService } from '../publishing/publishing.service.ts';
import { isWithinScopes } from '../publishing/within-scopes.ts';
import { personIdOf, type TenantScope } from '../values/scope.ts';
import { type DraftRow, draftsStore } from './drafts.store.ts';

/** Longest wait, ms: another server may have planned something. */
const MAX_MS = 10_000;
/** A server that has died holds a draft for this long. */
const LEASE_MINUTES = 15;
/** A draft that cannot be published for passing reasons is given up after this time, ms. */
const GIVEN_UP_MS = 3_600_000;

/** What is left of a plan that was carried out or given up: a further push must not be published by it. */
const UNPLANNED = { publishAt: null, publishZone: null, plannedBy: null, heldUntil: null };

export interface PlannedDraftsOptions {
  db: Database;
  publishing: Pick<PublishingService, 'publishArchive'>;
  brandOf: BrandOfMails;
  mailQueued(): void;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Publishes drafts when their planned moment has come, each by one server. */
export function startPlannedDrafts(options: PlannedDraftsOptions): Polling {
  return startPolling({
    ...{ work: 'publishing planned drafts', everyMs: MAX_MS, log: options.log },
    run: () => publishDue(options),
  });
}

/** @returns how long the next planned moment is away at least, ms */
export async function publishDue(options: PlannedDraftsOptions): Promise<number> {
  const store = draftsStore(options.db);
  for (let due = await store.takeDue(LEASE_MINUTES); due !== null; due = await store.takeDue(LEASE_MINUTES))
    await publishOne(due, options);
  return Math.min(Math.max((await store.nextDueMs()) ?? MAX_MS, 0), MAX_MS);
}

async function publishOne(draft: DraftRow, { db, publishing, brandOf, mailQueued, log }: PlannedDraftsOptions) {
  const { draftId } = draft;
  try {
    const by = await publisherOf(db, draft);
    for (const { kind, id, base, packed } of await draftsStore(db).archives(draftId)) {
      if (!isWithinScopes(by.scopes, kind, id)) throw new AcademyError('not-allowed');
      const terms = { tenantId: draft.tenantId as TenantScope, kind, id, by, base, dryRun: false, strict: false };
      await publishing.publishArchive(terms, packed);
    }
    await draftsStore(db).change(draftId, { publishedAt: new Date(), ...UNPLANNED });
    log.info({ draft: draft.name, tenantId: draft.tenantId }, 'a draft was published as planned');
  } catch (error) {
    const isLate = (draft.publishAt?.getTime() ?? 0) < Date.now() - GIVEN_UP_MS;
    const isPassing = !(error instanceof AcademyError) || error.code === 'unavailable';
    if (isPassing && !isLate) {
      await draftsStore(db).change(draftId, { heldUntil: null });
      throw error;
    }
    await notPublished(db, brandOf, draft, error instanceof AcademyError ? error.message : 'an unexpected failure');
    mailQueued();
    log.warn({ err: error, draft: draft.name, tenantId: draft.tenantId }, 'a planned draft could not be published');
  }
}

/** The person who planned it, with the rights that they have now. @throws AcademyError not-allowed */
async function publisherOf(db: Database, { plannedBy, tenantId }: DraftRow): Promise<Publisher> {
  const rows = plannedBy === null ? [] : await db.select().from(person).where(eq(person.personId, plannedBy));
  const [planner] = rows;
  const holder = planner === undefined ? null : await holderOf(db, planner.personId);
  if (planner === undefined || holder === null) throw new AcademyError('not-allowed');
  const auditActor: AuditActor = { personId: planner.personId, name: planner.email, correlationId: null };
  return { personId: personIdOf(planner), token: null, scopes: scopesOf(holder, 'author', tenantId), auditActor };
}

/** Keeps why, and mails the person who planned it. */
async function notPublished(db: Database, brandOf: BrandOfMails, draft: DraftRow, problem: string): Promise<void> {
  const { draftId, tenantId, name, publishAt, publishZone, plannedBy } = draft;
  const by: AuditActor = { personId: null, name: 'server', correlationId: null };
  await db.transaction(async (tx) => {
    await draftsStore(tx).change(draftId, { problem, ...UNPLANNED });
    const target = { kind: 'draft', id: draftId };
    await writeAudit(tx, { action: 'draft.not-published', target, tenantId, details: { name, problem }, by });
    if (plannedBy === null || publishAt === null) return;
    const [planner] = await tx.select().from(person).where(eq(person.personId, plannedBy));
    if (planner === undefined) return;
    const { tenant, origin } = brandOf(tenantId);
    const mail = { name, problem, at: publishAt, timeZone: publishZone ?? 'UTC', to: planner };
    const key = `draft ${draftId} ${publishAt.toISOString()}`;
    await enqueueMail(
      tx,
      inLanguageOf(planner.language, () => draftMail(tenant, origin, { ...mail, key })),
    );
  });
}
