import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { askHost } from '@academy/labs/lab-hosts/host-client';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningAcademy, startAcademy } from './academy.ts';
import { type LabHostProgram, startLabHostProgram } from './lab-host-program.ts';
import { LabLearner, type LabPlace } from './lab-learner.ts';
import { typeWhile } from './lab-typing.ts';
import { type Learner, makePeople, signIn } from './people.ts';

const LABS = 40;
/** Of each host: neither has enough for all. */
const PLACES = 25;
const TYPISTS = 20;
const TENANTS = ['spring', 'kube', 'tanzu'];
const SECRET = randomBytes(32).toString('base64url');
/** Learners read within this time that the host of their lab is gone, ms. */
const GONE_MS = 10_000;

/** Sends each connection to one of the servers, as a proxy does. */
class Balancer {
  ports: readonly number[] = [];
  readonly #server: Server;
  #next = 0;

  constructor() {
    this.#server = createServer((client) => {
      this.#next += 1;
      const server = connect(this.ports[this.#next % this.ports.length] ?? 0, '127.0.0.1');
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
  }
  async open(): Promise<number> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return (this.#server.address() as AddressInfo).port;
  }
  close(): void {
    this.#server.close();
  }
}

async function freePort(): Promise<number> {
  const taken = new Balancer();
  const port = await taken.open();
  taken.close();
  return port;
}

describe.skipIf(!hasSandboxes)('labs at two lab hosts and two servers', { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-labs-at-hosts-'));
  const balancer = new Balancer();
  const hosts: LabHostProgram[] = [];
  const servers: RunningAcademy[] = [];
  /** Has the database and the sample academies; labs run elsewhere. */
  let lender: RunningAcademy;
  let place: LabPlace;
  const people: Learner[] = [];

  const startHost = (number: number, places = PLACES, port = 0) =>
    startLabHostProgram(
      join(folder, `host-${number}`),
      {
        // As the image of the academy has them, for servers.
        ACADEMY_ENVIRONMENT: 'prod',
        ACADEMY_HOST: '0.0.0.0',
        ACADEMY_LAB_HOST_SECRET: SECRET,
        ACADEMY_LAB_HOST_NUMBER: String(number),
        ACADEMY_LAB_HOST_DRAIN_MINUTES: '10',
        ACADEMY_LAB_SANDBOXES: String(places),
        ACADEMY_LAB_SANDBOX_MEGABYTES: '128',
      },
      port,
    );

  async function startServer(at: number, port: number): Promise<void> {
    const env = {
      ACADEMY_ENVIRONMENT: 'dev',
      ACADEMY_DRAIN_SECONDS: '1',
      ACADEMY_IDENTITY: 'embedded',
      ACADEMY_ISSUER: `http://localhost:${place.port}/idp/`,
      ACADEMY_TENANT_ORIGINS: TENANTS.map((tenant) => `${tenant}=${place.origin(tenant)}`).join(','),
      ACADEMY_TRUSTED_PROXIES: '127.0.0.1',
      ACADEMY_SMTP_URL: 'smtp://127.0.0.1:9',
      ACADEMY_MAIL_FROM: 'academy@example.org',
      DATABASE_URL: findRunningPostgres(lender.dataFolder) ?? '',
      ACADEMY_LAB_ENGINES: 'kube=sandbox',
      ACADEMY_LAB_STARTS_PER_MINUTE: '1000',
      ACADEMY_LAB_HOSTS: hosts.map(({ address }, number) => `host${number}=${address}`).join(','),
      ACADEMY_LAB_HOST_SECRET: SECRET,
    };
    servers[at] = await startAcademy(join(folder, `server-${at}`), port, { env });
  }

  /** Takes a server away from the balancer and back, as an orchestrator does. */
  async function roll(at: number, end: (server: RunningAcademy) => Promise<void>): Promise<void> {
    const server = servers[at] as RunningAcademy;
    balancer.ports = servers.filter((one) => one !== server).map(({ port }) => port);
    await end(server);
    await startServer(at, server.port);
    balancer.ports = servers.map(({ port }) => port);
  }

  const healthOf = async ({ address }: LabHostProgram) =>
    (await askHost({ name: '', address, secret: SECRET }, 'any', 'health', {}))?.answer;
  const learners: LabLearner[] = [];
  const inLabs = (work: (learner: LabLearner, at: number) => Promise<unknown>) => Promise.all(learners.map(work));
  const ids = () => learners.map(({ session }) => session?.id);

  /** Starts the lab of a learner, or finds it, and opens its terminal. */
  async function begin(at: number): Promise<void> {
    learners[at]?.leave();
    const learner = new LabLearner(place, people[at] as Learner);
    learners[at] = learner;
    await expect.poll(async () => (await learner.start()).code, { timeout: 20_000 }).toBeNull();
    await learner.open();
    learner.stay();
  }

  /** Learners whose labs run at a host. */
  async function labsAt(number: number): Promise<number[]> {
    const found = learners.flatMap(({ hostNumber }, at) => (hostNumber === number ? [at] : []));
    expect((await healthOf(hosts[number - 1] as LabHostProgram))?.running).toBe(found.length);
    return found;
  }

  beforeAll(async () => {
    const [one, two] = await Promise.all([startHost(1), startHost(2)]);
    hosts.push(one, two);
    lender = await startAcademy(join(folder, 'lender'));
    const port = await balancer.open();
    place = { port, origin: (tenant) => `http://${tenant}.localhost:${port}` };
    for (const at of [0, 1]) await startServer(at, await freePort());
    balancer.ports = servers.map((server) => server.port);
    const password = randomBytes(18).toString('base64url');
    const emails = Array.from({ length: LABS }, (_, at) => `learner-${at}@example.org`);
    await makePeople(findRunningPostgres(lender.dataFolder) ?? '', emails, password);
    const provider = { ...place, issuer: `http://localhost:${port}/idp/` };
    for (const email of emails) people.push({ email, bearer: await signIn(provider, email, password) });
  }, 240_000);
  afterAll(async () => {
    for (const learner of learners) learner.leave();
    for (const server of servers) await server.stop();
    await lender?.stop();
    for (const host of hosts) await host.kill();
    balancer.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('forty labs that start at once are shared by both hosts', async () => {
    await Promise.all(people.map((_person, at) => begin(at)));
    await inLabs((learner, at) => learner.type(`own=${at}; echo "set" it`, 'set it'));
    const counts = [(await labsAt(1)).length, (await labsAt(2)).length];
    expect(Math.max(...counts)).toBeLessThanOrEqual(PLACES);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(LABS);
  });

  test('no key is lost or typed twice while both servers are restarted', async () => {
    const before = ids();
    const typed = await typeWhile(learners.slice(0, TYPISTS), async () => {
      for (const at of [0, 1]) await roll(at, (server) => server.stop());
    });
    expect(typed).toMatchObject({ wrong: 0 });
    expect(typed.pressed).toBeGreaterThan(TYPISTS * 100);
    await inLabs(async (learner, at) => learner.type('echo "own is $own"', `own is ${at}`));
    expect(ids()).toEqual(before);
  });

  test('no key is lost or typed twice while a server is killed', async () => {
    const typed = await typeWhile(learners.slice(0, TYPISTS), async () => {
      const [server] = servers as [RunningAcademy];
      // The balancer still sends requests to it.
      await server.kill(false);
      await startServer(0, server.port);
    });
    expect(typed).toMatchObject({ wrong: 0 });
    await inLabs(async (learner, at) => learner.type('echo "own is $own"', `own is ${at}`));
  });

  test('a host that drains keeps its labs, takes no more, and is replaced', async () => {
    const [old, other] = hosts as [LabHostProgram, LabHostProgram];
    const [first = 0, ...others] = await labsAt(1);
    const stopped = old.stop();
    await expect.poll(async () => (await healthOf(old))?.isDraining).toBe(true);
    await Promise.all(others.map((at) => learners[at]?.type('echo "own is $own"', `own is ${at}`)));
    // Servers look at hosts every two seconds.
    const startedAt = async () => {
      await learners[first]?.end();
      await begin(first);
      return learners[first]?.hostNumber;
    };
    await expect.poll(startedAt, { timeout: 10_000 }).toBe(2);
    await Promise.all(others.map((at) => learners[at]?.end()));
    // It ends with its last lab.
    await stopped;
    hosts[0] = await startHost(1, LABS, Number(new URL(old.address).port));
    await Promise.all(others.map(begin));
    expect(await labsAt(1)).not.toEqual([]);
    expect((await healthOf(other))?.isDraining).toBe(false);
  });

  test('labs of a lost host end within ten seconds, and begin with their files', async () => {
    const lost = await labsAt(2);
    const write = (at: number) => `echo mine-${at} > ~/exercises/mine.txt; echo "written" it`;
    await Promise.all(lost.map((at) => learners[at]?.type(write(at), 'written it')));
    const kept = async (at: number) => {
      const { data } = (await learners[at]?.read(learners[at]?.session?.id ?? '')) ?? { data: null };
      return data?.snapshot?.files.some(({ text }) => text === `mine-${at}\n`);
    };
    for (const at of lost) await expect.poll(() => kept(at), { timeout: 10_000 }).toBe(true);
    const lostIds = lost.map((at) => learners[at]?.session?.id ?? '');
    const killedAt = performance.now();
    await hosts[1]?.kill();
    const states = () =>
      Promise.all(
        lost.map(async (at, index) => {
          const { data } = (await learners[at]?.read(lostIds[index] ?? '')) ?? { data: null };
          return `${data?.state} ${data?.problem}`;
        }),
      );
    await expect.poll(states, { timeout: 20_000 }).toEqual(lost.map(() => 'ended unavailable'));
    expect(performance.now() - killedAt).toBeLessThan(GONE_MS);
    await Promise.all(lost.map(begin));
    for (const at of lost) expect(await learners[at]?.answerOf('cat ~/exercises/mine.txt')).toBe(`mine-${at}`);
    expect(await labsAt(1)).toHaveLength(LABS);
  });
});
