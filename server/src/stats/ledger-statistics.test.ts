import { type LedgerEvent, lessonStates } from '@academy/contract/rules/progress';
import { getStats, type Stats } from '@academy/contract/stats';
import { beforeAll, expect, it } from 'vitest';
import { progressEvent } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp();
let bearer: string;

const COURSES: Readonly<Record<string, { listed: string[]; unlisted: string[] }>> = {
  rest: { listed: ['rest-1', 'rest-2', 'rest-3'], unlisted: ['rest-x'] },
  pods: { listed: ['pods-1', 'pods-2', 'pods-3', 'pods-4', 'pods-5'], unlisted: [] },
  idle: { listed: ['idle-1'], unlisted: [] },
};
const TOUCHED = ['rest', 'pods'].flatMap((id) => [...(COURSES[id]?.listed ?? []), ...(COURSES[id]?.unlisted ?? [])]);
const KINDS = ['started', 'completed', 'completed', 'completed', 'undone', 'reset', 'position'] as const;
const DAY = 86_400_000;
const FIRST = Date.parse('2030-01-07T00:00:00Z');
const DAYS = 28;
const [ROUNDS, LEARNERS, EVENTS] = process.env.ACADEMY_TEST_ALL === '1' ? [50, 12, 60] : [4, 8, 40];

beforeAll(async () => {
  bearer = await (await app.aPerson({ admin: true })).bearer();
  for (const [id, { listed, unlisted }] of Object.entries(COURSES)) {
    const lessons = [
      ...listed.map((lesson) => ({ id: lesson })),
      ...unlisted.map((lesson) => ({ id: lesson, status: 'unlisted' as const })),
    ];
    await publishCourse(app, 'spring', aCourse({ id, lessons }));
  }
});

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Book = (LedgerEvent & { personId: string })[];

const byLearner = (book: Book) => Map.groupBy(book, ({ personId }) => personId);
const mondayOf = (at: number) => {
  const day = Math.floor(at / DAY);
  // The first day of 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY).toISOString().slice(0, 10);
};

/** The expected statistics of a period, counted from the ledger by a simple model. */
function expected(book: Book, from: number, until: number) {
  const within = book.filter(({ at, kind }) => at >= from && at < until && kind !== 'position');
  const weeks = new Map<string, { learners: Set<string>; completions: Set<string> }>();
  for (let at = from; at < until; at += DAY) weeks.set(mondayOf(at), { learners: new Set(), completions: new Set() });
  for (const { personId, lessonId, kind, at } of within) {
    const week = weeks.get(mondayOf(at));
    week?.learners.add(personId);
    if (kind === 'completed') week?.completions.add(`${personId} ${lessonId}`);
  }
  const states = new Map([...byLearner(book)].map(([personId, events]) => [personId, lessonStates(events)]));
  const isDone = (personId: string, lessonId: string) => states.get(personId)?.get(lessonId)?.status === 'Completed';
  const courses = Object.entries(COURSES).map(([courseId, { listed }]) => {
    const learners = [
      ...new Set(within.filter(({ lessonId }) => listed.includes(lessonId)).map(({ personId }) => personId)),
    ];
    const completed = learners.filter((one) => listed.every((lessonId) => isDone(one, lessonId)));
    const lessons = listed.map((lessonId) => ({
      lessonId,
      reached: learners.filter((one) =>
        book.some(
          (event) =>
            event.personId === one &&
            event.lessonId === lessonId &&
            ['started', 'completed', 'position'].includes(event.kind),
        ),
      ).length,
      completed: learners.filter((one) => isDone(one, lessonId)).length,
    }));
    return { courseId, learners: learners.length, completed: completed.length, lessons };
  });
  return {
    weeks: [...weeks].map(([week, { learners, completions }]) => ({
      week,
      learners: learners.size,
      completions: completions.size,
    })),
    courses,
  };
}

async function statistics(from: number, until: number, courseId?: string): Promise<Stats> {
  const days = { from: dayOf(from), to: dayOf(until - DAY) };
  const query = courseId === undefined ? days : { ...days, courseId };
  const { status, body } = await app.call(getStats, { query }, { bearer });
  expect([status, body.errors]).toEqual([200, []]);
  return (body.data as { stats: Stats }).stats;
}
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

it(`${ROUNDS} ledgers of ${LEARNERS} learners give the expected statistics`, {
  timeout: 600_000,
}, async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await app.database.db.delete(progressEvent);
    const random = numbersFrom(round);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const learners = await Promise.all(Array.from({ length: LEARNERS }, () => app.aPerson()));
    const book: Book = Array.from({ length: LEARNERS * EVENTS }, (_, sequence) => ({
      personId: pick(learners).personId,
      lessonId: pick(TOUCHED),
      kind: pick(KINDS),
      // Few distinct moments, edges of days and weeks among them: events of one moment count in the order of their
      // arrival.
      at: FIRST + Math.floor(random() * DAYS * 2) * (DAY / 2),
      sequence,
    }));
    await app.database.db.insert(progressEvent).values(
      book.map(({ personId, lessonId, kind, at, sequence }) => ({
        personId,
        key: `event-${sequence}`,
        tenantId: 'spring',
        itemKind: 'lesson',
        itemId: lessonId,
        kind,
        value: kind === 'position' ? sequence : null,
        at: new Date(at),
      })),
    );
    const from = FIRST + Math.floor(random() * 10) * DAY;
    const until = from + (1 + Math.floor(random() * 18)) * DAY;
    const wanted = expected(book, from, until);
    const got = await statistics(from, until);
    expect(got.weeks.map(({ week, learners, completions }) => ({ week, learners, completions }))).toEqual(wanted.weeks);
    const begun = wanted.courses.filter((course) => course.learners > 0);
    expect(
      new Map(got.courses.map(({ courseId, learners, completed }) => [courseId, { learners, completed }])),
    ).toEqual(new Map(begun.map(({ courseId, learners, completed }) => [courseId, { learners, completed }])));
    for (const { courseId, lessons } of wanted.courses) {
      const { dropOff } = await statistics(from, until, courseId);
      expect(dropOff?.lessons.map(({ lessonId, reached, completed }) => ({ lessonId, reached, completed }))).toEqual(
        lessons,
      );
    }
  }
});
