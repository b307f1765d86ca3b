import { setTimeout as delay } from 'node:timers/promises';
import type { WantedEnvironment } from '@academy/contract/rules/lab-environments';
import type { SessionEnd } from '@academy/labs/lab-hosts/protocol';
import { type LabCondition, LabFailure, type LabFile, type LabSessions } from '@academy/labs/lab-provider';
import type { EnvironmentRegistry, LabSurroundings } from '../environments/environment-registry.ts';
import type { SandboxSetup } from '../lab-files/sandbox-setup.ts';
import type { ProxyCounts, ProxyEntry } from '../network/lab-proxy.ts';
import type { HostView } from './host-view.ts';
import { begun, conditionOf, endOf, extended, type LabLifetime } from './lab-lifetime.ts';
import type { MemoryGroups } from './memory-group.ts';
import { SandboxGone, type SandboxOptions } from './sandbox.ts';
import type { SandboxLayers } from './sandbox-home.ts';
import { sandboxOptionsIn } from './sandbox-options.ts';
import { SandboxSession } from './sandbox-session.ts';

/** An operator's settings of sandboxes. */
export interface SandboxSettings {
  /** Most labs at once. */
  sessions: number;
  minutes: number;
  memoryMegabytes: number;
}

/** A learner's work in a lab. */
export interface LabWork {
  files: readonly LabFile[];
  /** What differs from the start of the lab, packed; null: nothing. */
  kept: Buffer | null;
}

