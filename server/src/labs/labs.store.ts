import { AcademyError } from '@academy/contract/errors';
import { LAB_SNAPSHOT_BYTES, type LabProblem, type LabSession, type LabSnapshot } from '@academy/contract/labs';
import { doneActions } from '@academy/contract/rules/lab-steps';
import { and, count, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { labEvent, labSession, labSnapshot } from '../db/lab-tables.ts';
import { academyServer } from '../db/server-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId } from '../values/scope.ts';
import { labStepsStore } from './lab-steps.store.ts';

/** Most events that are stored of one session. */
const MAX_EVENTS = 500;

export type LabEndReason = NonNullable<LabSession['endReason']>;
/** A session's state as reported by its provider. */
type Condition = Partial<
  Pick<LabSessionRow, 'state' | 'expiresAt' | 'deadline' | 'expiring' | 'extendable' | 'providerReference' | 'openUrl'>
>;
export type LabSessionRow = typeof labSession.$inferSelect;
export type NewLabSession = typeof labSession.$inferInsert & { personId: PersonId };

/** A learner's work in a lab on a lab host. */
interface KeptWork {
  snapshot: LabSnapshot;
  changes: Buffer | null;
}

/** Lab sessions. Each query is limited to their learner, so that no learner reaches another's session. */
export function labsStore(queries: Queries) {
  return {
    /**
     * Locks the learner, so that concurrent starts and ends of labs run one after the other. @returns false when the
     * person does not exist
     */
    async hold(personId: PersonId): Promise<boolean> {
      const rows = await queries
        .select({ id: person.personId })
        .from(person)
        .where(eq(person.personId, personId))
        .for('update');
      return rows.length > 0;
    },

    async running(personId: PersonId): Promise<LabSessionRow | null> {
      const [row] = await queries
        .select()
        .from(labSession)
        .where(and(eq(labSession.personId, personId), ne(labSession.state, 'ended')));
      return row ?? null;
    },

    async byKey(personId: PersonId, idempotencyKey: string): Promise<LabSessionRow | null> {
      const [row] = await queries
        .select()
        .from(labSession)
        .where(and(eq(labSession.personId, personId), eq(labSession.idempotencyKey, idempotencyKey)));
      return row ?? null;
    },

    /** The learner's own session, running or not. */
    async byId(personId: PersonId, sessionId: string): Promise<LabSessionRow | null> {
      const [row] = await queries
        .select()
        .from(labSession)
        .where(and(eq(labSession.personId, personId), eq(labSession.sessionId, sessionId)));
      return row ?? null;
    },

    async insert(row: NewLabSession): Promise<LabSessionRow> {
      const [written] = await queries.insert(labSession).values(row).returning();
      if (written === undefined) throw new Error('the lab session was not written');
      await queries.insert(labEvent).values({ sessionId: written.sessionId, name: 'started' });
      return written;
    },

    /** A session of any learner, for callers that got the id from a call of its owner. */
    async byIdAlone(sessionId: string): Promise<LabSessionRow | null> {
      const [row] = await queries.select().from(labSession).where(eq(labSession.sessionId, sessionId));
      return row ?? null;
    },

    /** The session whose event address a provider used. */
    async byEventToken(eventToken: string): Promise<LabSessionRow | null> {
      const [row] = await queries.select().from(labSession).where(eq(labSession.eventToken, eventToken));
      return row ?? null;
    },

    /** The session with this name at its provider. */
    async byReference(reference: string): Promise<LabSessionRow | null> {
      const [row] = await queries.select().from(labSession).where(eq(labSession.providerReference, reference));
      return row ?? null;
    },

    /**
     * Notes the lab host that starts a session, unless it starts at another one that runs.
     *
     * @returns false when another one was noted before, or it has ended
     */
    async claim(sessionId: string, hostId: string, providerReference: string): Promise<boolean> {
      const isRunning = queries
        .select({ one: sql`1` })
        .from(academyServer)
        .where(eq(academyServer.serverId, labSession.serverId));
      const rows = await queries
        .update(labSession)
        .set({ serverId: hostId, providerReference })
        .where(
          and(
            eq(labSession.sessionId, sessionId),
            eq(labSession.state, 'requested'),
            or(isNull(labSession.serverId), eq(labSession.serverId, hostId), notExists(isRunning)),
          ),
        )
        .returning({ sessionId: labSession.sessionId });
      return rows.length > 0;
    },

    /** Notes another lab host for a session that the first one did not start. @returns false when that has changed meanwhile */
    async moveClaim(sessionId: string, from: string, hostId: string, providerReference: string): Promise<boolean> {
      const rows = await queries
        .update(labSession)
        .set({ serverId: hostId, providerReference })
        .where(
          and(
            eq(labSession.sessionId, sessionId),
            eq(labSession.state, 'requested'),
            eq(labSession.providerReference, from),
          ),
        )
        .returning({ sessionId: labSession.sessionId });
      return rows.length > 0;
    },

    /** Stores the state that a provider reported; an ended session stays as it is. */
    async change(sessionId: string, condition: Condition): Promise<LabSessionRow> {
      const [changed] = await queries
        .update(labSession)
        .set({ ...condition, lastSeenAt: new Date() })
        .where(and(eq(labSession.sessionId, sessionId), ne(labSession.state, 'ended')))
        .returning();
      const row = changed ?? (await this.byIdAlone(sessionId));
      if (row === null) throw new AcademyError('not-found');
      return row;
    },

    /** Stores which page the learner reads, as far as it is reported. */
    async reading(sessionId: string, page: { currentPage?: string; pagesTotal?: number }): Promise<void> {
      if (Object.keys(page).length === 0) return;
      await queries.update(labSession).set(page).where(eq(labSession.sessionId, sessionId));
    },

    /** Ends a session and, unless it was in a sandbox, removes its snapshot; one that has ended stays as it is. */
    async end(row: LabSessionRow, endReason: LabEndReason, problem: LabProblem | null = null): Promise<LabSessionRow> {
      if (row.state === 'ended') return row;
      const [ended] = await queries
        .update(labSession)
        .set({
          state: 'ended',
          endReason,
          problem,
          openUrl: null,
          expiring: false,
          extendable: false,
          lastSeenAt: new Date(),
        })
        .where(and(eq(labSession.sessionId, row.sessionId), ne(labSession.state, 'ended')))
        .returning();
      // It was ended by another request meanwhile.
      if (ended === undefined) return (await this.byIdAlone(row.sessionId)) ?? row;
      if (row.provider !== 'sandbox') await queries.delete(labSnapshot).where(eq(labSnapshot.sessionId, row.sessionId));
      const data = problem === null ? { endReason } : { endReason, problem };
      await queries.insert(labEvent).values({ sessionId: row.sessionId, name: 'ended', data }).onConflictDoNothing();
      return ended;
    },

    /**
     * Records an event of a session.
     *
     * @param bounded true: only a limited number of a session's events are stored
     * @returns false when it was recorded before, or there are too many
     */
    async note(sessionId: string, name: string, digest: string, bounded = false): Promise<boolean> {
      if (bounded) {
        const [counted] = await queries
          .select({ events: count() })
          .from(labEvent)
          .where(eq(labEvent.sessionId, sessionId));
        if ((counted?.events ?? 0) >= MAX_EVENTS) return false;
      }
      const rows = await queries
        .insert(labEvent)
        .values({ sessionId, name, digest })
        .onConflictDoNothing()
        .returning({ name: labEvent.name });
      return rows.length > 0;
    },

    /** The learner's sessions of the last hours that were ended here but not yet at the provider. */
    async leftOver(personId: string): Promise<LabSessionRow[]> {
      const released = queries
        .select({ one: sql`1` })
        .from(labEvent)
        .where(and(eq(labEvent.sessionId, labSession.sessionId), eq(labEvent.name, 'released')));
      return queries
        .select()
        .from(labSession)
        .where(
          and(
            eq(labSession.personId, personId),
            eq(labSession.endReason, 'terminated'),
            isNotNull(labSession.providerReference),
            gt(labSession.lastSeenAt, sql`now() - interval '3 hours'`),
            notExists(released),
          ),
        )
        .limit(5);
    },

    async hasEvent(sessionId: string, name: string): Promise<boolean> {
      const rows = await queries
        .select({ name: labEvent.name })
        .from(labEvent)
        .where(and(eq(labEvent.sessionId, sessionId), eq(labEvent.name, name)))
        .limit(1);
      return rows.length > 0;
    },

    async snapshot(sessionId: string): Promise<LabSnapshot | null> {
      const [row] = await queries
        .select({ snapshot: labSnapshot.snapshot })
        .from(labSnapshot)
        .where(eq(labSnapshot.sessionId, sessionId));
      return (row?.snapshot as LabSnapshot | undefined) ?? null;
    },

    /** Gives a session the work of the learner's last session of the same lab. @returns its work from now on */
    async inherit({ sessionId, personId, tenantId, itemKind, itemId }: LabSessionRow): Promise<KeptWork | null> {
      const [own] = await queries.select().from(labSnapshot).where(eq(labSnapshot.sessionId, sessionId));
      if (own !== undefined) return own as KeptWork;
      const before = queries
        .select({ sessionId: labSession.sessionId })
        .from(labSession)
        .where(
          and(
            eq(labSession.personId, personId),
            eq(labSession.tenantId, tenantId),
            eq(labSession.itemKind, itemKind),
            eq(labSession.itemId, itemId),
            eq(labSession.provider, 'sandbox'),
            eq(labSession.state, 'ended'),
          ),
        );
      const taken = await queries.delete(labSnapshot).where(inArray(labSnapshot.sessionId, before)).returning();
      const newest = taken.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0];
      if (newest === undefined) return null;
      // Whatever the learner's page saves from now on is newer.
      await queries.insert(labSnapshot).values({ ...newest, sessionId, madeAt: new Date(0) });
      return newest as KeptWork;
    },

    /**
     * Stores the files of a lab on a lab host, and what was done since the last snapshot.
     *
     * @param changes what differs from the start of the lab, as its host has packed it, empty for nothing; null: not known
     * @param isOver the lab has ended; of one that runs, snapshots of its page stay newer than this
     */
    async keepFiles(
      sessionId: string,
      { files, changes }: { files: LabSnapshot['files']; changes: Buffer | null },
      isOver = true,
    ): Promise<void> {
      const before = await this.snapshot(sessionId);
      const now = new Date();
      const madeAt = isOver ? now : new Date(before?.at ?? 0);
      const done = doneActions(before, await labStepsStore(queries).ofSession(sessionId));
      const rest = { page: before?.page ?? null, done, at: madeAt.toISOString() };
      const snapshot = { ...rest, files: fitting(files, LAB_SNAPSHOT_BYTES - JSON.stringify(rest).length) };
      await queries
        .insert(labSnapshot)
        .values({ sessionId, snapshot, changes, madeAt })
        .onConflictDoUpdate({
          target: labSnapshot.sessionId,
          set: isOver ? { snapshot, changes, madeAt } : { snapshot, changes },
        });
    },

    /** Stores a snapshot unless a newer one exists. */
    async keepSnapshot(sessionId: string, snapshot: LabSnapshot): Promise<boolean> {
      const madeAt = new Date(snapshot.at);
      const rows = await queries
        .insert(labSnapshot)
        .values({ sessionId, snapshot, madeAt })
        .onConflictDoUpdate({
          target: labSnapshot.sessionId,
          set: { snapshot, madeAt },
          setWhere: lte(labSnapshot.madeAt, madeAt),
        })
        .returning({ sessionId: labSnapshot.sessionId });
      await queries
        .update(labSession)
        .set({ lastSeenAt: new Date(), currentPage: snapshot.page })
        .where(eq(labSession.sessionId, sessionId));
      return rows.length > 0;
    },
  };
}

/** As many of the files as fit into this many bytes. */
function fitting(files: LabSnapshot['files'], bytes: number): LabSnapshot['files'] {
  let left = bytes - 20;
  return files.filter((file) => {
    left -= Buffer.byteLength(JSON.stringify(file)) + 1;
    return left >= 0;
  });
}
