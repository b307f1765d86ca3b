import { setTimeout as delay } from 'node:timers/promises';
import type { LabEnvironment } from '@academy/contract/labs';
import type { LabIngress } from '@academy/contract/rules/lab-address';
import {
  chosenEnvironment,
  type KnownEnvironments,
  type WantedEnvironment,
} from '@academy/contract/rules/lab-environments';
import {
  type LabCondition,
  LabFailure,
  type LabPlaceHealth,
  type LabProvider,
  type LabSessions,
  type SandboxStart,
} from '../lab-provider.ts';
import type { ChannelRight } from './channel-right.ts';
import { askHost, type LabHostPlace, sendPack } from './host-client.ts';
import { mostFree } from './most-free.ts';
import type { PageRight } from './page-right.ts';
import { ANY_HOST, type HostHealth, type LabHostEvent, type Question, type QuestionName } from './protocol.ts';

/** A host that is not known makes all be asked again this often at most, ms. */
const LOOK_AGAIN_MS = 500;
/** Wait before a host that did not answer is asked for its events again, ms. */
const EVENTS_RETRY_MS = 500;

/** A lab host of this academy; one that is known to have ended has only its id. */
export interface KnownPlace extends LabHostPlace {
  /** Id of a host that has ended and will not come back. */
  ended?: string;
}

export interface LabHostsOptions {
  /** The hosts that there are; asked before each look at them. */
  places: () => readonly KnownPlace[];
  /** Handles what a host reports, at least once; an error makes the host report it again. */
  onEvent: (event: LabHostEvent) => Promise<void>;
  onFailure: (error: unknown, what: string) => void;
}

/** What looks at all hosts have found. */
export interface HostsFound {
  /** Those that answered the last one. */
  alive: { hostId: string; name: string }[];
  /** Ids of those that are gone for good, since this was last asked: others are in their place. */
  gone: string[];
}

interface Host {
  place: LabHostPlace;
  /** Null: it did not answer yet. */
  health: HostHealth | null;
  /** Whether it answered when it was last asked. */
  isThere: boolean;
  /** References of labs that were given to it, and have not started yet. */
  given: Set<string>;
  /** Ends the wait for its events. */
  listening: AbortController | null;
}

type KnownHost = Host & { health: HostHealth };

/** Labs in sandboxes of lab hosts: programs of their own, which servers ask over HTTP. */
export interface LabHosts extends LabProvider {
  readonly sessions: LabSessions;
  /** Asks all hosts how they are. */
  look(): Promise<void>;
  found(): HostsFound;
  /** Begins to listen for events of the hosts that `look` finds. */
  listen(): void;
  /** Stops listening. */
  close(): void;
  /**
   * Chooses the host of a new lab: one that has its environment, with the most free memory.
   *
   * @returns its reference there, which has a place until it is started or given back
   * @throws LabFailure no-environment, no-capacity, unavailable
   */
  choose(sessionId: string, wanted: WantedEnvironment | null): Promise<string>;
  /** Gives back the place of a lab that is not started there. */
  giveBack(reference: string): void;
  /** Address of a host that runs; null when there is none of this id. */
  addressOf(hostId: string): Promise<string | null>;
  /** Null where the workshop wants nothing of its own. */
  environmentOf(wanted: WantedEnvironment): LabEnvironment | null;
  /** Names that its environment gives to ports. */
  portsOf(wanted: WantedEnvironment): readonly LabIngress[];
  /** Null when its host is gone. @throws LabFailure */
  ticketFor(right: ChannelRight): Promise<{ path: string; ticket: string } | null>;
  /** The address of a page of a lab; null when its host is gone. @throws LabFailure */
  pageFor(right: PageRight): Promise<string | null>;
  /** Lets hosts close the channels and pages of a log-in that has ended. One that does not answer closes none. */
  endGrant(grantId: string): Promise<void>;
  /** Ends all labs of a host. @throws LabFailure */
  endAllOf(hostId: string): Promise<void>;
  /** Requests for pages of labs, of all hosts, by what became of them. */
  pageCounts(): Record<string, number>;
}

/** The reference of a session: its host, then the session. */
const referenceOf = (hostId: string, sessionId: string): string => `${hostId}/${sessionId}`;
/** The host of a session. */
export const hostIdOf = (reference: string): string => reference.split('/', 1)[0] ?? '';