/** What is told of labs. */
export interface SandboxEvents {
  /** Called when a lab has ended, with its files; `why` is null when it ended on request. */
  onEnd: (reference: string, why: SessionEnd | null, work: LabWork) => Promise<void>;
  /** Called when the files of a lab have changed, every few seconds at most. */
  onFiles?: (reference: string, work: LabWork) => void;
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

/** What a lab is started with. */
export interface LabBeginning {
  /** Name of the session. */
  reference: string;
  /** Name of the workshop, for the log. */
  workshop: string;
  /** Null: with the programs of this machine. */
  wanted: WantedEnvironment | null;
  /** Files of the home folder: the author's, and those of the learner's last visit. */
  files: { beginning: readonly LabFile[]; kept: readonly LabFile[] | null; changes?: Buffer | null };
  setup: SandboxSetup | null;
  /** Asked for its shared files when it starts. */
  layers?: () => Promise<SandboxLayers | null>;
}

/** Labs in sandboxes of this machine. Every error of `sessions` is a `LabFailure`. */
export interface SandboxLabs {
  readonly sessions: Omit<LabSessions, 'start'> & {
    /** Starts a lab, once for a reference however often it is called. */
    start(beginning: LabBeginning): Promise<LabCondition>;
  };
  /** Labs that run, and references of those that start. */
  counts(): { running: number; starting: string[] };
  /** The running lab of a session; null when it does not exist any more. */
  sandboxSession(reference: string): SandboxSession | null;
  /** Reports that a page of the lab is open. */
  seen(reference: string, hidden: boolean): void;
  /** Ends expired and abandoned labs; called by a timer. */
  sweep(): Promise<void>;
  /** Starts no more labs. */
  stopStarting(): void;
  /** Ends all labs; new ones may start. */
  endAll(): Promise<void>;
  /** Ends all labs. */
  close(): Promise<void>;
}

/** Interval of the check for labs that must end, ms. */
const SWEEP_MS = 5_000;
/** The files of a lab are reported this long after they changed, ms: what changes meanwhile is reported with them. */
const REPORT_MS = 4_000;
/** What is reported of a lab whose changes are large, bytes in a millisecond. */
const REPORTED_BYTES_PER_MS = 250;

interface Running {
  sandboxSession: SandboxSession;
  lifetime: LabLifetime;
  /** Set while it ends. */
  ending: Promise<void> | null;
}

/** Labs on this machine, each isolated by bubblewrap. */
export function sandboxLabs(options: SandboxLabsOptions): SandboxLabs {
  const { view, groups, memoryMegabytes, minutes, onEnd, onFailure, now = Date.now } = options;
  const { environments = null } = options;
  const labs = new Map<string, Running>();
  const starting = new Map<string, Promise<LabCondition>>();
  let closing = false;
  const clock = setInterval(() => void sweep(), SWEEP_MS);
  clock.unref();

  const known = (reference: string): Running | null => labs.get(reference) ?? null;

  /** @throws LabFailure when this machine does not have the environment of a lab */
  function surroundingsOf({ wanted }: LabBeginning): LabSurroundings {
    if (environments === null || wanted === null) return { view, limits: {}, network: null };
    const found = environments.surroundings(wanted);
    if (found === null) throw new LabFailure('no-environment', wanted.environment ?? wanted.image ?? '');
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
    await onEnd(reference, why, workOf(sandboxSession)).catch((error: unknown) =>
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
    if (lab === null || why !== null) return null;
    const told = conditionOf(lab.lifetime, now());
    return lab.ending === null ? told : { ...told, state: 'ending', extendable: false };
  }

  /** Reports changed files soon, together with what changes until then; large ones less often. */
  function reporting(reference: string): () => void {
    let isDue = false;
    let wait = REPORT_MS;
    return () => {
      if (isDue) return;
      isDue = true;
      void delay(wait, undefined, { ref: false }).then(async () => {
        isDue = false;
        const lab = known(reference);
        if (lab === null || lab.ending !== null) return;
        // A sandbox that is ending or restarting reports then.
        await lab.sandboxSession.keep().catch(() => {});
        wait = REPORT_MS + (lab.sandboxSession.kept?.length ?? 0) / REPORTED_BYTES_PER_MS;
        if (lab.ending === null) options.onFiles?.(reference, workOf(lab.sandboxSession));
      });
    };
  }

  async function begin(beginning: LabBeginning): Promise<LabCondition> {
    const { reference, workshop, files } = beginning;
    const surroundings = surroundingsOf(beginning);
    try {
      const layers = (await beginning.layers?.()) ?? null;
      const setup = beginning.setup === null ? null : { ...beginning.setup, layers };
      const sandboxSession = await SandboxSession.open({
        ...{ ...files, setup, changed: reporting(reference) },
        failed: (log) => onFailure(new Error(log), `a start-up script of ${workshop} has failed`),
        options: () => sandboxOptions(surroundings, reference),
        broken(complaint) {
          onFailure(new SandboxGone(complaint), 'a sandbox has ended by itself');
          void end(reference, 'broken');
        },
      });
      const lifetime = begun(now(), surroundings.limits.minutes ?? minutes);
      labs.set(reference, { sandboxSession, lifetime, ending: null });
      return conditionOf(lifetime, now());
    } catch (error) {
      throw new LabFailure('provider-error', 'the sandbox did not start', { cause: error });
    }
  }

  const sessions: SandboxLabs['sessions'] = {
    async start(beginning) {
      const { reference } = beginning;
      const running = await condition(reference);
      if (running !== null) return running;
      const under = starting.get(reference);
      if (under !== undefined) return under;
      if (closing) throw new LabFailure('unavailable', 'the lab host takes no more labs');
      if (labs.size + starting.size >= options.sessions) throw new LabFailure('no-capacity', 'all places are taken');
      const started = begin(beginning).finally(() => starting.delete(reference));
      starting.set(reference, started);
      return started;
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
    async terminate(reference) {
      // A start that is under way is ended as soon as it has begun.
      await starting.get(reference)?.catch(() => undefined);
      await end(reference, null);
    },
  };

  return {
    sessions,
    counts: () => ({ running: labs.size, starting: [...starting.keys()] }),
    sandboxSession: (reference) => known(reference)?.sandboxSession ?? null,
    seen(reference, hidden) {
      const lab = known(reference);
      if (lab !== null) lab.lifetime = { ...lab.lifetime, seenAt: now(), hidden };
    },
    sweep,
    stopStarting() {
      closing = true;
    },
    endAll,
    async close() {
      closing = true;
      clearInterval(clock);
      await Promise.allSettled(starting.values());
      await endAll();
    },
  };
}

const workOf = ({ files, kept }: SandboxSession): LabWork => ({ files, kept });
