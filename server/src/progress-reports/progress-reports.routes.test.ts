import { setTimeout } from 'node:timers/promises';
import {
  exportProgressReport,
  getProgressReport,
  getReportChoices,
  type ReportRow,
} from '@academy/contract/progress-reports';
import { lessonStates } from '@academy/contract/rules/progress';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { assignment } from '../db/assignment-tables.ts';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { statisticProgress } from '../db/statistic-tables.ts';
import { knowledgeCheckAttempt, progressEvent } from '../db/tables.ts';
import { forgetStatistics, keepStatistics } from '../stats/kept-statistics.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
const ROUNDS = process.env.ACADEMY_TEST_ALL === '1' ? 100 : 2;
const MINUTE = 60_000;
const FIRST = Date.parse('2030-01-07T00:00:00Z');
const COURSES: Readonly<Record<string, readonly string[]>> = { rest: ['r1', 'r2', 'r3'], pods: ['p1', 'p2'] };
const KINDS = ['started', 'started', 'completed', 'completed', 'completed', 'undone', 'reset', 'position'] as const;
/** Sums are kept however small the ledger is. */
const ALWAYS = -1;
let admin: { bearer: string };

beforeAll(async () => {
  admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
  for (const [id, lessons] of Object.entries(COURSES))
    await publishCourse(app, 'spring', aCourse({ id, lessons: lessons.map((lesson) => ({ id: lesson })) }));
});

