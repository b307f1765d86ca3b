import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { listCourses } from '@academy/contract/courses';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay } from '@academy/contract/progress';
import type { RunningAcademy } from './academy.ts';
import { startBare } from './bare.ts';
import { BENCH_TENANT, LESSONS_PER_COURSE, type LessonRef, publishCourses } from './courses.ts';
import type { Figure } from './figure.ts';
import { runLoad } from './load.ts';
import { type LoadJob, type LoadResult, rawRequest } from './load-job.ts';
import { type Learner, signInLearners } from './people.ts';
import { freeCores, moveToCore, processorTime, processorTimeOfTree, residentMegabytes } from './processor-time.ts';
import { fillSearch, searchRequests } from './searches.ts';
import { median } from './statistics.ts';

/** CPU core of the measured server; the load has the other one. */
const SERVER_CORE = 0;
const CONNECTIONS = 32;
const WARM_UP_S = 1;
const LEARNERS = 60;
const COURSES = 20;
/** Duration of reading meanwhile: about as long as publishing takes. */
const READING_S = 6;
const READS_PER_SECOND = 200;
/** Size of a large academy, and number of searches. */
const SEARCHED_LESSONS = 10_000;
const SEARCHES = 200;
/** The server ends its rendering worker 30 s after the last publish; the worker's memory is not counted. */
const WORKER_GONE_MS = 35_000;

export interface CallOptions {
  /** Measured time of one load, s. */
  seconds: number;
  /** Loads per call, alternating between academy and bare server. */
  rounds: number;
  log(line: string): void;
}

/** One load with its cost. */
interface Shot extends LoadResult {
  /** CPU time of the server per request, microseconds; null where the system does not report it. */
  serverUs: number | null;
  /** The same for the database. */
  databaseUs: number | null;
}

interface Target {
  port: number;
  pid: number;
  databasePid: number | null;
}

/** Calls and pages from the cache, personal reads and durable writes of a running academy beside a bare server. */
export async function measureCalls(academy: RunningAcademy, options: CallOptions): Promise<Figure[]> {
  const { log } = options;
  moveToCore(academy.pid, SERVER_CORE);
  const target: Target = { port: academy.port, pid: academy.pid, databasePid: academy.databasePid() };
  const host = `spring.localhost:${academy.port}`;
  const figures: Figure[] = [];
  const packed = { 'accept-encoding': 'gzip' };

  const cached: { subject: string; path: string; headers: Record<string, string> }[] = [
    { subject: 'page /courses, packed', path: '/courses', headers: packed },
    { subject: 'page /courses, plain', path: '/courses', headers: {} },
    {
      subject: `GET ${listCourses.path}, packed`,
      path: `${API_BASE_PATH}${listCourses.path}?tenantId=spring`,
      headers: { ...packed, [TENANT_HEADER]: 'spring' },
    },
  ];
  for (const { subject, path, headers } of cached) {
    log(`Measuring ${subject}`);
    const request = { path, headers: { host, ...headers } };
    figures.push(...ratioFigures(subject, await beside(target, [request], options), 0.5));
  }

  log(`Publishing ${COURSES} courses of ${LESSONS_PER_COURSE} lessons while pages are read`);
  const readers = readersOf(target, options);
  const whilePublishing = async (where: string, first: number): Promise<LessonRef[]> => {
    const alone = await readers();
    const [during, published] = await Promise.all([readers(), publishCourses(academy, COURSES, first)]);
    const { lessons, milliseconds } = published;
    figures.push(...readerFigures(alone, during, where));
    const perSecond = lessons.length / (milliseconds / 1000);
    figures.push(figure(`publishing, server on ${where}`, 'lessons', perSecond, '/s', { min: 50 }));
    return lessons;
  };
  const lessons = await whilePublishing('one core', 0);
  freeCores(target.pid);
  await whilePublishing('all cores', COURSES);
  moveToCore(target.pid, SERVER_CORE);
  const published = performance.now();
  figures.push(await measureRendering(target, lessons, options));
  log(`Signing ${LEARNERS} people in`);
  const began = performance.now();
  const learners = await signInLearners(academy, LEARNERS);
  figures.push(figure('sign-in', 'one after the other', (performance.now() - began) / LEARNERS, 'ms', null));

  figures.push(...(await measureOverlay(target, learners, lessons, options)));
  figures.push(...(await measureCompletions(target, learners, lessons, options)));
  log('Waiting until the rendering worker has ended');
  await sleep(Math.max(0, published + WORKER_GONE_MS - performance.now()));
  figures.push(figure('server', 'memory after this load', residentMegabytes(academy.pid), 'MB', { max: 220 }));
  figures.push(...(await measureSearch(academy, target, options)));
  return figures;
}

