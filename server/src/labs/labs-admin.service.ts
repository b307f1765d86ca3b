import { AcademyError } from '@academy/contract/errors';
import type { FileReply } from '@academy/contract/exports';
import type { LabEngineHealth, LabSessionItem } from '@academy/contract/labs-admin';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';
import type { LabEngines } from './lab-engines.ts';
import type { LabRuns } from './lab-runs.ts';
import { labsStore } from './labs.store.ts';
import { type LabSessionOf, labsAdminStore } from './labs-admin.store.ts';

interface LabsAdminOptions {
  db: Database;
  engines: LabEngines;
  runs: LabRuns;
  progress: Pick<ProgressService, 'isCompleted'>;
}

/** A session with its learner, and whether the learner has completed its lesson or guide. */
type KnownSession = LabSessionOf & { completed: boolean };

/** Labs as administrators of an academy see them: what runs, what failed, and whether the engines reply. */
export function labsAdminService({ db, engines, runs, progress }: LabsAdminOptions) {
  const store = labsAdminStore(db);

  const known = (tenantId: TenantScope, found: readonly LabSessionOf[]): Promise<KnownSession[]> =>
    Promise.all(
      found.map(async (one) => {
        const { personId, itemKind, itemId } = one.session;
        const kind = itemKind === 'guide' ? 'guide' : 'lesson';
        return { ...one, completed: await progress.isCompleted(personId as PersonId, tenantId, kind, itemId) };
      }),
    );

  /** Ends expired sessions whose learners left without coming back. */
  async function endOver(tenantId: TenantScope): Promise<void> {
    const over = await store.over(tenantId);
    await Promise.all(over.map(({ session }) => runs.look(session)));
  }

  return {
    /** Running and recently failed sessions, as a file. */
    async export(tenantId: TenantScope): Promise<FileReply> {
      await endOver(tenantId);
      return csvReply('labs', COLUMNS, async (after: KnownSession | null, max) =>
        known(tenantId, await store.after(tenantId, after, max)),
      );
    },

    async sessions(tenantId: TenantScope) {
      await endOver(tenantId);
      const [running, runningCount, failed] = await Promise.all([
        store.running(tenantId),
        store.countRunning(tenantId),
        store.failed(tenantId),
      ]);
      const [now, before] = await Promise.all([known(tenantId, running), known(tenantId, failed)]);
      return { running: now.map(present), runningCount, failed: before.map(present) };
    },

    async engines(tenantId: TenantScope): Promise<{ engines: LabEngineHealth[] }> {
      const provider = engines.engineOf(tenantId);
      const places = await provider.health();
      return { engines: places.map((place) => ({ provider: provider.name, ...place })) };
    },

    /**
     * Ends a session and releases its resources; an ended one stays as it is.
     *
     * @throws AcademyError not-found, also for sessions of other academies
     */
    async end(tenantId: TenantScope, sessionId: string, by: AuditActor): Promise<LabSessionItem> {
      const one = await store.byId(tenantId, sessionId);
      const [found] = await known(tenantId, one === null ? [] : [one]);
      if (found === undefined) throw new AcademyError('not-found');
      const { session } = found;
      if (session.state === 'ended') return present(found);
      const ended = await db.transaction(async (tx) => {
        // Locked before the session, as by everything else that changes it.
        await labsStore(tx).hold(session.personId as PersonId);
        const details = { learner: session.personId, lab: session.itemId };
        await writeAudit(tx, {
          action: 'lab.end',
          target: { kind: 'lab-session', id: sessionId },
          tenantId,
          details,
          by,
        });
        return labsStore(tx).end(session, 'terminated');
      });
      await runs.release(session);
      return present({ ...found, session: ended });
    },
  };
}

export type LabsAdminService = ReturnType<typeof labsAdminService>;

function present({ session, firstName, lastName, completed }: KnownSession): LabSessionItem {
  return {
    id: session.sessionId,
    learner: { userId: session.personId, name: `${firstName} ${lastName}`.trim() },
    title: session.title,
    path: session.path,
    provider: session.provider as LabSessionItem['provider'],
    state: session.state as LabSessionItem['state'],
    endReason: session.endReason as LabSessionItem['endReason'],
    problem: session.problem as LabSessionItem['problem'],
    startedAt: session.startedAt.toISOString(),
    expiresAt: session.expiresAt?.toISOString() ?? null,
    lastSeenAt: session.lastSeenAt.toISOString(),
    currentPage: session.currentPage,
    pagesTotal: session.pagesTotal,
    completed,
  };
}

const column = (title: string, cell: (item: LabSessionItem) => string | boolean | null): CsvColumn<KnownSession> => [
  title,
  (row) => cell(present(row)),
];

const COLUMNS: readonly CsvColumn<KnownSession>[] = [
  column('Started', ({ startedAt }) => startedAt),
  column('Learner', ({ learner }) => learner.name),
  column('User', ({ learner }) => learner.userId),
  column('Lab', ({ title }) => title),
  column('Path', ({ path }) => path),
  column('Runs in', ({ provider }) => provider),
  column('State', ({ state }) => state),
  column('Ended by', ({ endReason }) => endReason),
  column('Problem', ({ problem }) => problem),
  column('Until', ({ expiresAt }) => expiresAt),
  column('Last heard of', ({ lastSeenAt }) => lastSeenAt),
  column('Page', ({ currentPage }) => currentPage),
  column('Id', ({ id }) => id),
  column('Completed', ({ completed }) => completed),
];