interface Event {
  personId: string;
  lessonId: string;
  kind: (typeof KINDS)[number];
  at: number;
  sequence: number;
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function write(events: readonly Event[]): Promise<void> {
  await db.insert(progressEvent).values(
    events.map(({ personId, lessonId, kind, at, sequence }) => ({
      ...{ personId, kind, key: `event-${sequence}`, tenantId: 'spring', itemKind: 'lesson', itemId: lessonId },
      value: kind === 'position' ? sequence : null,
      at: new Date(at),
    })),
  );
}

async function aGroup(
  name: string,
  members: readonly TestPerson[],
  parentGroupId: string | null = null,
): Promise<string> {
  const [row] = await db.insert(learnerGroup).values({ name, tenantId: 'spring', parentGroupId }).returning();
  const groupId = row?.groupId ?? '';
  if (members.length > 0)
    await db
      .insert(groupMember)
      .values(members.map(({ personId }) => ({ groupId, personId, source: 'hand' as const })));
  return groupId;
}

type Asked = NonNullable<Parameters<typeof report>[0]>;
async function report(query: object = {}, as = admin) {
  const { status, body } = await app.call(getProgressReport, { query: { pageSize: 100, ...query } }, as);
  expect([status, body.errors]).toEqual([200, []]);
  return body.data as {
    result: { content: ReportRow[]; totalElements: number };
    summary: { people: number; begun: number; completed: number } | null;
    countedUntil: string | null;
  };
}
const rowsOf = async (query: Asked, as = admin) => (await report(query, as)).result.content;

async function file(query: object, as = admin): Promise<{ status: number; text: string; bytes: Buffer }> {
  const { status, body, response } = await app.call(exportProgressReport, { query }, as);
  return { status, text: String(body.data), bytes: response.rawPayload };
}

/** What a plain count of the events says of a learner in a course; null where nothing was done. */
function recounted(events: readonly Event[], personId: string, courseId: string) {
  const lessons = COURSES[courseId] ?? [];
  const own = events
    .filter((event) => event.personId === personId && lessons.includes(event.lessonId))
    .sort((a, b) => a.at - b.at || a.sequence - b.sequence);
  const steps = own.filter(({ kind }) => kind !== 'position');
  const [first] = steps;
  if (first === undefined) return null;
  const states = lessonStates(own);
  const since = new Map<string, number>();
  for (const { lessonId, kind, at } of own) {
    if (kind === 'completed' && !since.has(lessonId)) since.set(lessonId, at);
    if (kind === 'undone' || kind === 'reset') since.delete(lessonId);
  }
  const done = lessons.filter((lesson) => states.get(lesson)?.status === 'Completed');
  expect(done).toEqual(lessons.filter((lesson) => since.has(lesson)));
  const pauses = steps.slice(1).map(({ at }, place) => at - (steps[place]?.at ?? 0));
  const isoOf = (at: number) => new Date(at).toISOString();
  return {
    beganAt: isoOf(first.at),
    completedAt: done.length === lessons.length ? isoOf(Math.max(...since.values())) : null,
    lessonsDone: done.length,
    lessons: lessons.length,
    seconds: pauses.filter((pause) => pause <= 30 * MINUTE).reduce((sum, pause) => sum + pause, 0) / 1_000,
    lastSeenAt: isoOf(Math.max(...own.map(({ at }) => at))),
    done,
  };
}

/** Keeps until everything that is stored now is counted. */
async function keepAll(): Promise<void> {
  const stored = new Date();
  for (;;) {
    const isMore = await keepStatistics(db, ALWAYS);
    const [progress] = await db.select().from(statisticProgress);
    if (!isMore && progress?.passAfter === null && progress.readUntil > stored) return;
    if (!isMore) await setTimeout(100);
  }
}

async function expectRecounted(
  events: readonly Event[],
  learners: readonly TestPerson[],
  group: string,
): Promise<void> {
  const expected = learners.flatMap(({ personId }) =>
    Object.keys(COURSES).flatMap((courseId) => {
      const one = recounted(events, personId, courseId);
      return one === null ? [] : [{ personId, courseId, ...one }];
    }),
  );
  const people = await rowsOf({ group });
  const shown = new Map(people.map((row) => [`${row.person?.id} ${row.course?.id}`, row]));
  expect(shown.size).toBe(expected.length);
  for (const { personId, courseId, done, ...numbers } of expected)
    expect(shown.get(`${personId} ${courseId}`)).toMatchObject(numbers);
  for (const row of await rowsOf({ by: 'course', group })) {
    const own = expected.filter(({ courseId }) => courseId === row.course?.id);
    const completed = own.filter(({ completedAt }) => completedAt !== null).length;
    expect(row).toMatchObject({ begun: own.length, completed });
  }
  for (const [course, lessons] of Object.entries(COURSES)) {
    const own = expected.filter(({ courseId }) => courseId === course);
    const completed = own.filter(({ completedAt }) => completedAt !== null).length;
    const { summary, result } = await report({ group, course });
    expect(summary).toEqual({ people: learners.length, begun: own.length, completed });
    expect(result.totalElements).toBe(learners.length);
    expect(await rowsOf({ group, course, state: 'completed' })).toHaveLength(completed);
    expect(await rowsOf({ group, course, state: 'begun' })).toHaveLength(own.length - completed);
    expect(await rowsOf({ group, course, state: 'not-begun' })).toHaveLength(learners.length - own.length);
    const ofGroups = await rowsOf({ by: 'group', group, course });
    expect(ofGroups.find((row) => row.group?.id === group)).toMatchObject({
      people: learners.length,
      begun: own.length,
      completed,
    });
    const byLesson = await rowsOf({ by: 'lesson', group, course });
    expect(byLesson.map(({ item, completed }) => [item?.id, completed])).toEqual(
      lessons.map((lesson) => [lesson, own.filter(({ done }) => done.includes(lesson)).length]),
    );
  }
  const lines = (await file({ group, format: 'jsonl' })).text.trimEnd().split('\n').filter(Boolean);
  const written = lines.map((line) => JSON.parse(line));
  expect(written.map((row) => [row.person_id, row.course_id, row.completed_at, row.time_seconds]).sort()).toEqual(
    expected.map(({ personId, courseId, completedAt, seconds }) => [personId, courseId, completedAt, seconds]).sort(),
  );
}

// Shows promises#one-count
test(`reports of ${ROUNDS} random histories equal a plain recount of the ledger`, { timeout: 900_000 }, async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await db.delete(progressEvent);
    await db.transaction(forgetStatistics);
    const random = numbersFrom(round);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const learners = await Promise.all(Array.from({ length: 7 }, () => app.aPerson()));
    const group = await aGroup(`Round ${round}`, learners.slice(0, 4));
    await aGroup(`Part of round ${round}`, learners.slice(3), group);
    const happened = (sequence: number): Event => ({
      personId: pick(learners.slice(1)).personId,
      lessonId: pick(Object.values(COURSES).flat()),
      kind: pick(KINDS),
      // Few distinct moments: events of one moment count in the order of their arrival.
      at: FIRST + Math.floor(random() * 60) * 20 * MINUTE,
      sequence,
    });
    const events = Array.from({ length: 120 }, (_, sequence) => happened(sequence));
    await write(events);
    await expectRecounted(events, learners, group);
    await keepAll();
    expect((await report()).countedUntil).not.toBeNull();
    await expectRecounted(events, learners, group);
    const more = Array.from({ length: 20 }, (_, sequence) => happened(1_000 + sequence));
    await write(more);
    await keepAll();
    await expectRecounted([...events, ...more], learners, group);
  }
  await db.transaction(forgetStatistics);
});

