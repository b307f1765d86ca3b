import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { LabHostPlace } from '@academy/labs/lab-hosts/host-client';
import { newHostId } from '@academy/labs/lab-hosts/lab-tickets';
import { pageHostOf } from '@academy/labs/lab-hosts/page-hosts';
import type { Answer, HostHealth, Question } from '@academy/labs/lab-hosts/protocol';
import { MAX_EVENTS_WAIT_MS } from '@academy/labs/lab-hosts/protocol';
import { labChannels } from './channels/lab-channels.ts';
import { environmentRegistry, imagesOf } from './environments/environment-registry.ts';
import { answering, type HostAnswers } from './host-answers.ts';
import { LabEvents } from './lab-events.ts';
import { layerStore } from './lab-files/layer-store.ts';
import { packStore } from './lab-files/pack-store.ts';
import type { SandboxPack } from './lab-files/sandbox-setup.ts';
import type { ProxyCounts, ProxyEntry } from './network/lab-proxy.ts';
import { labPages } from './pages/lab-pages.ts';
import { hostView } from './sandbox/host-view.ts';
import { type MemoryGroups, memoryGroups } from './sandbox/memory-group.ts';
import { type LabWork, type SandboxSettings, sandboxLabs } from './sandbox/sandbox-labs.ts';

/** A lab that ends waits this long for a server to store its files, before its pages are notified, ms. */
const STORE_MS = 5_000;
/** A host that drains still starts labs for this long, ms: servers look at it every few seconds. */
const UNTIL_KNOWN_MS = 6_000;
const MEGABYTE = 1024 * 1024;

/** Where lines of the log go. */
export interface HostLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export interface LabHostOptions extends SandboxSettings {
  /** For operators. */
  name: string;
  /** Its id begins with it; null or left out: with no number. */
  number?: number | null;
  listen: { host: string; port: number };
  /** Signs what servers ask. */
  secret: string;
  /** While the secret is being changed: the former one, with which servers may still sign; null: none. */
  secretBefore?: string | null;
  /** Where its environments lie; null: labs run with the programs of this machine. */
  environments: {
    folder: string;
    /** Images of workshops and the environments that stand for them. */
    images: Readonly<Record<string, string>>;
    /** Folders that learners must not see. */
    secret: readonly string[];
  } | null;
  /** Folder for files that labs bring along; null: one for temporary files. */
  packs: string | null;
  log: HostLog;
  groups?: MemoryGroups;
  now?: () => number;
  /** Called when it has ended its labs because a server has asked it to. */
  onClosed?: () => void;
}

export interface LabHost {
  /** New with every start. */
  readonly hostId: string;
  readonly place: LabHostPlace;
  /** Labs that run or start. */
  sessions(): number;
  /** When a server has asked it for something, by `performance.now`. */
  askedAt(): number;
  /** Starts no more labs. */
  drain(): void;
  /** Whether it starts none and has none any more. */
  isDrained(): boolean;
  /** Ends all labs, hands their files to a server that asks for them, and stops listening. */
  close(): Promise<void>;
}

