import { createHash, randomBytes } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { LabProblem, LabProviderName } from '@academy/contract/labs';
import type { WantedEnvironment } from '@academy/contract/rules/lab-environments';
import type { LabSetup } from '@academy/labs/lab-files/lab-setup';
import { hostIdOf, type LabHostsOptions } from '@academy/labs/lab-hosts/lab-hosts';
import type { LabHostEvent, SessionEnd } from '@academy/labs/lab-hosts/protocol';
import {
  LabFailure,
  type LabFile,
  type LabSessions,
  type LabStart,
  type SandboxStart,
} from '@academy/labs/lab-provider';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/connect.ts';
import { namedUuid } from '../values/named-uuid.ts';
import type { LabEngines } from './lab-engines.ts';
import { type LabEndReason, type LabSessionRow, labsStore } from './labs.store.ts';

/** A provider is asked for the state of one session this often at most, ms. */
const STATUS_EVERY_MS = 2_000;
/** Sessions whose last status request is remembered. */
const REMEMBERED = 5_000;
/** While a provider does not reply, a session is given up this long after its expiry, ms. */
const GIVE_UP_MS = 60_000;
/** A session that is gone this short before its expiry has expired, ms. */
const ABOUT_NOW_MS = 10_000;

/** Problems of one lab host, which another one may not have. */
const MOVABLE: ReadonlySet<LabProblem> = new Set(['no-capacity', 'unavailable']);

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
  /** Creates the engines with the listeners of what lab hosts report. */
  enginesFor: (events: Omit<LabHostsOptions, 'places'>) => LabEngines;
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
  /** What else a lab on a lab host begins with; undefined for others. */
  sandbox?: {
    /** Its failure ends the session. */
    setup: () => Promise<LabSetup>;
    readPack: SandboxStart['readPack'];
  };
}

/** Lab sessions at their providers: started, checked, extended and ended, outside of any transaction. */
export function labRuns(options: LabRunsOptions) {
  const { db, enginesFor, originOf, onFailure, statusEveryMs = STATUS_EVERY_MS } = options;
  const store = labsStore(db);
  const engines = enginesFor({ onEvent, onFailure });
  const starts = new Map<string, Promise<LabSessionRow>>();
  const looks = new LRUCache<string, { at: number; row: Promise<LabSessionRow> }>({ max: REMEMBERED });

  const sessionsOf = (row: LabSessionRow): LabSessions | null =>
    engines.byName(row.provider as LabProviderName).sessions;

  const end = (row: LabSessionRow, ...why: [LabEndReason, LabProblem?]) =>
    db.transaction((tx) => labsStore(tx).end(row, ...why));

  function problemOf(error: unknown, what: string): LabProblem {
    onFailure(error, what);
    return error instanceof LabFailure ? error.problem : 'provider-error';
  }

  async function beginOnce(row: LabSessionRow, workshop: StartedWorkshop): Promise<LabSessionRow> {
    const sessions = sessionsOf(row);
    if (sessions === null) throw new AcademyError('not-found');
    const origin = originOf(row.tenantId);
    const { name, isMissing } = workshop;
    try {
      if (isMissing) throw new LabFailure('no-environment', `the workshop ${name} cannot run here`);
      // Leftovers of earlier labs would count against the learner.
      await Promise.all((await store.leftOver(row.personId)).map(release));
      const start: LabStart = {
        workshop: name,
        learnerAt: learnerOf(row.personId),
        returnUrl: `${origin}/lab-return`,
        eventsUrl: `${origin}/api/v1/labs/events/${row.eventToken}`,
      };
      const { reference, url, ...condition } =
        workshop.sandbox === undefined
          ? await sessions.start(start)
          : await startAtHost(sessions, start, row, await sandboxStart(row, workshop, workshop.sandbox));
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

  /**
   * What a lab on a lab host begins with: also the files that the learner had when the same lab last ended. The host is
   * chosen once, so that servers that start it at the same moment start it there.
   */
  async function sandboxStart(
    row: LabSessionRow,
    { name, environment, files }: StartedWorkshop,
    { setup, readPack }: NonNullable<StartedWorkshop['sandbox']>,
  ): Promise<SandboxStart> {
    const reference = await hostedAt(row, environment);
    const kept = await db.transaction((tx) => labsStore(tx).inherit(row));
    const work = { kept: kept?.snapshot.files ?? null, changes: kept?.changes ?? null };
    const begins = { files: { beginning: files, ...work }, setup: await setup() };
    return { reference, workshop: name, wanted: environment, ...begins, readPack };
  }

  /** Starts a lab at its host; at another one when that has ended or filled up since it was chosen. @throws LabFailure */
  async function startAtHost(sessions: LabSessions, start: LabStart, row: LabSessionRow, sandbox: SandboxStart) {
    try {
      return await sessions.start({ ...start, sandbox });
    } catch (error) {
      if (!(error instanceof LabFailure) || !MOVABLE.has(error.problem)) throw error;
      await engines.hosts?.look();
      const chosen = await engines.hosts?.choose(row.sessionId, sandbox.wanted).catch(() => undefined);
      if (chosen === undefined || chosen === sandbox.reference) throw error;
      if (!(await store.moveClaim(row.sessionId, sandbox.reference, hostIdOf(chosen), chosen))) throw error;
      return sessions.start({ ...start, sandbox: { ...sandbox, reference: chosen } });
    }
  }

  /** The reference of a session that starts now, at a host that all servers agree on. @throws LabFailure */
  async function hostedAt(row: LabSessionRow, environment: WantedEnvironment | null): Promise<string> {
    const { hosts } = engines;
    if (hosts === null) throw new LabFailure('unavailable', 'labs in sandboxes are turned off');
    const chosen = await hosts.choose(row.sessionId, environment);
    if (await store.claim(row.sessionId, hostIdOf(chosen), chosen)) return chosen;
    hosts.giveBack(chosen);
    const reference = (await store.byIdAlone(row.sessionId))?.providerReference;
    if (reference == null) throw new LabFailure('unavailable', 'the session has ended');
    return reference;
  }

  /** Stores what a lab host reports of a lab, once or several times. */
  async function onEvent(event: LabHostEvent): Promise<void> {
    const { reference, files, changes } = event;
    const packed = changes === undefined ? null : Buffer.from(changes, 'base64');
    await db.transaction(async (tx) => {
      const row = await labsStore(tx).byReference(reference);
      if (row === null) return;
      const isOver = event.kind === 'ended';
      await labsStore(tx).keepFiles(row.sessionId, { files: [...files], changes: packed }, isOver);
      if (isOver && event.why !== null) await labsStore(tx).end(row, ...WHY[event.why]);
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
    // One that starts is not known at its host yet.
    if (sessions === null || row.providerReference === null || row.state === 'requested') return row;
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
    // Labs that end by themselves are reported: this one ended with its host.
    if (row.provider === 'sandbox') return end(row, ...WHY.closing);
    const isOver = row.expiresAt !== null && row.expiresAt.getTime() - ABOUT_NOW_MS < Date.now();
    if (isOver) return end(row, 'expired');
    return end(row, (await store.hasEvent(row.sessionId, 'Session/Orphaned')) ? 'orphaned' : 'terminated');
  }

  return {
    engines,

    /** Ends sessions whose lab host is gone. */
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
      const begun = beginOnce(row, workshop).finally(() => starts.delete(row.sessionId));
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
