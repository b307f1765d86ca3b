import { join } from 'node:path';
import { type RunningAcademy, startAcademy } from '@academy/bench/academy';
import { BENCH_TENANT, type LessonRef } from '@academy/bench/courses';
import { getProgressOverlay } from '@academy/contract/progress';
import type { Fault, FaultFigure, FaultRun } from './fault.ts';
import { prepareAcademy, publicPlace, sharedSettings } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { type Client, clientOf, isFine, type Reply } from './support/client.ts';
import { figure } from './support/figures.ts';
import { type RunLearner, signInMany } from './support/learners.ts';
import { type Postgres, startPostgres, withClient } from './support/postgres.ts';
import { freePort, freePorts, missingProgram } from './support/programs.ts';
import { PROXY_PROGRAMS, type ProxyKind, startProxy } from './support/proxies.ts';
import { answeredShare, catalogueReads, countReply, problemsText, type ReadCount, readCount } from './support/reads.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';
import { type WriterPool, writerPool } from './support/writes.ts';

/** Requests while something is away: of pages, of what only the database knows, and writes. */
const LONG = { pages: 240, reads: 40, writes: 40 };
const SHORT = { pages: 48, reads: 12, writes: 12 };
type Size = typeof LONG;

/** Longest time to the first byte of an answer, by the settings of the servers, ms. */
const DEADLINE_MS = 3_000;
const AT_ONCE = 12;
const HEALED_WITHIN_MS = 30_000;
/** A proxy has noticed what changed, ms. */
const NOTICED_MS = 2_500;

/** What stands in front of the servers, in words. */
const KINDS: Readonly<Record<ProxyKind, string>> = { haproxy: 'HAProxy', nginx: 'nginx', helm: 'a cluster' };

/** One fault for each proxy of `deploy/`, so that one whose program is missing does not keep the others from running. */
export const backendsRefuse: readonly Fault[] = (Object.keys(KINDS) as ProxyKind[]).map((kind) => ({
  name: `backends-refuse-${kind}`,
  title: `Behind ${KINDS[kind]} the store, the database, and that of one server alone are away in turn; readers go on.`,
  run: (given) =>
    withCleanup(async (later) => {
      const missing = missingProgram(PROXY_PROGRAMS[kind]);
      if (missing !== null) return { skipped: missing };
      const size = given.long ? LONG : SHORT;
      const postgres = await startPostgres(join(given.folder, 'postgres'));
      later.add(() => postgres.stop());
      given.log('publishing courses');
      const { academy, lessons } = await prepareAcademy(given.folder, postgres.connectionString, {
        ...{ courses: 4, learners: 0 },
      });
      await academy.stop();
      return { figures: await behind(kind, given, { size, postgres, lessons }) };
    }),
}));

/** Two servers, each with a network of its own to the database, behind one proxy. */
interface Place {
  size: Size;
  postgres: Postgres;
  servers: readonly RunningAcademy[];
  networks: readonly TcpProxy[];
  client: Client;
  lessons: readonly LessonRef[];
  learner: RunLearner;
  pool: WriterPool;
}

/** How requests went while something was away. */
interface Went {
  pages: ReadCount;
  reads: ReadCount;
  writes: ReadCount;
}

/** What is away, and what must hold meanwhile. */
interface Trouble {
  name: string;
  begin(place: Place): unknown;
  end(place: Place): unknown;
  /** Percent of reads of the database that are answered, behind each proxy that promises it. */
  reads: number | null;
  /** Percent of writes that are taken. */
  writes: number | null;
}

const onEach = (work: (network: TcpProxy) => unknown) => (place: Place) => Promise.all(place.networks.map(work));

