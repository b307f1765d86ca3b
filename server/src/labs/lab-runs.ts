import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AcademyError } from '@academy/contract/errors';
import type { LabProblem, LabProviderName } from '@academy/contract/labs';
import type { WantedEnvironment } from '@academy/contract/rules/lab-environments';
import { isOfThisHost, type SandboxEvents, type SessionEnd } from '@academy/lab-host/sandbox/sandbox-labs';
import type { LabSetup } from '@academy/labs/lab-files/lab-setup';
import { LabFailure, type LabFile, type LabSessions, type LabStart } from '@academy/labs/lab-provider';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/connect.ts';
import { namedUuid } from '../values/named-uuid.ts';
import type { LabColleagues } from './lab-colleagues.ts';
import type { LabEngines } from './lab-engines.ts';
import { type LabEndReason, type LabSessionRow, labsStore } from './labs.store.ts';

/** A provider is asked for the state of one session this often at most, ms. */
const STATUS_EVERY_MS = 2_000;
/** Sessions whose last status request is remembered. */
const REMEMBERED = 5_000;
/** While a provider does not reply, a session is given up this long after its expiry, ms. */
const GIVE_UP_MS = 60_000;
/** A start at another server is waited for this long, and asked for this often, ms. */
const START_ELSEWHERE_MS = 10_000;
const ASK_EVERY_MS = 200;
/** A session that is gone this short before its expiry has expired, ms. */
const ABOUT_NOW_MS = 10_000;

/**
 * A pseudonym of a learner for a host: always the same there, different at other hosts, and not traceable to the
 * person.
 */
export const learnerOf = (personId: string) => (host: string) => namedUuid('lab-learner', host, personId);

/** Unguessable last segment of an address. */
export const newEventToken = (): string => randomBytes(32).toString('base64url');

/** The recorded reason for each way in which a sandbox can end by itself. */
const WHY: Readonly<Record<SessionEnd, [LabEndReason, LabProblem?]>> = {
  expired: ['expired'],
  orphaned: ['orphaned'],
  broken: ['failed', 'provider-error'],
  closing: ['failed', 'unavailable'],
};

export interface LabRunsOptions {
  db: Database;
  /** Servers that run labs of the same learners. */
  colleagues: LabColleagues;
  /** Creates the engines with the listeners of sandbox events. */
  enginesFor: (events: SandboxEvents) => LabEngines;
  /** Public origin of a tenant. */
  originOf: (tenantId: string) => string;
  /** Called with errors of which the learner sees one line only. */
  onFailure: (error: unknown, what: string) => void;
  /** Least time between two status requests about one session, ms. */
  statusEveryMs?: number | undefined;
}

/** An event as a platform reports it. */
export interface PortalEvent {
  name: string;
  timestamp?: string | null | undefined;
  data?: Record<string, unknown> | null | undefined;
}

/** What is started. */
export interface StartedWorkshop {
  name: string;
  /** Where it wants to run; null when it is not published here. */
  environment: WantedEnvironment | null;
  /** True: the academy does not have its environment. */
  isMissing: boolean;
  /** Files of the author. */
  files: readonly LabFile[];
  /** What else a sandbox begins with; its failure ends the session. */
  setup?: () => Promise<LabSetup>;
}

