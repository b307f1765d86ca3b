import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BENCH_TENANT, type LessonRef } from '@academy/bench/courses';
import type { Learner } from '@academy/bench/people';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay } from '@academy/contract/progress';
import { type Client, isFine, problemOf, type Reply } from './client.ts';
import { withClient } from './postgres.ts';

/** A lesson that a learner completes, with the key that makes repeating it harmless. */
export interface Completion {
  learner: Learner;
  lesson: LessonRef;
  key: string;
}

/** Pause of one writer after a refusal, ms. */
const AFTER_REFUSAL_MS = 20;

/** Writes completions with several connections and remembers which were acknowledged. */
export interface WriterPool {
  acknowledged: Completion[];
  /** How many attempts ended how, without those that were acknowledged. */
  problems: Map<string, number>;
  /** When the latest completion was acknowledged, by the monotonic clock, ms. */
  lastAt: number;
  /** Longest time between two acknowledged completions, ms. */
  longestGapMs: number;
  /** Longest attempt, ms. */
  longestMs: number;
  /** Completes the next lesson; after a refusal it is the next again. @returns whether it was acknowledged */
  writeOne(client: Client): Promise<Reply>;
  /** Writes until it is over, or every pair of learner and lesson is written. @param perSecond at most so many, to leave the machine for others */
  writeUntil(
    isOver: () => boolean,
    client: () => Client,
    choices?: { writers?: number; perSecond?: number },
  ): Promise<void>;
  /** Starts the count of gaps anew. */
  forgetGap(): void;
}

/** @throws Error when there are not enough pairs of learner and lesson */
export function writerPool(learners: readonly Learner[], lessons: readonly LessonRef[]): WriterPool {
  /** The last one is the next: course by course, so that few courses hold what was written lately. */
  const left = lessons.flatMap((lesson) =>
    learners.map((learner): Completion => ({ learner, lesson, key: `fault-${randomUUID()}` })),
  );
  const pool: WriterPool = {
    acknowledged: [],
    problems: new Map(),
    lastAt: performance.now(),
    longestGapMs: 0,
    longestMs: 0,
    async writeOne(client) {
      const completion = left.pop();
      if (completion === undefined) throw new Error('there are not enough learners and lessons for so many writes');
      const reply = await complete(client, completion);
      pool.longestMs = Math.max(pool.longestMs, reply.ms);
      if (isFine(reply)) {
        const now = performance.now();
        pool.longestGapMs = Math.max(pool.longestGapMs, now - pool.lastAt);
        pool.lastAt = now;
        pool.acknowledged.push(completion);
      } else {
        // Sent again, as a browser does with what was not acknowledged: whether it was stored is unknown.
        left.push(completion);
        pool.problems.set(problemOf(reply), (pool.problems.get(problemOf(reply)) ?? 0) + 1);
      }
      return reply;
    },
    async writeUntil(isOver, client, { writers = 16, perSecond } = {}) {
      const pause = perSecond === undefined ? 0 : (writers * 1000) / perSecond;
      const writer = async () => {
        while (!isOver() && left.length > 0) {
          const reply = await pool.writeOne(client());
          if (!isFine(reply)) await delay(AFTER_REFUSAL_MS);
          else if (pause > 0) await delay(Math.max(0, pause - reply.ms));
        }
      };
      await Promise.all(Array.from({ length: writers }, writer));
    },
    forgetGap() {
      pool.lastAt = performance.now();
      pool.longestGapMs = 0;
    },
  };
  return pool;
}

function complete(client: Client, { learner, lesson, key }: Completion): Promise<Reply> {
  const { courseId, lessonId } = lesson;
  return client.call(completeLesson, {
    tenantId: BENCH_TENANT,
    bearer: learner.bearer,
    body: { courseId, lessonId, isLastLesson: false, operationType: 'COMPLETE_LESSON' },
    idempotencyKey: key,
  });
}

/** What the ledger holds of completions. */
export interface LedgerCount {
  stored: number;
  /** Acknowledged and not there. */
  lost: number;
  /** Rows of a learner and lesson beyond the first. */
  doubled: number;
}

/** Counts rows by learner and lesson; pure, so that a test can show what it finds. */
export function countLedger(
  acknowledged: readonly Completion[],
  rows: readonly { email: string; lessonId: string; rows: number }[],
): LedgerCount {
  const found = new Set(rows.map(({ email, lessonId }) => `${email} ${lessonId}`));
  return {
    stored: rows.length,
    lost: acknowledged.filter(({ learner, lesson }) => !found.has(`${learner.email} ${lesson.lessonId}`)).length,
    doubled: rows.reduce((sum, row) => sum + row.rows - 1, 0),
  };
}

/** Holds the whole ledger of the writers' tenant against what was acknowledged. */
export async function checkLedger(databaseUrl: string, acknowledged: readonly Completion[]): Promise<LedgerCount> {
  const { rows } = await withClient(databaseUrl, ({ pool }) =>
    pool.query<{ email: string; lessonId: string; rows: number }>(
      `select email, item_id as "lessonId", count(*)::int as rows from progress_event join person using (person_id)
         where tenant_id = $1 and kind = 'completed' group by email, item_id`,
      [BENCH_TENANT],
    ),
  );
  return countLedger(acknowledged, rows);
}

/** Asks the API for completions, as a browser shows them. @returns how many of them are not shown as completed */
export async function countMissing(client: Client, acknowledged: readonly Completion[]): Promise<number> {
  const groups = [
    ...Map.groupBy(acknowledged, ({ learner, lesson }) => `${learner.email} ${lesson.courseSlug}`).values(),
  ];
  let missing = 0;
  const ask = async () => {
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      const [{ learner, lesson }] = group as [Completion];
      const reply = await client.call(getProgressOverlay, {
        tenantId: BENCH_TENANT,
        bearer: learner.bearer,
        query: { courseSlug: lesson.courseSlug },
      });
      if (!isFine(reply)) throw new Error(`progress cannot be read: ${problemOf(reply)} ${reply.text.slice(0, 300)}`);
      const { data } = JSON.parse(reply.text) as {
        data: { lessons: Record<string, { progressStatus: string } | undefined> };
      };
      missing += group.filter((one) => data.lessons[one.lesson.lessonId]?.progressStatus !== 'Completed').length;
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return missing;
}