/** Of the proxies, HAProxy alone sends a write where it can be taken. */
const troublesOf = (kind: ProxyKind): readonly Trouble[] => [
  { name: 'store away', begin: askForPicture, end: () => {}, reads: 100, writes: 100 },
  {
    name: 'database away',
    ...{ begin: async (place) => leadNowhere(place.networks), end: (place) => leadBack(place), reads: 0, writes: 0 },
  },
  {
    name: 'database hung',
    ...{ begin: onEach((one) => one.pause()), end: onEach((one) => one.resume()), reads: 0, writes: 0 },
  },
  { name: 'database read only', begin: readOnly('on'), end: readOnly('off'), reads: 100, writes: 0 },
  {
    name: 'one server ill',
    ...{ begin: ({ networks }) => leadNowhere(networks.slice(0, 1)), end: (place) => leadBack(place) },
    ...{ reads: kind === 'helm' ? null : 100, writes: kind === 'haproxy' ? 100 : null },
  },
];

async function leadNowhere(networks: readonly TcpProxy[]): Promise<void> {
  const nobody = await freePort();
  await Promise.all(networks.map((one) => one.leadTo(nobody)));
}

const leadBack = ({ networks, postgres }: Place) => Promise.all(networks.map((one) => one.leadTo(postgres.port)));

const readOnly = (value: 'on' | 'off') => async (place: Place) => {
  const { connectionString } = place.postgres;
  await withClient(connectionString, async ({ pool }) => {
    const client = await pool.connect();
    // A transaction that writes is needed to take the setting back.
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query('select pg_reload_conf()');
    client.release();
  });
};

/** @throws Error when the picture is not refused by 503, as what lies in the store */
async function askForPicture({ client, postgres }: Place): Promise<void> {
  const { rows } = await withClient(postgres.connectionString, ({ pool }) =>
    pool.query<{ tenant: string; file: string }>(
      `select tenant_id as tenant, hash || '.' || case media_type when 'image/svg+xml' then 'svg' when 'image/jpeg' then 'jpg'
           else split_part(media_type, '/', 2) end as file
         from asset join asset_use using (hash) where bytes is null and is_open limit 4`,
    ),
  );
  if (rows.length === 0) throw new Error('no picture lies in the store');
  for (const { tenant, file } of rows) {
    const { status } = await client.page(tenant, `/assets/content/${file}`);
    if (status !== 503) throw new Error(`a picture whose store is away is answered ${status}`);
  }
}

function behind(
  kind: ProxyKind,
  given: FaultRun,
  { size, postgres, lessons }: Pick<Place, 'size' | 'postgres' | 'lessons'>,
): Promise<FaultFigure[]> {
  return withCleanup(async (later) => {
    const folder = join(given.folder, kind);
    const port = await freePort();
    const publicly = publicPlace(port);
    const networks = [await startTcpProxy(postgres.port), await startTcpProxy(postgres.port)];
    for (const one of networks) later.add(() => one.close());
    await moveToStore(postgres);
    const shared = { ...sharedSettings(postgres.connectionString, publicly), ...(await storeThatIsAway()) };
    const servers: RunningAcademy[] = [];
    later.add(() => Promise.all(servers.map((server) => server.stop())));
    const ports = await freePorts(networks.length);
    for (const [index, network] of networks.entries()) {
      const url = postgres.connectionString.replace(`:${postgres.port}/`, `:${network.port}/`);
      const env = { ...shared, DATABASE_URL: url, ACADEMY_DEADLINE_MS: String(DEADLINE_MS) };
      servers.push(await startAcademy(join(folder, `data-${index}`), ports[index], { env }));
    }
    const [one = 0, two = 0] = ports;
    const proxy = await startProxy(kind, folder, port, [one, two]);
    later.add(() => proxy.stop());
    const learners = await signInMany(publicly, postgres.connectionString, 20);
    const [learner] = learners.all;
    if (learner === undefined) throw new Error('nobody is signed in');
    const client = clientOf(port, { secure: true });
    later.add(() => client.close());
    const pool = writerPool(learners.all, lessons);
    const place = { size, postgres, servers, networks, client, lessons, learner, pool };

    // Every page of the catalogue is in the memory of both servers.
    for (let round = 0; round < 8; round += 1) await Promise.all(catalogueReads(lessons).map((read) => read(client)));
    const figures: FaultFigure[] = [];
    for (const trouble of troublesOf(kind)) {
      const went = await during(trouble, place);
      const text = Object.entries(went).map(
        ([what, { problems }]) => `${what} ${problemsText(problems) || 'no problem'}`,
      );
      given.log(`${trouble.name}: ${text.join('; ')}`);
      figures.push(...figuresOf(trouble, went));
    }
    return figures;
  });
}

