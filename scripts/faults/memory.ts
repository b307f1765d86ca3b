import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_TENANT, type LessonRef, publishCourses } from '@academy/bench/courses';
import { runLoad } from '@academy/bench/load';
import { refreshTokens } from '@academy/bench/people';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import type { Fault } from './fault.ts';
import { learnerRequests } from './load-support/learner-requests.ts';
import { type MeasuredAcademy, startMeasured } from './load-support/measured-academy.ts';
import { type Random, randomOf } from './load-support/random.ts';
import { until } from './load-support/until.ts';
import { figure } from './support/figures.ts';
import { type RunLearner, signInMany } from './support/learners.ts';

const COURSES = 4;
const LEARNERS = 20;
const CONNECTIONS = 24;
/** Requests between two refreshes of sign-ins. */
const BATCH = 10_000;
/** Sign-ins that are refreshed after each batch. */
const REFRESHED = 4;
interface Form {
  /** Memory is compared between these numbers of requests. */
  from: number;
  to: number;
  /** So much it may have grown meanwhile, percent. */
  max: number;
  /** Evenly spaced; null: as fast as replies arrive. */
  perSecond: number | null;
  /** The run ends after this long, even when requests are left, ms. */
  maxMs: number;
}
/** So few requests do not fill the caches of pages: this finds only what leaks fast. */
const SHORT: Form = { from: 20_000, to: 60_000, max: 30, perSecond: null, maxMs: 9.5 * 60_000 };
/** An hour, compared with its first half. */
const LONG: Form = { from: 500_000, to: 1_000_000, max: 5, perSecond: 280, maxMs: 80 * 60_000 };
/** Under load memory goes up and down with the collections of garbage: so many looks are one figure. */
const LOOKS_UNDER_LOAD = 10;
/**
 * Memory is read when it has changed by less than 1 % for so many looks, one every half second: V8 gives the heap of a
 * thread that has ended back eight seconds later.
 */
const STEADY_LOOKS = 30;
const STEADY_MS = 60_000;
/** The pool closes a connection to the database after half a minute without use. */
const CONNECTIONS_GONE_MS = 45_000;
/** Open files that may be more than before: background work connects to the database now and then. */
const MORE_FILES = 5;
/** The server ends the thread that rendered published content after half a minute. */
const THREAD_GONE_MS = 45_000;
/** It ends the one that renders pages after a minute, and has given memory back by then: it is at rest. */
const AT_REST_MS = 100_000;
/** What the server is to stay within by its default setting, and what it has at rest, MB. */
const MAX_MB = { underLoad: 350, atRest: 220 };

export const memory: Fault = {
  name: 'memory',
  title: 'Memory and open files of the server stay the same over very many mixed requests.',
  async run({ long, log, folder }) {
    const { from, to, max, perSecond, maxMs } = long ? LONG : SHORT;
    const deadline = performance.now() + maxMs;
    const academy = await startMeasured(join(folder, 'data'));
    try {
      const address = findRunningPostgres(academy.dataFolder);
      if (address === null) throw new Error('the database of the academy does not run');
      const [threads, handles] = [threadsOf(academy.pid), academy.handles()];
      const { lessons } = await publishCourses(academy, COURSES);
      const { all: learners } = await signInMany(academy, address, LEARNERS);
      const files = await filesOf(academy);
      const random = randomOf(1);
      let [sent, errors, peak] = [0, 0, 0];
      /** @returns memory at the end, MB */
      const sendUntil = async (wanted: number) => {
        const underLoad: number[] = [];
        while (sent < wanted && performance.now() < deadline) {
          const requests = Array.from({ length: BATCH }, () => mixed(academy, { lessons, learners, files }, random));
          const pace = perSecond === null ? { once: true, seconds: 300 } : { once: false, seconds: BATCH / perSecond };
          const job = { port: academy.port, connections: CONNECTIONS, warmUp: 0, perSecond, ...pace };
          const { result } = await runLoad({ ...job, requests }, () => null);
          if (result.errors > 0 && errors === 0) log(`A bad reply: ${result.firstError}`);
          sent += result.requests + result.errors;
          errors += result.errors;
          underLoad.push(academy.memory());
          peak = Math.max(peak, underLoad.at(-1) ?? 0);
          await refresh(academy, learners, (sent / BATCH) * REFRESHED);
          if (sent % (wanted / 4) < BATCH) log(`${sent} requests, ${Math.round(academy.memory())} MB`);
        }
        return mean(underLoad.slice(-LOOKS_UNDER_LOAD));
      };

      const rest = async () => {
        await until(() => threadsOf(academy.pid) <= threads, THREAD_GONE_MS, 500);
        // The short form has no time for that.
        if (long) await until(() => workersOf(academy.pid) === 0, AT_REST_MS, 500);
        await until(() => academy.handles() <= handles + MORE_FILES, CONNECTIONS_GONE_MS, 500);
        return steady(academy);
      };
      const firstLoad = await sendUntil(from);
      const first = await rest();
      const lastLoad = await sendUntil(to);
      const last = await rest();
      const increase = (before: number, after: number) => (after / before - 1) * 100;
      return {
        figures: [
          figure('requests', sent, '', { min: to }),
          figure('bad replies', errors, 'replies', { exactly: 0 }),
          figure('most memory', peak, 'MB', long ? { max: MAX_MB.underLoad } : undefined),
          figure(`memory under load, by ${from} requests`, firstLoad, 'MB'),
          figure(`memory under load, by ${to} requests`, lastLoad, 'MB', long ? { max: MAX_MB.underLoad } : undefined),
          figure('growth of memory under load', increase(firstLoad, lastLoad), '%', long ? { max } : undefined),
          figure(`memory at rest after ${from} requests`, first.megabytes, 'MB'),
          figure(
            `memory at rest after ${to} requests`,
            last.megabytes,
            'MB',
            long ? { max: MAX_MB.atRest } : undefined,
          ),
          figure('growth of memory at rest', increase(first.megabytes, last.megabytes), '%', { max }),
          figure('growth of the JavaScript heap in use', last.heap - first.heap, 'MB'),
          figure('growth of open files and sockets', last.handles - first.handles, 'files', { max: MORE_FILES }),
          figure('growth of threads', last.threads - first.threads, 'threads', { max: 0 }),
        ],
      };
    } finally {
      await academy.stop();
    }
  },
};

