import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { LabWarning } from '@academy/contract/labs-admin';
import {
  type LabCondition,
  LabFailure,
  type LabFile,
  type LabProvider,
  type LabSessions,
  type LabStart,
} from '@academy/labs/lab-provider';
import type { EnvironmentRegistry, LabSurroundings } from '../environments/environment-registry.ts';
import type { ProxyCounts, ProxyEntry } from '../network/lab-proxy.ts';
import type { HostView } from './host-view.ts';
import { begun, conditionOf, endOf, extended, type LabLifetime } from './lab-lifetime.ts';
import type { MemoryGroups } from './memory-group.ts';
import { SandboxGone, type SandboxOptions } from './sandbox.ts';
import { sandboxOptionsIn } from './sandbox-options.ts';
import { SandboxSession } from './sandbox-session.ts';

/** An operator's settings of sandboxes. */
export interface SandboxSettings {
  /** Most labs at once. */
  sessions: number;
  minutes: number;
  memoryMegabytes: number;
}

/** Why a lab has ended without being asked to. */
export type SessionEnd = 'expired' | 'orphaned' | 'broken' | 'closing';

/** What is told of labs. */
export interface SandboxEvents {
  /** Called when a lab has ended, with its files; `why` is null when it ended on request. */
  onEnd: (reference: string, why: SessionEnd | null, files: readonly LabFile[]) => Promise<void>;
  onFailure: (error: unknown, what: string) => void;
  /** Called for each connection of a lab to the network, and with all of them together when a sandbox has ended. */
  onNetwork?: (reference: string, what: ProxyEntry | Readonly<ProxyCounts>) => void;
}

export interface SandboxLabsOptions extends SandboxSettings, SandboxEvents {
  /** What sandboxes see of this machine where there is no environment. */
  view: HostView;
  environments?: EnvironmentRegistry | null;
  groups: MemoryGroups;
  now?: () => number;
}

/** Labs in sandboxes of this server. */
export interface SandboxLabs extends LabProvider {
  readonly sessions: LabSessions;
  /** The running lab of a session; null when it does not exist any more. */
  sandboxSession(reference: string): SandboxSession | null;
  /** Reports that a page of the lab is open. */
  seen(reference: string, hidden: boolean): void;
  /** Ends expired and abandoned labs; called by a timer. */
  sweep(): Promise<void>;
  /** Starts no more labs: the server is about to stop. */
  stopStarting(): void;
  isStopping(): boolean;
  /** Ends all labs; new ones may start. */
  endAll(): Promise<void>;
  /** Ends all labs. */
  close(): Promise<void>;
}

/** Interval of the check for labs that must end, ms. */
const SWEEP_MS = 5_000;
/** Names this machine in the references of its sessions: another one cannot know whether they run. */
const HOST = hostname().replaceAll('/', '-');

/** Whether a session's sandbox was on this machine. */
export const isOfThisHost = (reference: string): boolean => reference.startsWith(`${HOST}/`);

interface Running {
  sandboxSession: SandboxSession;
  lifetime: LabLifetime;
  /** Set while it ends. */
  ending: Promise<void> | null;
}