export function labHosts({ places, onEvent, onFailure }: LabHostsOptions): LabHosts {
  /** By their addresses. */
  const hosts = new Map<string, Host>();
  const told = new Set<string>();
  let isListening = false;
  let looking: Promise<void> | null = null;
  let gone = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const known = (): KnownHost[] => [...hosts.values()].filter((host): host is KnownHost => host.health !== null);
  const byId = (hostId: string) => known().find(({ health }) => health.hostId === hostId) ?? null;

  async function ask(host: Host): Promise<void> {
    const before = host.health?.hostId ?? null;
    try {
      const reply = await askHost(host.place, ANY_HOST, 'health', {});
      host.health = reply?.answer ?? host.health;
      host.isThere = true;
      if (told.delete(host.place.address)) onFailure(new Error(host.place.name), 'a lab host answers again');
    } catch (error) {
      host.isThere = false;
      if (!told.has(host.place.address)) onFailure(error, `the lab host ${host.place.name} does not answer`);
      told.add(host.place.address);
    }
    if (host.health?.hostId !== before) {
      stopListening(host);
      if (before !== null) gone.add(before);
    }
    if (isListening && host.listening === null) void listenTo(host);
  }

  async function lookNow(): Promise<void> {
    const there = places();
    for (const { ended } of there) if (ended !== undefined) gone.add(ended);
    const running = there.filter(({ ended }) => ended === undefined);
    for (const [address, host] of hosts) {
      if (running.some((place) => place.address === address && place.secret === host.place.secret)) continue;
      stopListening(host);
      if (host.health !== null) gone.add(host.health.hostId);
      hosts.delete(address);
    }
    for (const place of running)
      if (!hosts.has(place.address))
        hosts.set(place.address, { place, health: null, isThere: false, given: new Set(), listening: null });
    await Promise.all([...hosts.values()].map(ask));
    lookedAt = performance.now();
  }

  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    return looking;
  }

  /** A host that is not known may have started since the last look. */
  async function find(hostId: string): Promise<KnownHost | null> {
    if (byId(hostId) === null) {
      await delay(Math.max(0, lookedAt + LOOK_AGAIN_MS - performance.now()));
      if (byId(hostId) === null) await look();
    }
    return byId(hostId);
  }

  /** Asks the host of a session. @returns null when that host is gone for good @throws LabFailure */
  async function askOf<Q extends QuestionName>(reference: string, name: Q, question: Question<Q>) {
    const hostId = hostIdOf(reference);
    const host = await find(hostId);
    if (host === null) throw new LabFailure('unavailable', 'the host of the lab is not known here');
    return askHost(host.place, hostId, name, question);
  }

  async function listenTo(host: Host): Promise<void> {
    const stopping = new AbortController();
    host.listening = stopping;
    const hostId = host.health?.hostId;
    let acknowledged: number[] = [];
    while (hostId !== undefined && !stopping.signal.aborted) {
      const reply = await askHost(host.place, hostId, 'events', { acknowledged }, stopping.signal).catch(
        () => undefined,
      );
      if (reply === null) break;
      if (reply === undefined) await delay(EVENTS_RETRY_MS);
      else acknowledged = await handled(reply.answer.events);
    }
    if (host.listening === stopping) host.listening = null;
  }

  /** @returns the ids of the events that were handled */
  async function handled(events: readonly LabHostEvent[]): Promise<number[]> {
    const done = await Promise.all(
      events.map(async (event) => {
        try {
          await onEvent(event);
          return [event.id];
        } catch (error) {
          onFailure(error, 'what a lab host reported could not be stored, and is asked for again');
          return [];
        }
      }),
    );
    return done.flat();
  }

  function stopListening(host: Host): void {
    host.listening?.abort();
    host.listening = null;
  }

  const environments = () => known().flatMap(({ health }) => health.environments);
  const environmentNamed = (name: string | undefined) => environments().find((one) => one.name === name);

  /** @throws LabFailure why no host that is known takes a lab */
  function chosen(sessionId: string, wanted: WantedEnvironment | null): string {
    const running = known().filter(({ isThere, health }) => isThere && !health.isDraining);
    if (running.length === 0) throw new LabFailure('unavailable', 'no lab host answers');
    const fitting = running.filter(({ health }) => wanted === null || fits(wanted, [health]));
    if (fitting.length === 0) throw new LabFailure('no-environment', wanted?.environment ?? wanted?.image ?? '');
    const best = mostFree(fitting, (host) => ({ ...host.health, starting: startingAt(host).size }));
    if (best === null) throw new LabFailure('no-capacity', 'all places of all lab hosts are taken');
    const reference = referenceOf(best.health.hostId, sessionId);
    best.given.add(reference);
    return reference;
  }

  function giveBack(reference: string): void {
    for (const { given } of hosts.values()) given.delete(reference);
  }

  async function choose(sessionId: string, wanted: WantedEnvironment | null): Promise<string> {
    try {
      return chosen(sessionId, wanted);
    } catch {
      // A lab may have ended, or a host started, since the last look.
      await look();
      return chosen(sessionId, wanted);
    }
  }

  return {
    name: 'sandbox',
    open: () => ({ kind: 'native', url: null }),
    sessions: {
      async start({ sandbox }) {
        if (sandbox === undefined) throw new LabFailure('provider-error', 'there is no lab to start');
        const hostId = hostIdOf(sandbox.reference);
        const host = await find(hostId);
        if (host === null) throw new LabFailure('unavailable', 'the lab host has ended');
        const condition = await started(host.place, hostId, sandbox).finally(() => giveBack(sandbox.reference));
        if (condition === null) throw new LabFailure('unavailable', 'the lab host has ended');
        // Until it says so itself.
        host.health.running += 1;
        return { ...condition, reference: sandbox.reference, url: null };
      },
      status: async (reference) => (await askOf(reference, 'status', { reference }))?.answer ?? null,
      extend: async (reference) => (await askOf(reference, 'extend', { reference }))?.answer ?? null,
      async terminate(reference) {
        await askOf(reference, 'terminate', { reference });
      },
    },
    async health() {
      await look();
      return [...hosts.values()].map((host) => healthOf(host, hosts.size));
    },
    look,
    found() {
      const ended = [...gone];
      gone = new Set();
      const alive = known().filter(({ isThere }) => isThere);
      return { alive: alive.map(({ health, place }) => ({ hostId: health.hostId, name: place.name })), gone: ended };
    },
    listen() {
      isListening = true;
      for (const host of hosts.values()) if (host.listening === null) void listenTo(host);
    },
    close() {
      isListening = false;
      for (const host of hosts.values()) stopListening(host);
    },
    choose,
    giveBack,
    addressOf: async (hostId) => (await find(hostId))?.place.address ?? null,
    environmentOf(wanted) {
      // Until one has answered, nothing is known.
      if (known().length === 0) return null;
      const choice = chosenEnvironment(wanted, knownOf(known().map(({ health }) => health)));
      const found = environmentNamed(choice?.name);
      if (choice === null || (choice.fits && found === undefined)) return null;
      return { name: choice.name, title: found?.title ?? choice.name, missing: !choice.fits };
    },
    portsOf(wanted) {
      const choice = chosenEnvironment(wanted, knownOf(known().map(({ health }) => health)));
      return environmentNamed(choice?.name)?.ports ?? [];
    },
    ticketFor: async (right) => (await askOf(right.reference, 'ticket', { right }))?.answer ?? null,
    pageFor: async (right) => (await askOf(right.reference, 'page', { right }))?.answer ?? null,
    async endGrant(grantId) {
      await Promise.allSettled(
        known().map(({ place, health }) => askHost(place, health.hostId, 'endGrant', { grantId })),
      );
    },
    async endAllOf(hostId) {
      await askOf(referenceOf(hostId, ''), 'endAll', {});
    },
    pageCounts() {
      const sums: Record<string, number> = {};
      for (const { health } of known())
        for (const [outcome, count] of Object.entries(health.pages)) sums[outcome] = (sums[outcome] ?? 0) + count;
      return sums;
    },
  };
}