/** Starts a lab host: labs in sandboxes of this machine, which servers start and end, and to which browsers are passed on. */
export async function startLabHost(options: LabHostOptions): Promise<LabHost> {
  const { name, listen, secret, secretBefore = null, log, groups = memoryGroups() } = options;
  const hostId = newHostId(options.number ?? null);
  const onFailure = (error: unknown, what: string) => log.warn({ err: error }, what);
  const view = hostView();
  const onProblem = (environment: string, problem: string) =>
    log.warn({ environment, problem }, 'an environment of labs cannot be used');
  const environments =
    options.environments === null ? null : environmentRegistry({ ...options.environments, host: view, onProblem });
  const events = new LabEvents();
  const labs = sandboxLabs({
    ...options,
    ...{ view, environments, groups, onFailure },
    onFiles: (reference, work) => void events.add({ kind: 'files', reference, ...toldOf(work) }),
    onEnd: (reference, why, work) => stored(events.add({ kind: 'ended', reference, why, ...toldOf(work) })),
    onNetwork: (lab, what) => logNetwork(log, lab, what),
  });
  const packs = packStore(options.packs);
  const layers = layerStore({
    folder: options.packs === null ? null : join(options.packs, 'unpacked'),
    view,
    onProblem: (problem) => log.info({ problem }, 'labs with the same files cannot share them here'),
  });
  const channels = labChannels(labs, hostId);
  const counts: Record<string, number> = {};
  const pages = labPages({
    ...{ sandboxes: labs, hostId, onFailure },
    count(outcome) {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    },
  });
  let isDraining = false;
  let hasDrained = false;
  let isEnding = false;

  const sessions = () => labs.counts().running + labs.counts().starting.length;

  function drain(): void {
    if (isDraining) return;
    isDraining = true;
    // Servers may not know it yet.
    const stop = () => {
      hasDrained = true;
      labs.stopStarting();
    };
    setTimeout(stop, UNTIL_KNOWN_MS).unref();
  }

  function health(): HostHealth {
    const all = environments?.all() ?? [];
    return {
      hostId,
      ...labs.counts(),
      maximum: options.sessions,
      memoryMegabytes: options.memoryMegabytes,
      freeMegabytes: Math.floor(process.availableMemory() / MEGABYTE),
      isDraining,
      warning: groups.problem === null ? null : 'unbounded-memory',
      environments: all.map(({ name: named, environment, problem }) => ({
        ...{ name: named, title: environment?.title ?? named, ports: [...(environment?.ports ?? [])] },
        isUsable: problem === null,
      })),
      images: imagesOf(all, options.environments?.images ?? {}),
      pages: { ...counts },
    };
  }

  async function start({ reference, workshop, wanted, files, setup }: Question<'start'>): Promise<Answer<'start'>> {
    const tars: (SandboxPack & { hash: string })[] = [];
    const missing: string[] = [];
    for (const { hash, folder } of setup?.packs ?? []) {
      const tar = await packs.tarOf(hash);
      if (tar === null) missing.push(hash);
      else tars.push({ tar, folder, hash });
    }
    if (missing.length > 0) return { missing: [...new Set(missing)], started: null };
    const started = await labs.sessions.start({
      ...{ reference, workshop, wanted },
      files: { ...files, changes: files.changes == null ? null : Buffer.from(files.changes, 'base64') },
      setup: setup === null ? null : { ...setup, packs: tars },
      layers: () => layers.layersOf({ files: files.beginning, packs: tars }),
    });
    return { missing: [], started };
  }

  const answers: HostAnswers = {
    health,
    start,
    status: ({ reference }) => labs.sessions.status(reference),
    extend: ({ reference }) => labs.sessions.extend(reference),
    terminate: async ({ reference }) => labs.sessions.terminate(reference).then(() => null),
    ticket: ({ right }) => channels.ticketFor(right),
    page: ({ right }) => pages.urlFor(right),
    endGrant({ grantId }) {
      channels.endGrant(grantId);
      pages.endGrant(grantId);
      return null;
    },
    async events({ acknowledged }, left) {
      events.acknowledge(acknowledged);
      return { events: await events.next(MAX_EVENTS_WAIT_MS, left) };
    },
    drain() {
      drain();
      return null;
    },
    endAll: async () => labs.endAll().then(() => null),
    async close() {
      await labs.close();
      options.onClosed?.();
      return null;
    },
  };
  const api = answering({
    hostId,
    secrets: [secret, secretBefore].filter((one) => one !== null),
    answers,
    packs,
    onFailure,
  });

  const server = createServer((request, response) =>
    (pageHostOf(request.headers.host) === null ? api.serve : pages.serve)(request, response),
  );
  server.on('upgrade', (request: IncomingMessage, socket, head) =>
    (pageHostOf(request.headers.host) === null ? channels : pages).upgrade(request, socket, head),
  );
  const address = await listening(server, listen);

  async function close(): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    isDraining = true;
    await labs.close();
    channels.close();
    pages.close();
    server.close();
    server.closeAllConnections();
  }

  return {
    hostId,
    place: { name, address, secret },
    sessions,
    askedAt: api.askedAt,
    drain,
    isDrained: () => hasDrained && sessions() === 0,
    close,
  };
}

const toldOf = ({ files, kept }: LabWork) => ({ files: [...files], changes: kept?.toString('base64') ?? '' });

async function listening(server: Server, { host, port }: LabHostOptions['listen']): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: own, address, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${own}`;
}

/** Waits until a server has stored something, but not for ever: it stays to be stored later. */
async function stored(storing: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, STORE_MS);
  await Promise.race([storing, promise]);
  clearTimeout(late);
}

/** Hosts, sizes and times only: paths and headers of learners may hold secrets. */
function logNetwork(log: HostLog, lab: string, what: ProxyEntry | Readonly<ProxyCounts>): void {
  if (!('host' in what)) log.info({ lab, ...what }, 'the network of a lab has ended');
  else if (what.refusal !== null) log.info({ lab, ...what }, 'a lab was refused a connection');
}