/** Successive searches in an academy of ten thousand lessons. */
async function measureSearch(academy: RunningAcademy, target: Target, options: CallOptions): Promise<Figure[]> {
  const subject = `search among ${SEARCHED_LESSONS} lessons`;
  options.log(`Writing ${SEARCHED_LESSONS} lessons to search among`);
  const entries = await fillSearch(academy, SEARCHED_LESSONS);
  options.log(`Measuring ${subject}`);
  const shots: Shot[] = [];
  const requests = searchRequests(academy, entries, SEARCHES * (options.rounds + 1));
  for (let from = 0; from < requests.length; from += SEARCHES) {
    const load = { ...job(target, requests.slice(from, from + SEARCHES), options), once: true };
    shots.push(await shoot(target, { ...load, connections: 1, warmUp: 0 }));
  }
  // The first round runs code that is not compiled yet, and reads database pages that are not in memory yet.
  const measured = shots.slice(1);
  return [
    figure(subject, 'p50', median(measured.map(({ p50 }) => p50)), 'ms', null),
    figure(subject, 'p99', median(measured.map(({ p99 }) => p99)), 'ms', { max: 100 }),
    ...costFigures(subject, measured),
  ];
}

/** Steady readers of two academies: the one that is published to, and another one. */
function readersOf(target: Target, options: CallOptions): () => Promise<Shot[]> {
  const tenants = [BENCH_TENANT, 'spring'];
  return () =>
    Promise.all(
      tenants.map((tenantId) => {
        const headers = { host: `${tenantId}.localhost:${target.port}`, 'accept-encoding': 'gzip' };
        const requests = ['/', '/courses', '/guides', '/paths'].map((path) => rawRequest('GET', path, headers));
        const load = { ...job(target, requests, options), connections: 8, seconds: READING_S };
        return shoot(target, { ...load, perSecond: READS_PER_SECOND / tenants.length });
      }),
    );
}

function readerFigures(alone: readonly Shot[], during: readonly Shot[], where: string): Figure[] {
  return ['same academy', 'other academy'].flatMap((whose, at) => {
    const subject = `pages of the ${whose} while publishing, server on ${where}`;
    const [before, meanwhile] = [alone[at]?.p99 ?? Number.NaN, during[at]?.p99 ?? Number.NaN];
    return [
      figure(subject, 'p99 before', before, 'ms', null),
      figure(subject, 'p99 meanwhile', meanwhile, 'ms', null),
      figure(subject, 'p99 ratio', meanwhile / before, 'x', { max: 1.2 }),
    ];
  });
}

/** Each page is requested once, so that each is rendered. */
async function measureRendering(target: Target, lessons: readonly LessonRef[], options: CallOptions): Promise<Figure> {
  const subject = 'lesson page, rendered anew';
  options.log(`Measuring ${subject}`);
  const headers = { host: `${BENCH_TENANT}.localhost:${target.port}`, 'accept-encoding': 'gzip' };
  const requests = lessons.map(({ courseSlug, lessonSlug }) =>
    rawRequest('GET', `/courses/${courseSlug}/lessons/${lessonSlug}`, headers),
  );
  // The first pages of the process run code that is not compiled yet: they are the warm-up.
  const shot = await shoot(target, { ...job(target, requests, options), connections: 4, warmUp: 0.5, once: true });
  const milliseconds = shot.serverUs === null ? null : shot.serverUs / 1000;
  return figure(subject, 'server processor time', milliseconds, 'ms', { max: 6 });
}