/** Lab sessions at their providers: started, checked, extended and ended, outside of any transaction. */
export function labRuns(options: LabRunsOptions) {
  const { db, colleagues, enginesFor, originOf, onFailure, statusEveryMs = STATUS_EVERY_MS } = options;
  const store = labsStore(db);
  const engines = enginesFor({ onEnd: sandboxEnded, onFailure });
  const starts = new Map<string, Promise<LabSessionRow>>();
  const looks = new LRUCache<string, { at: number; row: Promise<LabSessionRow> }>({ max: REMEMBERED });

  /** Another server that runs the session; null: none does. */
  const elsewhere = ({ provider, serverId }: LabSessionRow): string | null =>
    provider === 'sandbox' && serverId !== null && serverId !== colleagues.serverId ? serverId : null;

  function sessionsOf(row: LabSessionRow): LabSessions | null {
    const server = elsewhere(row);
    return server === null ? engines.byName(row.provider as LabProviderName).sessions : colleagues.sessionsAt(server);
  }

  const end = (row: LabSessionRow, ...why: [LabEndReason, LabProblem?]) =>
    db.transaction((tx) => labsStore(tx).end(row, ...why));

  function problemOf(error: unknown, what: string): LabProblem {
    onFailure(error, what);
    return error instanceof LabFailure ? error.problem : 'provider-error';
  }

  /** Waits while another server starts a session: its learner asked twice. */
  async function begunElsewhere({ sessionId }: LabSessionRow): Promise<LabSessionRow> {
    for (const end = performance.now() + START_ELSEWHERE_MS; performance.now() < end; await delay(ASK_EVERY_MS)) {
      const row = await store.byIdAlone(sessionId);
      if (row === null) throw new AcademyError('not-found');
      if (row.problem !== null) throw new AcademyError(`lab-${row.problem as LabProblem}`);
      if (row.state !== 'requested') return row;
    }
    throw new AcademyError('lab-unavailable');
  }

  async function beginHere(row: LabSessionRow, workshop: StartedWorkshop): Promise<LabSessionRow> {
    if (row.provider === 'sandbox' && !(await store.claim(row.sessionId, colleagues.serverId)))
      return begunElsewhere(row);
    // The claim may have taken it over from a server that is gone.
    const own = row.provider === 'sandbox' ? { ...row, serverId: colleagues.serverId } : row;
    return beginOnce(own, workshop);
  }

  async function beginOnce(row: LabSessionRow, workshop: StartedWorkshop): Promise<LabSessionRow> {
    const sessions = sessionsOf(row);
    if (sessions === null) throw new AcademyError('not-found');
    const origin = originOf(row.tenantId);
    const { name, environment, isMissing, files, setup } = workshop;
    try {
      if (isMissing) throw new LabFailure('no-environment', `the workshop ${name} cannot run here`);
      // Leftovers of earlier labs would count against the learner.
      await Promise.all((await store.leftOver(row.personId)).map(release));
      const { reference, url, ...condition } = await sessions.start({
        workshop: name,
        ...(environment === null ? {} : { environment }),
        learnerAt: learnerOf(row.personId),
        returnUrl: `${origin}/lab-return`,
        eventsUrl: `${origin}/api/v1/labs/events/${row.eventToken}`,
        files: await filesOf(row, files),
        ...(setup === undefined ? {} : { setup: await setup() }),
      });
      const begun = await store.change(row.sessionId, { ...condition, providerReference: reference, openUrl: url });
      // The session was ended during its start: its resources are released.
      if (begun.state === 'ended' && reference !== null) await sessions.terminate(reference);
      return begun;
    } catch (error) {
      const problem = problemOf(error, 'a lab could not be started');
      await end(row, 'failed', problem);
      throw new AcademyError(`lab-${problem}`);
    }
  }

  /** The initial files of a sandbox: those the learner had when the same lab last ended. */
  async function filesOf(row: LabSessionRow, beginning: readonly LabFile[]): Promise<LabStart['files']> {
    const kept = row.provider === 'sandbox' ? await db.transaction((tx) => labsStore(tx).inherit(row)) : null;
    return { beginning, kept: kept?.files ?? null };
  }

  /** A sandbox has ended, by itself or on request; its files are stored for the next time. */
  async function sandboxEnded(reference: string, why: SessionEnd | null, files: readonly LabFile[]): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await labsStore(tx).byReference(reference);
      if (row === null) return;
      await labsStore(tx).keepFiles(row.sessionId, [...files]);
      if (why !== null) await labsStore(tx).end(row, ...WHY[why]);
    });
  }

  /** Releases the resources of a session that has ended here. A provider that does not reply is retried later. */
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

  /** Ends a session that its provider no longer has. */
  async function endGone(row: LabSessionRow): Promise<LabSessionRow> {
    if (row.state === 'waiting' || row.state === 'starting') return end(row, 'failed', 'timeout');
    // Sandboxes that end by themselves report it: this one ended with its server.
    if (row.provider === 'sandbox') return end(row, ...WHY.closing);
    const isOver = row.expiresAt !== null && row.expiresAt.getTime() - ABOUT_NOW_MS < Date.now();
    if (isOver) return end(row, 'expired');
    return end(row, (await store.hasEvent(row.sessionId, 'Session/Orphaned')) ? 'orphaned' : 'terminated');
  }

  return {
    engines,

    elsewhere,

    /**
     * Ends sessions whose sandboxes were on this machine and ended with an earlier server process. Those of a server with
     * an address are ended when that server is gone.
     */
    async endVanished(): Promise<void> {
      for (const row of await store.inSandboxes()) {
        if (!isOfThisHost(row.providerReference ?? '')) continue;
        const server = row.serverId === null ? null : await colleagues.find(row.serverId);
        if (server === null || server.address === null) await end(row, ...WHY.closing);
      }
    },

    /** Ends sessions whose server is gone, with their sandboxes. */
    async endAbandoned(sessionIds: readonly string[]): Promise<void> {
      for (const sessionId of sessionIds) {
        const row = await store.byIdAlone(sessionId);
        if (row !== null) await end(row, ...WHY.closing);
      }
    },

    /**
     * Starts the resources of a session. Concurrent calls start it once, and an interrupted start continues.
     *
     * @throws AcademyError lab-..., after the session has ended with that problem
     */
    async begin(row: LabSessionRow, workshop: StartedWorkshop): Promise<LabSessionRow> {
      if (row.problem !== null) throw new AcademyError(`lab-${row.problem as LabProblem}`);
      if (row.state !== 'requested') return row;
      const under = starts.get(row.sessionId);
      if (under !== undefined) return under;
      const begun = beginHere(row, workshop).finally(() => starts.delete(row.sessionId));
      starts.set(row.sessionId, begun);
      return begun;
    },

    /**
     * A session with its present state at the provider; with the last known state while the provider does not reply.
     */
    async look(row: LabSessionRow): Promise<LabSessionRow> {
      if (row.state === 'ended') return row;
      const last = looks.get(row.sessionId);
      if (last !== undefined && Date.now() - last.at < statusEveryMs) {
        const known = await last.row;
        // A change that was made here since then wins.
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
     * Stores an event of a platform, once. It is only a hint: the provider is asked for the state of the session.
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

const MAX_PAGE_NAME_LENGTH = 300;
const MAX_PAGES = 1_000;

/** The page and the number of pages in an event, where it has them. */
function pageOf(data: PortalEvent['data']): { currentPage?: string; pagesTotal?: number } {
  const { current_page: page, pages_total: total } = data ?? {};
  return {
    ...(typeof page === 'string' && page.length <= MAX_PAGE_NAME_LENGTH ? { currentPage: page } : {}),
    ...(Number.isInteger(total) && Number(total) >= 0 && Number(total) <= MAX_PAGES
      ? { pagesTotal: Number(total) }
      : {}),
  };
}