/** Starts a lab, with the packs that its host lacks. @returns null when the host has ended @throws LabFailure */
async function started(
  place: LabHostPlace,
  hostId: string,
  { reference, workshop, wanted, files, setup, readPack }: SandboxStart,
): Promise<LabCondition | null> {
  const question: Question<'start'> = {
    ...{ reference, workshop, wanted },
    files: {
      beginning: [...files.beginning],
      kept: files.kept === null ? null : [...files.kept],
      // Hosts of the edition before know nothing of it.
      ...(files.changes === null ? {} : { changes: files.changes.toString('base64') }),
    },
    setup:
      setup === null
        ? null
        : { packs: [...setup.packs], scripts: [...setup.scripts], variables: { ...setup.variables } },
  };
  const first = await askHost(place, hostId, 'start', question);
  if (first === null || first.answer.started !== null) return first?.answer.started ?? null;
  for (const hash of first.answer.missing) {
    const pack = setup?.packs.find((one) => one.hash === hash);
    if (pack === undefined) throw new LabFailure('provider-error', 'the lab host lacks files that nobody has');
    await sendPack(place, hostId, hash, await readPack(pack));
  }
  const second = await askHost(place, hostId, 'start', question);
  if (second?.answer.missing.length) throw new LabFailure('unavailable', 'the lab host keeps no files');
  return second?.answer.started ?? null;
}

const knownOf = (healths: readonly HostHealth[]): KnownEnvironments => ({
  names: healths.flatMap(({ environments }) => environments.flatMap(({ name, isUsable }) => (isUsable ? [name] : []))),
  images: Object.assign({}, ...healths.map(({ images }) => images)),
});

const fits = (wanted: WantedEnvironment, healths: readonly HostHealth[]): boolean =>
  chosenEnvironment(wanted, knownOf(healths))?.fits ?? true;

/** Labs that start at a host, and those that it does not know yet. */
const startingAt = ({ health, given }: KnownHost): ReadonlySet<string> => new Set([...health.starting, ...given]);

function healthOf({ place, health, isThere }: Host, count: number): LabPlaceHealth {
  const isOnly = count === 1;
  return {
    name: isOnly ? null : place.name,
    host: isOnly ? null : new URL(place.address).host,
    problem: isThere ? null : 'unavailable',
    sessions: health === null ? null : health.running + health.starting.length,
    maximum: health?.maximum ?? null,
    warning: health?.warning ?? null,
  };
}