async function measureOverlay(
  target: Target,
  learners: readonly Learner[],
  lessons: readonly LessonRef[],
  options: CallOptions,
): Promise<Figure[]> {
  const subject = 'overlay of a course';
  options.log(`Measuring ${subject}`);
  const slugs = [...new Set(lessons.map(({ courseSlug }) => courseSlug))];
  const requests = learners.map((learner, index) => ({
    path: `${API_BASE_PATH}${getProgressOverlay.path}?courseSlug=${slugs[index % slugs.length]}`,
    headers: personal(target, learner),
  }));
  const shots = await beside(target, requests, options);
  const { ours } = shots;
  const perSecond = median(ours.map((shot) => shot.perSecond));
  const half = await shoot(target, { ...job(target, requests.map(asText), options), perSecond: perSecond / 2 });
  return [
    ...ratioFigures(subject, shots, 0.2),
    figure(subject, 'p50 at full load', median(ours.map(({ p50 }) => p50)), 'ms', null),
    figure(subject, 'p99 at full load', median(ours.map(({ p99 }) => p99)), 'ms', null),
    figure(subject, 'p50 at half load', half.p50, 'ms', null),
    figure(subject, 'p99 at half load', half.p99, 'ms', { max: 25 }),
  ];
}

async function measureCompletions(
  target: Target,
  learners: readonly Learner[],
  lessons: readonly LessonRef[],
  options: CallOptions,
): Promise<Figure[]> {
  const subject = 'mark-complete, durable';
  options.log(`Measuring ${subject}`);
  // Every request has another pair of learner and lesson, so that each is a write.
  const requests = lessons.flatMap(({ courseId, lessonId }) =>
    learners.map((learner) =>
      rawRequest('POST', `${API_BASE_PATH}${completeLesson.path}`, personal(target, learner), {
        courseId,
        lessonId,
        isLastLesson: false,
        operationType: 'COMPLETE_LESSON',
      }),
    ),
  );
  const share = Math.floor(requests.length / options.rounds);
  const shots: Shot[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const part = requests.slice(round * share, (round + 1) * share);
    shots.push(await shoot(target, { ...job(target, part, options), once: true }));
  }
  return [
    figure(subject, 'acknowledged', median(shots.map((shot) => shot.perSecond)), '/s', { min: 1500 }),
    figure(subject, 'p50 at full load', median(shots.map(({ p50 }) => p50)), 'ms', null),
    figure(subject, 'p99 at full load', median(shots.map(({ p99 }) => p99)), 'ms', null),
    ...costFigures(subject, shots),
  ];
}

interface Request {
  path: string;
  headers: Record<string, string>;
}

const asText = ({ path, headers }: Request) => rawRequest('GET', path, headers);

interface Beside {
  ours: Shot[];
  bare: Shot[];
  /** The bare server at the rate of ours: its load then sleeps between replies as ours does, and waking it costs. */
  bareAtOurRate: Shot;
}

/** The academy and a bare server that sends the same bytes, alternating; every second round in the other order. */
async function beside(target: Target, requests: readonly Request[], options: CallOptions): Promise<Beside> {
  const [first] = requests;
  if (first === undefined) throw new Error('there is no request to measure');
  const sample = await fetchRaw(target.port, first);
  const server = await startBare(sample.headers, sample.body, SERVER_CORE);
  try {
    const bareTarget: Target = { port: server.port, pid: server.pid, databasePid: null };
    const work = requests.map(asText);
    const [ours, bare]: [Shot[], Shot[]] = [[], []];
    const turns = [
      { shots: ours, at: target },
      { shots: bare, at: bareTarget },
    ];
    for (let round = 0; round < options.rounds; round += 1)
      for (const { shots, at } of round % 2 === 0 ? turns : [...turns].reverse())
        shots.push(await shoot(at, job(at, work, options)));
    const perSecond = median(ours.map((shot) => shot.perSecond));
    return { ours, bare, bareAtOurRate: await shoot(bareTarget, { ...job(bareTarget, work, options), perSecond }) };
  } finally {
    server.stop();
  }
}