/** Labs on this server, each isolated by bubblewrap. */
export function sandboxLabs(options: SandboxLabsOptions): SandboxLabs {
  const { view, groups, memoryMegabytes, minutes, onEnd, onFailure, now = Date.now } = options;
  const { environments = null } = options;
  const labs = new Map<string, Running>();
  let starting = 0;
  let closing = false;
  const clock = setInterval(() => void sweep(), SWEEP_MS);
  clock.unref();

  const known = (reference: string): Running | null => labs.get(reference) ?? null;

  /** @throws LabFailure when this server does not have the environment of a lab */
  function surroundingsOf({ environment }: LabStart): LabSurroundings {
    if (environments === null || environment === undefined) return { view, limits: {}, network: null };
    const found = environments.surroundings(environment);
    if (found === null) throw new LabFailure('no-environment', environment.environment ?? environment.image ?? '');
    return found;
  }

  const sandboxOptions = (surroundings: LabSurroundings, reference: string): SandboxOptions =>
    sandboxOptionsIn(surroundings, {
      ...{ groups, memoryMegabytes },
      onNetwork: (what) => options.onNetwork?.(reference, what),
    });

  function end(reference: string, why: SessionEnd | null): Promise<void> {
    const lab = known(reference);
    if (lab === null) return Promise.resolve();
    lab.ending ??= ended(reference, lab.sandboxSession, why);
    return lab.ending;
  }

  /** The end is stored before pages are notified. */
  async function ended(reference: string, sandboxSession: SandboxSession, why: SessionEnd | null): Promise<void> {
    await sandboxSession.end();
    await onEnd(reference, why, sandboxSession.files).catch((error: unknown) =>
      onFailure(error, 'the files of a lab were not kept'),
    );
    labs.delete(reference);
    sandboxSession.dismiss();
  }

  async function endAll(): Promise<void> {
    await Promise.all([...labs.keys()].map((reference) => end(reference, 'closing')));
  }

  async function sweep(): Promise<void> {
    const over = [...labs].flatMap(([reference, { lifetime }]) => {
      const why = endOf(lifetime, now());
      return why === null ? [] : [end(reference, why)];
    });
    await Promise.all(over);
  }

  async function condition(reference: string): Promise<LabCondition | null> {
    const lab = known(reference);
    const why = lab === null ? null : endOf(lab.lifetime, now());
    if (why !== null) await end(reference, why);
    if (lab !== null && why === null) {
      const told = conditionOf(lab.lifetime, now());
      return lab.ending === null ? told : { ...told, state: 'ending', extendable: false };
    }
    if (isOfThisHost(reference)) return null;
    throw new LabFailure('unavailable', 'the lab is on another server');
  }

  const sessions: LabSessions = {
    async start(request) {
      if (closing) throw new LabFailure('unavailable', 'the server is stopping');
      if (labs.size + starting >= options.sessions) throw new LabFailure('no-capacity', 'all places are taken');
      const surroundings = surroundingsOf(request);
      starting += 1;
      const reference = `${HOST}/${randomUUID()}`;
      try {
        const sandboxSession = await SandboxSession.open({
          ...request.files,
          setup: request.setup ?? null,
          failed: (log) => onFailure(new Error(log), `a start-up script of ${request.workshop} has failed`),
          options: () => sandboxOptions(surroundings, reference),
          broken(complaint) {
            onFailure(new SandboxGone(complaint), 'a sandbox has ended by itself');
            void end(reference, 'broken');
          },
        });
        const lifetime = begun(now(), surroundings.limits.minutes ?? minutes);
        labs.set(reference, { sandboxSession, lifetime, ending: null });
        return { ...conditionOf(lifetime, now()), reference, url: null };
      } catch (error) {
        throw new LabFailure('provider-error', 'the sandbox did not start', { cause: error });
      } finally {
        starting -= 1;
      }
    },
    status: condition,
    async extend(reference) {
      const before = await condition(reference);
      const lab = known(reference);
      if (before === null || lab === null) return null;
      const lifetime = extended(lab.lifetime, now());
      if (lifetime === null) return { ...before, extended: false };
      lab.lifetime = lifetime;
      return { ...conditionOf(lifetime, now()), extended: true };
    },
    terminate: (reference) => end(reference, null),
  };

  return {
    name: 'sandbox',
    open: () => ({ kind: 'native', url: null }),
    sessions,
    async health() {
      const warning: LabWarning | null = groups.problem === null ? null : 'unbounded-memory';
      return [{ name: null, host: null, problem: null, sessions: labs.size, maximum: options.sessions, warning }];
    },
    sandboxSession: (reference) => known(reference)?.sandboxSession ?? null,
    seen(reference, hidden) {
      const lab = known(reference);
      if (lab !== null) lab.lifetime = { ...lab.lifetime, seenAt: now(), hidden };
    },
    sweep,
    stopStarting() {
      closing = true;
    },
    isStopping: () => closing,
    endAll,
    async close() {
      closing = true;
      clearInterval(clock);
      await endAll();
    },
  };
}
