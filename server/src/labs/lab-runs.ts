import { createHash, randomBytes } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { LabProblem, LabProviderName } from '@academy/contract/labs';
import { LabFailure, type LabFile, type LabSessions, type LabStart } from '@academy/labs/lab-provider';
import { isOfThisHost, type RoomEnd, type SandboxEvents } from '@academy/labs/sandbox/sandbox-labs';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/connect.ts';
import { namedUuid } from '../text/named-uuid.ts';
import type { LabEngines } from './lab-engines.ts';
import { type LabEndReason, type LabSessionRow, labsStore } from './labs.store.ts';

/** A provider is asked for one session this often at most, ms. */
const STATUS_EVERY_MS = 2_000;
/** Sessions of which the last question is remembered. */
const REMEMBERED = 5_000;
/** While a provider does not answer, a session is given up this long after its time, ms. */
const GIVE_UP_MS = 60_000;
/** What is gone this short before its end has come to its end, ms. */
const ABOUT_NOW_MS = 10_000;

/** What stands for a learner at a host: the same each time, another one elsewhere, and nobody finds the person by it. */
export const learnerOf = (personId: string) => (host: string) => namedUuid('lab-learner', host, personId);

/** Last part of an address that nobody guesses. */
export const newEventToken = (): string => randomBytes(32).toString('base64url');

/** What is written down of a sandbox that has ended by itself. */
const WHY: Readonly<Record<RoomEnd, [LabEndReason, LabProblem?]>> = {
  expired: ['expired'],
  orphaned: ['orphaned'],
  broken: ['failed', 'provider-error'],
  closing: ['failed', 'unavailable'],
};

export interface LabRunsOptions {
  db: Database;
  /** Made with what the runs want to be told of labs in sandboxes. */
  enginesFor: (events: SandboxEvents) => LabEngines;
  /** Public address of a tenant. */
  originOf: (tenantId: string) => string;
  /** Told what a learner is told in one line only. */
  onFailure: (error: unknown, what: string) => void;
  /** Least time between two questions about one session, ms. */
  statusEveryMs?: number | undefined;
}

/** An event as a platform tells it. */
export interface PortalEvent {
  name: string;
  timestamp?: string | null | undefined;
  data?: Record<string, unknown> | null | undefined;
}

