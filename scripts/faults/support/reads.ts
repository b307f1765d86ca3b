import { setTimeout as delay } from 'node:timers/promises';
import { BENCH_TENANT, type LessonRef } from '@academy/bench/courses';
import { percentile } from '@academy/bench/statistics';
import { listCourses } from '@academy/contract/courses';
import { type Client, isFine, problemOf, type Reply } from './client.ts';

/** One kind of request and how its replies went. */
export interface ReadCount {
  requests: number;
  failed: number;
  problems: Map<string, number>;
  /** Time of each answered request, ms. */
  times: number[];
}

export type Read = (client: Client) => Promise<Reply>;

/** What a visitor reads: pages and public calls, which servers keep in memory. */
export function catalogueReads(lessons: readonly LessonRef[]): Read[] {
  const [lesson] = lessons;
  return [
    (client) => client.page(BENCH_TENANT, '/'),
    (client) => client.page(BENCH_TENANT, '/courses'),
    (client) => client.call(listCourses, { tenantId: BENCH_TENANT }),
    ...(lesson === undefined
      ? []
      : [
          (client: Client) => client.page(BENCH_TENANT, `/courses/${lesson.courseSlug}`),
          (client: Client) => client.page(BENCH_TENANT, `/courses/${lesson.courseSlug}/lessons/${lesson.lessonSlug}`),
        ]),
  ];
}

export const readCount = (): ReadCount => ({ requests: 0, failed: 0, problems: new Map(), times: [] });

/** Makes requests in turn until it is over. */
export async function readUntil(
  isOver: () => boolean,
  reads: readonly Read[],
  client: () => Client,
  count: ReadCount,
  choices: { readers?: number; perSecond?: number } = {},
): Promise<void> {
  const { readers = 4, perSecond = 100 } = choices;
  const pause = (readers * 1000) / perSecond;
  let next = 0;
  const reader = async () => {
    while (!isOver()) {
      const read = reads[next++ % reads.length];
      if (read === undefined) return;
      const reply = await read(client());
      countReply(count, reply);
      await delay(Math.max(0, pause - reply.ms));
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
}

export function countReply(count: ReadCount, reply: Reply): void {
  count.requests += 1;
  if (isFine(reply)) count.times.push(reply.ms);
  else {
    count.failed += 1;
    count.problems.set(problemOf(reply), (count.problems.get(problemOf(reply)) ?? 0) + 1);
  }
}

/** The share of requests that were answered, percent. */
export const answeredShare = ({ requests, failed }: ReadCount): number =>
  requests === 0 ? 0 : ((requests - failed) / requests) * 100;

/** The 95th percentile, ms. */
export const p95 = ({ times }: ReadCount): number => percentile(times, 0.95);

/** `503: 12, socket hang up: 1`; empty without problems. */
export const problemsText = (problems: ReadonlyMap<string, number>): string =>
  [...problems].map(([problem, count]) => `${problem}: ${count}`).join(', ');