/** A learner who completed lessons on a day. */
async function completes(person: TestPerson, lessons: readonly string[], day: string): Promise<void> {
  const { rows } = await db.execute<{ next: number }>(sql`select count(*)::int as next from progress_event`);
  await write(
    lessons.map((lessonId, place) => ({
      personId: person.personId,
      lessonId,
      kind: 'completed',
      at: Date.parse(`${day}T09:00:00Z`) + place * MINUTE,
      sequence: 10_000 + (rows[0]?.next ?? 0) + place,
    })),
  );
}

test('an administrator sees who of a team has finished a course by Friday', async () => {
  const [ada, ben, eve, kim] = await Promise.all(Array.from({ length: 4 }, () => app.aPerson()));
  const group = await aGroup('Team Y', [ada, ben, eve, kim] as TestPerson[]);
  await completes(ada as TestPerson, ['r1', 'r2', 'r3'], '2030-02-01');
  await completes(ben as TestPerson, ['r1', 'r2', 'r3'], '2030-02-02');
  await completes(eve as TestPerson, ['r1'], '2030-01-31');
  const asked = { group, course: 'rest', to: '2030-02-01' };
  const finished = await report({ ...asked, state: 'completed' });
  expect(finished.result.content.map(({ person }) => person?.id)).toEqual([ada?.personId]);
  expect(finished.summary).toEqual({ people: 4, begun: 3, completed: 1 });
  const others = await rowsOf({ group, course: 'rest', state: 'not-begun' });
  expect(others.map(({ person }) => person?.id)).toEqual([kim?.personId]);
  const { text } = await file({ ...asked, state: 'completed' });
  expect(text.split('\r\n')).toHaveLength(3);
  expect(text).toContain(`${ada?.personId},`);
});

test('a course that was finished stays completed when a lesson comes', async () => {
  const lessons = (ids: readonly string[]) => aCourse({ id: 'grown', lessons: ids.map((id) => ({ id })) });
  await publishCourse(app, 'spring', lessons(['g1', 'g2']));
  const learner = await app.aPerson();
  const group = await aGroup('Grown', [learner]);
  await completes(learner, ['g1', 'g2'], '2030-06-01');
  await db.insert(progressEvent).values({
    ...{ personId: learner.personId, key: 'finished-grown', tenantId: 'spring', itemKind: 'course', itemId: 'grown' },
    ...{ kind: 'finished', at: new Date('2030-06-01T10:00:00Z') },
  });
  const rowOf = async () => (await rowsOf({ group, course: 'grown' }))[0];
  const before = await rowOf();
  expect(before).toMatchObject({ completedAt: '2030-06-01T09:01:00.000Z', lessonsDone: 2, lessons: 2 });
  await publishCourse(app, 'spring', lessons(['g1', 'g2', 'g3']));
  expect(await rowOf()).toEqual(before);
  await completes(learner, ['g3'], '2030-07-01');
  expect(await rowOf()).toMatchObject({ completedAt: '2030-06-01T10:00:00.000Z', lessonsDone: 3 });
});

test('a report says when a course is due, and who is late', async () => {
  const [late, done] = await Promise.all([app.aPerson(), app.aPerson()]);
  const groupId = await aGroup('Assigned', [late, done]);
  await completes(done, ['p1', 'p2'], '2020-01-10');
  await db.insert(assignment).values({
    ...{ tenantId: 'spring', groupId, kind: 'course', itemId: 'pods', mandatory: true, beginsOn: '2020-01-01' },
    ...{ dueOn: '2020-01-31', zone: 'Europe/Berlin', countsBefore: true },
  });
  const rows = await rowsOf({ group: groupId, course: 'pods' });
  const shown = new Map(rows.map(({ person, dueOn, isLate }) => [person?.id, [dueOn, isLate]]));
  expect(shown.get(late.personId)).toEqual(['2020-01-31', true]);
  expect(shown.get(done.personId)).toEqual(['2020-01-31', false]);
  const lines = (await file({ group: groupId, course: 'pods', format: 'jsonl' })).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).late).sort()).toEqual([false, true]);
});