interface Content {
  lessons: readonly LessonRef[];
  learners: readonly RunLearner[];
  files: readonly string[];
}

/** What browsers of visitors and learners send. */
function mixed({ port }: MeasuredAcademy, { lessons, learners, files }: Content, random: Random): string {
  const of = learnerRequests(port);
  const lesson = random.pick(lessons);
  const { bearer } = random.pick(learners);
  const turn = random.below(100);
  if (turn < 40) return of.page(lesson);
  if (turn < 50) return of.outline(lesson);
  if (turn < 55) return of.courses();
  if (turn < 68) return of.file(random.pick(files));
  if (turn < 90) return of.overlay(lesson, bearer);
  if (turn < 93) return of.complete(lesson, bearer);
  if (turn < 96) return of.favorite(lesson, bearer, random.oneIn(2) ? 'save' : 'remove');
  // Addresses without end: what caches keep of them is bounded.
  if (turn < 99) return of.search(`lesson ${random.below(1_000_000)}`);
  return of.file(`/courses?q=word${random.below(1_000_000)}`);
}

/** Scripts and styles that the first page names. */
async function filesOf({ port }: MeasuredAcademy): Promise<string[]> {
  const headers = { host: `${BENCH_TENANT}.localhost:${port}` };
  const page = await (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
  return [
    '/robots.txt',
    ...new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)),
  ];
}

async function refresh(academy: MeasuredAcademy, learners: readonly RunLearner[], first: number): Promise<void> {
  for (let at = first; at < first + REFRESHED; at += 1) {
    const learner = learners[Math.floor(at) % learners.length];
    if (learner === undefined) continue;
    const { status, tokens } = await refreshTokens(academy, learner.refreshToken);
    if (tokens === null) throw new Error(`a session was not refreshed: ${status}`);
    learner.bearer = tokens.access_token;
    learner.refreshToken = tokens.refresh_token;
  }
}

/** The server at rest: memory once garbage has been collected and it changes no more. */
async function steady(academy: MeasuredAcademy) {
  let [min, looks] = [Number.POSITIVE_INFINITY, 0];
  await until(
    () => {
      const now = academy.memory();
      looks = now < min * 0.99 ? 0 : looks + 1;
      min = Math.min(min, now);
      return looks >= STEADY_LOOKS;
    },
    STEADY_MS,
    500,
  );
  const heap = (await academy.metric('nodejs_heap_size_used_bytes')) / 1e6;
  return { megabytes: min, heap, handles: academy.handles(), threads: threadsOf(academy.pid) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Threads that render. */
function workersOf(pid: number): number {
  const names = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8'),
  );
  return names.filter((name) => name.startsWith('WorkerThread')).length;
}

function threadsOf(pid: number): number {
  const [, count] = /^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(count);
}