/** What stands behind sessions: started, looked at, extended and ended at their providers, outside of any transaction. */
export function labRuns({ db, enginesFor, originOf, onFailure, statusEveryMs = STATUS_EVERY_MS }: LabRunsOptions) {
  const store = labsStore(db);
  const engines = enginesFor({ onEnd: sandboxEnded, onFailure });
  const starts = new Map<string, Promise<LabSessionRow>>();
  const looks = new LRUCache<string, { at: number; row: Promise<LabSessionRow> }>({ max: REMEMBERED });

  const sessionsOf = ({ provider }: LabSessionRow): LabSessions | null =>
    engines.byName(provider as LabProviderName).sessions;

  const end = (row: LabSessionRow, ...why: [LabEndReason, LabProblem?]) =>
    db.transaction((tx) => labsStore(tx).end(row, ...why));

  function problemOf(error: unknown, what: string): LabProblem {
    onFailure(error, what);
    return error instanceof LabFailure ? error.problem : 'provider-error';
  }

  async function beginOnce(
    row: LabSessionRow,
    workshop: string,
    beginning: readonly LabFile[],
  ): Promise<LabSessionRow> {
    const sessions = sessionsOf(row);
    if (sessions === null) throw new AcademyError('not-found');
    const origin = originOf(row.tenantId);
    try {
      // What is left of labs before would count against the learner.
      await Promise.all((await store.leftOver(row.personId)).map(release));
      const { reference, url, ...condition } = await sessions.start({
        workshop,
        learnerAt: learnerOf(row.personId),
        returnUrl: `${origin}/lab-return`,
        eventsUrl: `${origin}/api/v1/labs/events/${row.eventToken}`,
        files: await filesOf(row, beginning),
      });
      const begun = await store.change(row.sessionId, { ...condition, providerReference: reference, openUrl: url });
      // Ended while it was being started: nobody needs it any more.
      if (begun.state === 'ended' && reference !== null) await sessions.terminate(reference);
      return begun;
    } catch (error) {
      const problem = problemOf(error, 'a lab could not be started');
      await end(row, 'failed', problem);
      throw new AcademyError(`lab-${problem}`);
    }
  }

  /** A sandbox begins with what the learner left behind when the same lab ended last. */
  async function filesOf(row: LabSessionRow, beginning: readonly LabFile[]): Promise<LabStart['files']> {
    const kept = row.provider === 'sandbox' ? await db.transaction((tx) => labsStore(tx).inherit(row)) : null;
    return { beginning, kept: kept?.files ?? null };
  }

  /** A sandbox has ended, by itself or because it was asked to; its files are kept for the next time. */
  async function sandboxEnded(reference: string, why: RoomEnd | null, files: readonly LabFile[]): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await labsStore(tx).byReference(reference);
      if (row === null) return;
      await labsStore(tx).keepFiles(row.sessionId, [...files]);
      if (why !== null) await labsStore(tx).end(row, ...WHY[why]);
    });
  }

  /** Ends what stands behind a session that has ended here. What a provider does not hear it is told again later. */
  async function release(row: LabSessionRow): Promise<void> {
    if (row.providerReference === null) return;
    try {
      await sessionsOf(row)?.terminate(row.providerReference);
      await store.note(row.sessionId, 'released', '');
    } catch (error) {
      onFailure(error, 'a lab could not be ended at its provider');
    }
  }

  async function lookNow(row: LabSessionRow): Promise<LabSessionRow> {
    const sessions = sessionsOf(row);
    if (sessions === null || row.providerReference === null) return row;
    try {
      const condition = await sessions.status(row.providerReference);
      return condition === null ? endGone(row) : await store.change(row.sessionId, condition);
    } catch (error) {
      onFailure(error, 'the state of a lab is not known');
      const isOver = row.expiresAt !== null && row.expiresAt.getTime() + GIVE_UP_MS < Date.now();
      return isOver ? endGone(row) : row;
    }
  }

  /** Ends a session of which the provider has nothing left. */
  async function endGone(row: LabSessionRow): Promise<LabSessionRow> {
    if (row.state === 'waiting' || row.state === 'starting') return end(row, 'failed', 'timeout');
    // What ends by itself says so: this one went with its server.
    if (row.provider === 'sandbox') return end(row, ...WHY.closing);
    const isOver = row.expiresAt !== null && row.expiresAt.getTime() - ABOUT_NOW_MS < Date.now();
    if (isOver) return end(row, 'expired');
    return end(row, (await store.hasEvent(row.sessionId, 'Session/Orphaned')) ? 'orphaned' : 'terminated');
  }

  return {
    engines,

    /** Ends sessions whose sandboxes were on this machine and went with a server before. */
    async endVanished(): Promise<void> {
      for (const row of await store.inSandboxes())
        if (isOfThisHost(row.providerReference ?? '')) await end(row, ...WHY.closing);
    },

    /**
     * Starts what a session needs. Several at once start it once, and one that was interrupted goes on.
     *
     * @throws AcademyError lab-..., after the session has ended with that problem
     */
    async begin(row: LabSessionRow, workshop: string, beginning: readonly LabFile[]): Promise<LabSessionRow> {
      if (row.problem !== null) throw new AcademyError(`lab-${row.problem as LabProblem}`);
      if (row.state !== 'requested') return row;
      const under = starts.get(row.sessionId);
      if (under !== undefined) return under;
      const begun = beginOnce(row, workshop, beginning).finally(() => starts.delete(row.sessionId));
      starts.set(row.sessionId, begun);
      return begun;
    },

    /** A session as its provider knows it now; as it was last known while the provider does not answer. */
    async look(row: LabSessionRow): Promise<LabSessionRow> {
      if (row.state === 'ended') return row;
      const last = looks.get(row.sessionId);
      if (last !== undefined && Date.now() - last.at < statusEveryMs) {
        const known = await last.row;
        // What has changed here since then counts.
        return known.state === 'ended' ? known : ((await store.byIdAlone(row.sessionId)) ?? row);
      }
      const look = { at: Date.now(), row: lookNow(row) };
      looks.set(row.sessionId, look);
      return look.row;
    },

    /** @throws AcademyError lab-... */
    async extend(row: LabSessionRow): Promise<{ row: LabSessionRow; extended: boolean }> {
      const sessions = sessionsOf(row);
      if (row.state === 'ended' || sessions === null) return { row, extended: false };
      if (row.providerReference === null) return { row, extended: false };
      try {
        const answer = await sessions.extend(row.providerReference);
        if (answer === null) return { row: await endGone(row), extended: false };
        const { extended, ...condition } = answer;
        if (extended) await store.note(row.sessionId, 'extended', new Date().toISOString());
        return { row: await store.change(row.sessionId, condition), extended };
      } catch (error) {
        throw new AcademyError(`lab-${problemOf(error, 'a lab could not be extended')}`);
      }
    },

    release,

    /**
     * Keeps an event of a platform, once. It is a hint: what a session is, its provider is asked for.
     *
     * @throws AcademyError not-found
     */
    async receive(token: string, { name, timestamp, data }: PortalEvent): Promise<void> {
      const row = await store.byEventToken(token);
      if (row === null) throw new AcademyError('not-found');
      const digest = createHash('sha256')
        .update(JSON.stringify([name, timestamp, data]))
        .digest('base64url');
      const isNew = await store.note(row.sessionId, name, digest, true);
      if (isNew && name === 'Workshop/View' && row.state !== 'ended') await store.reading(row.sessionId, pageOf(data));
    },
  };
}

export type LabRuns = ReturnType<typeof labRuns>;

const LONGEST_PAGE_NAME = 300;
const MOST_PAGES = 1_000;

/** Page and number of pages that an event names, where it names them. */
function pageOf(data: PortalEvent['data']): { currentPage?: string; pagesTotal?: number } {
  const { current_page: page, pages_total: total } = data ?? {};
  return {
    ...(typeof page === 'string' && page.length <= LONGEST_PAGE_NAME ? { currentPage: page } : {}),
    ...(Number.isInteger(total) && Number(total) >= 0 && Number(total) <= MOST_PAGES
      ? { pagesTotal: Number(total) }
      : {}),
  };
}