/** All pictures lie in a store that does not answer. */
const moveToStore = ({ connectionString }: Postgres) =>
  withClient(connectionString, ({ pool }) =>
    pool.query(`update asset set bytes = null where media_type like 'image/%'`),
  );

const storeThatIsAway = async (): Promise<Record<string, string>> => ({
  ACADEMY_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  ACADEMY_S3_BUCKET: 'academy-files',
  ACADEMY_S3_ACCESS_KEY: 'key',
  ACADEMY_S3_SECRET_KEY: 'a secret that nobody asks for',
});

/** Reads and writes while something is away, then waits until both servers take writes again. */
async function during(trouble: Trouble, place: Place): Promise<Went> {
  const { client, lessons, learner, pool, size } = place;
  await trouble.begin(place);
  // A proxy that takes servers away for what is no fault of theirs has done so by now.
  await until(NOTICED_MS, () => false);
  const pages = catalogueReads(lessons);
  const went: Went = { pages: readCount(), reads: readCount(), writes: readCount() };
  await many(size.pages, (index) => pages[index % pages.length]?.(client), went.pages);
  const query = { kind: 'courses' };
  const overlay = { tenantId: BENCH_TENANT, bearer: learner.bearer, query };
  await many(size.reads, () => client.call(getProgressOverlay, overlay), went.reads);
  await many(size.writes, () => pool.writeOne(client), went.writes);
  await many(size.pages, (index) => pages[index % pages.length]?.(client), went.pages);
  await trouble.end(place);
  const healed = async () => {
    const all = await Promise.all(place.servers.map(({ port }) => fetch(`http://127.0.0.1:${port}/health/ready`)));
    return all.every(({ ok }) => ok) && isFine(await pool.writeOne(client));
  };
  if (!(await until(HEALED_WITHIN_MS, healed))) throw new Error(`nothing is written any more after: ${trouble.name}`);
  await until(NOTICED_MS, () => false);
  return went;
}

async function until(ms: number, isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const deadline = performance.now() + ms; performance.now() < deadline; ) {
    if (await isTrue()) return true;
    await new Promise((passed) => setTimeout(passed, 50));
  }
  return false;
}

async function many(count: number, ask: (index: number) => Promise<Reply> | undefined, into: ReadCount): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      const reply = await ask(next++);
      if (reply !== undefined)
        countReply(into, reply.status === 503 && !isOurs(reply) ? { ...reply, status: 0, error: 'bare 503' } : reply);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** A refusal of the academy says in words what is away; that of a proxy does not. */
const isOurs = ({ text }: Reply): boolean => text.includes('"success":false') || text.includes('data-');

function figuresOf(trouble: Trouble, { pages, reads, writes }: Went): FaultFigure[] {
  const { name } = trouble;
  const target = (share: number | null) => (share === null ? undefined : { exactly: share });
  const notRefused = [reads, writes].flatMap(({ problems }) => [...problems]).filter(([problem]) => problem !== '503');
  return [
    figure(`${name}: pages`, answeredShare(pages), '%', { exactly: 100 }),
    figure(`${name}: reads of the database`, answeredShare(reads), '%', target(trouble.reads)),
    figure(`${name}: writes`, answeredShare(writes), '%', target(trouble.writes)),
    figure(
      `${name}: refused other than by the academy's 503`,
      notRefused.reduce((sum, [, count]) => sum + count, 0),
      'requests',
      { exactly: 0 },
    ),
  ];
}