/** One reply as transferred, still compressed. */
async function fetchRaw(port: number, request: Request): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { get } = await import('node:http');
  return new Promise((done, refuse) => {
    get({ host: '127.0.0.1', port, path: request.path, headers: request.headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode !== 200) {
          refuse(new Error(`${request.path} answers ${response.statusCode}: ${body.toString('utf8', 0, 300)}`));
          return;
        }
        const kept = ['content-type', 'content-encoding'].flatMap((name) => {
          const value = response.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        });
        done({ headers: Object.fromEntries(kept), body });
      });
    }).on('error', refuse);
  });
}

function job(target: Target, requests: string[], options: CallOptions): LoadJob {
  return {
    port: target.port,
    connections: CONNECTIONS,
    warmUp: WARM_UP_S,
    seconds: options.seconds,
    requests,
    once: false,
    perSecond: null,
  };
}

async function shoot(target: Target, load: LoadJob): Promise<Shot> {
  const read = () => ({
    server: processorTime(target.pid),
    database: target.databasePid === null ? null : processorTimeOfTree(target.databasePid),
  });
  const { result, before, after } = await runLoad(load, read);
  if (result.errors > 0) {
    throw new Error(`${result.errors} of ${result.requests + result.errors} replies were bad: ${result.firstError}`);
  }
  const perRequest = (from: number | null, to: number | null) =>
    from === null || to === null ? null : ((to - from) / Math.max(1, result.requests)) * 1e6;
  return {
    ...result,
    serverUs: perRequest(before.server, after.server),
    databaseUs: perRequest(before.database, after.database),
  };
}

function personal(target: Target, learner: Learner): Record<string, string> {
  return {
    host: `${BENCH_TENANT}.localhost:${target.port}`,
    [TENANT_HEADER]: BENCH_TENANT,
    authorization: `Bearer ${learner.bearer}`,
  };
}

function ratioFigures(subject: string, { ours, bare, bareAtOurRate }: Beside, min: number): Figure[] {
  // Ratios are taken within a round: both servers then had the same conditions.
  const ratios = ours.map((shot, round) => shot.perSecond / (bare[round]?.perSecond ?? Number.NaN));
  return [
    figure(subject, 'ratio to bare', median(ratios), 'x', { min }),
    figure(subject, 'ratio by processor time', medianCost(bare) / medianCost(ours), 'x', null),
    figure(subject, 'the same at the same rate', medianCost([bareAtOurRate]) / medianCost(ours), 'x', null),
    figure(subject, 'academy', median(ours.map((shot) => shot.perSecond)), '/s', null),
    figure(subject, 'bare', median(bare.map((shot) => shot.perSecond)), '/s', null),
    ...costFigures(subject, ours),
    ...costFigures(subject, bare).map((cost) => ({ ...cost, name: `bare: ${cost.name}` })),
  ];
}

/** More stable than requests per second when the machine is busy. */
function medianCost(shots: readonly Shot[]): number {
  return median(shots.map(({ serverUs }) => serverUs ?? Number.NaN));
}

function costFigures(subject: string, shots: readonly Shot[]): Figure[] {
  const of = (pick: (shot: Shot) => number | null) => shots.map(pick).filter((value) => value !== null);
  const server = of(({ serverUs }) => serverUs);
  const database = of(({ databaseUs }) => databaseUs);
  return [
    ...(server.length === 0 ? [] : [figure(subject, 'server processor time', median(server), 'us', null)]),
    ...(database.length === 0 || median(database) < 1
      ? []
      : [figure(subject, 'database processor time', median(database), 'us', null)]),
  ];
}

function figure(subject: string, name: string, value: number | null, unit: string, target: Figure['target']): Figure {
  return { area: 'calls', subject, name, value, unit, target };
}