test('a file goes on after the person with whom it broke off', async () => {
  const learners = await Promise.all(Array.from({ length: 5 }, () => app.aPerson()));
  const group = await aGroup('Broken off', learners);
  for (const learner of learners) await completes(learner, ['p1'], '2030-03-01');
  const idsOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).person_id as string);
  const whole = idsOf((await file({ group, format: 'jsonl' })).text);
  expect(whole).toEqual([...whole].sort());
  expect(whole).toHaveLength(5);
  const rest = await file({ group, format: 'jsonl', after: whole[2] });
  expect(idsOf(rest.text)).toEqual(whole.slice(3));
});

test('managers and instructors see what is theirs, and no other group exists', async () => {
  const [own, other] = await Promise.all([app.aPerson(), app.aPerson()]);
  const [mine, foreign] = [await aGroup('Mine', [own]), await aGroup('Foreign', [other])];
  await completes(own, ['r1', 'p1'], '2030-04-01');
  await completes(other, ['r1', 'p1'], '2030-04-01');
  const as = async (role: 'manager' | 'instructor', scope: string) => ({
    bearer: await (await app.aPerson({ roles: [{ role, tenantId: 'spring', scope }] })).bearer(),
  });
  const manager = await as('manager', `group:${mine}`);
  expect((await rowsOf({}, manager)).map(({ person, course }) => [person?.id, course?.id]).sort()).toEqual([
    [own.personId, 'pods'],
    [own.personId, 'rest'],
  ]);
  const instructor = await as('instructor', 'course:po*');
  expect(new Set((await rowsOf({}, instructor)).map(({ course }) => course?.id))).toEqual(new Set(['pods']));
  for (const query of [{ group: foreign }, { group: foreign, by: 'course' as const }, { group: crypto.randomUUID() }]) {
    const { status } = await app.call(getProgressReport, { query }, manager);
    expect(status).toBe(404);
    expect((await file(query, manager)).status).toBe(404);
  }
  const { body } = await app.call(getReportChoices, {}, manager);
  expect((body.data as { groups: { id: string }[] }).groups.map(({ id }) => id)).toEqual([mine]);
  expect((await rowsOf({ by: 'group' }, manager)).map(({ group }) => group?.id)).toEqual([mine]);
});

test('a report of checks tells attempts and who passed, and managers no results', async () => {
  const [ada, ben] = await Promise.all([app.aPerson(), app.aPerson()]);
  const group = await aGroup('Checked', [ada, ben]);
  const attempt = (person: TestPerson, score: number, passed: boolean) => ({
    ...{ personId: person.personId, tenantId: 'spring', lessonId: 'r1', asked: {}, total: 10, score, passed },
    submittedAt: new Date('2030-05-01'),
  });
  await db
    .insert(knowledgeCheckAttempt)
    .values([attempt(ada, 5, false), attempt(ada, 9, true), attempt(ben, 3, false)]);
  expect(await rowsOf({ by: 'check', group })).toMatchObject([
    { item: { id: 'r1' }, course: { id: 'rest' }, begun: 2, completed: 1, attempts: 3, bestResult: 60 },
  ]);
  await completes(ada, ['r1'], '2030-05-01');
  const results = async (role: 'manager' | 'instructor') => {
    const who = await app.aPerson({ roles: [{ role, tenantId: 'spring', scope: `group:${group}` }] });
    const as = { bearer: await who.bearer() };
    const rows = [...(await rowsOf({ by: 'check', group }, as)), ...(await rowsOf({ group }, as))];
    return rows.map(({ attempts, bestResult }) => [attempts, bestResult]);
  };
  expect(await results('instructor')).toEqual([
    [3, 60],
    [2, 90],
  ]);
  expect(await results('manager')).toEqual([
    [3, null],
    [2, null],
  ]);
});
