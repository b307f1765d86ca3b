import type { Due } from '@academy/contract/assignments';
import { endAssignment, type GroupProgressReply, listGroupProgress } from '@academy/contract/assignments-admin';
import { type ProgressEvent, sendProgressEvents } from '@academy/contract/progress';
import { addDays } from '@academy/contract/rules/due';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { learnerGroup } from '../db/group-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestPerson } from '../testing/start-app.ts';
import { assigning } from './assignments.fixture.ts';

const app = await startApp();
const { db } = app.database;
const { aGroup, assign, dueOf, inSpring, join, leave } = assigning(app);

const [HISTORIES, STEPS] = process.env.ACADEMY_TEST_ALL === '1' ? [100, 60] : [4, 40];
const DAY = 86_400_000;
const ZONES = ['UTC', 'Pacific/Auckland', 'America/New_York'];
const dayOf = (at: number, zone = 'UTC') => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Assigned {
  id: string;
  group: number;
  course: string;
  zone: string;
  beginsOn: string;
  dueOn: string | null;
  renewMonths: number | null;
  countsBefore: boolean;
}

/** What happened, and a plain recount of what follows from it. */
class Model {
  /** Members by group; the second group is a part of the first one. */
  readonly members: [Set<number>, Set<number>, Set<number>] = [new Set(), new Set(), new Set()];
  readonly events: (ProgressEvent & { who: number })[] = [];
  /** What the server wrote: courses that were finished. */
  finished: { who: number; lessonId: string; at: string }[] = [];
  readonly assigned: Assigned[] = [];
  readonly lessons = new Map<string, string[]>();

  has(who: number, { group }: Assigned): boolean {
    return (this.members[group]?.has(who) ?? false) || (group === 0 && this.members[1].has(who));
  }

  /** The last moment that counts at which all lessons of the course were done; null: none. */
  completedAt(who: number, { course, zone, beginsOn, countsBefore }: Assigned): number | null {
    const wanted = this.lessons.get(course) ?? [];
    const all = [...this.events, ...this.finished.map((one) => ({ ...one, kind: 'finished' as const }))];
    const own = all
      .map((event, line) => ({ ...event, line }))
      .filter((event) => event.who === who && (wanted.includes(event.lessonId) || event.lessonId === course))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.line - b.line);
    const moments: number[] = [];
    // A lesson that was not done when the course was finished came later, and does not count.
    const isClosed = (lesson: string, upTo: number) => {
      let [isDone, isLater] = [false, false];
      for (const { lessonId, kind } of own.slice(0, upTo)) {
        if (kind === 'finished') isLater ||= !isDone;
        else if (lessonId === lesson && kind === 'completed') isDone = true;
        else if (lessonId === lesson && isDone && (kind === 'undone' || kind === 'reset')) {
          [isDone, isLater] = [false, false];
        }
      }
      return isDone || isLater;
    };
    const isWhole = (upTo: number) => wanted.every((lesson) => isClosed(lesson, upTo));
    for (const [at, event] of own.entries()) {
      const [before, after] = [isWhole(at), isWhole(at + 1)];
      const isDone = event.kind === 'completed' || event.kind === 'finished';
      const isAgain = event.kind === 'completed' && wanted.length === 1;
      if (isDone && after && (!before || isAgain)) moments.push(Date.parse(event.at));
      if (before && !after && event.kind === 'undone') moments.pop();
    }
    const counted = moments.filter((at) => countsBefore || dayOf(at, zone) >= beginsOn);
    return counted.length === 0 ? null : Math.max(...counted);
  }

  due(who: number, one: Assigned, now: number): Pick<Due, 'state' | 'dueOn'> {
    const [completedAt, today] = [this.completedAt(who, one), dayOf(now, one.zone)];
    if (completedAt !== null && one.renewMonths === null) return { state: 'done', dueOn: one.dueOn };
    if (completedAt === null) {
      if (today < one.beginsOn) return { state: 'later', dueOn: one.dueOn };
      return { state: one.dueOn !== null && one.dueOn < today ? 'overdue' : 'open', dueOn: one.dueOn };
    }
    const [year = 0, month = 0, date = 0] = dayOf(completedAt, one.zone).split('-').map(Number);
    const months = month - 1 + (one.renewMonths ?? 0);
    const lastOfMonth = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
    let next = dayOf(Date.UTC(year, months, Math.min(date, lastOfMonth)));
    if (next < one.beginsOn && one.dueOn !== null && next < one.dueOn) next = one.dueOn;
    if (today > next) return { state: 'overdue', dueOn: next };
    const opens = addDays(next, -Math.min(30, 7 * (one.renewMonths ?? 0)));
    return { state: today < opens ? 'done' : 'open', dueOn: next };
  }

  /** What a learner sees: each course once. */
  home(who: number, now: number): string[] {
    const rank = ({ state, dueOn }: Pick<Due, 'state' | 'dueOn'>) => `${state === 'done' ? 1 : 0} ${dueOn ?? '9999'}`;
    const dues = this.assigned
      .filter((one) => this.has(who, one))
      .map((one) => ({ course: one.course, ...this.due(who, one, now) }));
    const first = [...Map.groupBy(dues, ({ course }) => course).values()].map(
      (same) => same.toSorted((a, b) => rank(a).localeCompare(rank(b)))[0],
    );
    return first.map((one) => `${one?.course} ${rank(one as never)}`).sort();
  }
}

async function publish(model: Model, course: string, lessons: number, hidden: number): Promise<void> {
  const ids = Array.from({ length: lessons }, (_, n) => `${course}-${n + 1}`);
  const sketches = ids.map((id, n) => ({ id, status: n < hidden ? ('unlisted' as const) : ('live' as const) }));
  await publishCourse(app, 'spring', aCourse({ id: course, lessons: sketches }));
  model.lessons.set(course, ids.slice(hidden));
}

async function expectSame(model: Model, people: readonly TestPerson[], groups: readonly string[], admin: TestPerson) {
  const now = Date.now();
  const { rows } = await app.database.pool.query<{ person_id: string; item_id: string; at: Date }>(
    "select person_id, item_id, at from progress_event where item_kind = 'course' and person_id = any($1)",
    [people.map(({ personId }) => personId)],
  );
  model.finished = rows.map(({ person_id, item_id, at }) => ({
    who: people.findIndex(({ personId }) => personId === person_id),
    lessonId: item_id,
    at: new Date(at).toISOString(),
  }));
  for (const [who, person] of people.entries()) {
    const seen = (await dueOf(person)).map(
      ({ itemId, state, dueOn }) => `${itemId} ${state === 'done' ? 1 : 0} ${dueOn ?? '9999'}`,
    );
    expect(seen.sort()).toEqual(model.home(who, now));
  }
  for (const one of model.assigned) {
    const params = { groupId: groups[one.group] ?? '', assignmentId: one.id };
    const { body } = await app.call(listGroupProgress, { params, query: {} }, await inSpring(admin));
    const { result, counts } = body.data as GroupProgressReply;
    const mine = people.flatMap((person, who) => (model.has(who, one) ? [{ person, who }] : []));
    expect(result.totalElements).toBe(mine.length);
    for (const { person, who } of mine) {
      const { state, dueOn } = model.due(who, one, now);
      const row = result.content.find(({ userId }) => userId === person.personId);
      const [isDone, isLate] = [row?.pace === 'done', row?.pace === 'late'];
      expect({ dueOn: row?.dueOn, isDone, isLate }).toEqual({
        dueOn,
        isDone: state === 'done',
        isLate: state === 'overdue',
      });
    }
    const isDone = mine.filter(({ who }) => model.due(who, one, now).state === 'done');
    expect(counts?.done).toBe(isDone.length);
  }
}

// Shows promises#one-count
it(`home, manager’s page and a recount agree in ${HISTORIES} random histories of groups`, {
  timeout: 1_800_000,
}, async () => {
  const admin = await app.aPerson({ roles: [{ role: 'academy-admin', tenantId: 'spring', scope: '*' }] });
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const random = numbersFrom(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const model = new Model();
    const courses = [`a${seed}`, `b${seed}`];
    for (const [n, course] of courses.entries()) await publish(model, course, n + 1, 0);
    const people = [await app.aPerson(), await app.aPerson(), await app.aPerson()];
    for (const { personId } of people)
      await app.database.pool.query("update person set created_at = now() - interval '900 days' where person_id = $1", [
        personId,
      ]);
    const groups = [await aGroup(), await aGroup(), await aGroup()];
    await db
      .update(learnerGroup)
      .set({ parentGroupId: groups[0] ?? null })
      .where(eq(learnerGroup.groupId, groups[1] ?? ''));

    const steps = {
      async member() {
        const [group, who] = [pick([0, 1, 2] as const), pick([0, 1, 2])];
        const [members, person] = [model.members[group], people[who] as TestPerson];
        if (members.delete(who)) await leave(groups[group] ?? '', person);
        else {
          members.add(who);
          await join(groups[group] ?? '', person);
        }
      },
      async assign() {
        const beginsOn = addDays(dayOf(Date.now()), Math.floor(random() * 500) - 450);
        const given = {
          ...{ group: pick([0, 1, 2]), course: pick(courses), zone: pick(ZONES), beginsOn },
          dueOn: random() < 0.2 ? null : addDays(beginsOn, Math.floor(random() * 400)),
          renewMonths: pick([null, null, 1, 12]),
          countsBefore: random() < 0.5,
        };
        const { group, course, ...terms } = given;
        const { assignmentId } = await assign(admin, {
          ...{ to: { groupId: groups[group] ?? '' }, kind: 'course', itemId: course, ...terms },
        });
        model.assigned.push({ ...given, id: assignmentId });
      },
      async end() {
        const [one] = model.assigned.splice(Math.floor(random() * model.assigned.length), 1);
        if (one !== undefined)
          await app.call(endAssignment, { params: { assignmentId: one.id } }, await inSpring(admin));
      },
      async learn() {
        const [who, course] = [pick([0, 1, 2]), pick(courses)];
        // Some days are far from midnight in every zone, some are not.
        const at = new Date(Date.now() - Math.floor(random() * 800 * DAY) - 1_000).toISOString();
        const kinds = ['completed', 'completed', 'completed', 'started', 'undone', 'reset'] as const;
        const lessons = course === courses[0] ? [`${course}-1`] : [`${course}-1`, `${course}-2`];
        const events = lessons
          .filter(() => random() < 0.8)
          .map((lessonId, n): ProgressEvent => ({ key: `step-${seed}-${at}-${n}`, lessonId, kind: pick(kinds), at }));
        if (events.length === 0) return;
        await app.call(sendProgressEvents, { body: { events } }, await inSpring(people[who] as TestPerson));
        for (const event of events) model.events.push({ ...event, who });
      },
      // The course with two lessons shows both or only the second one.
      publish: () => publish(model, courses[1] ?? '', 2, random() < 0.5 ? 1 : 0),
    };
    for (let n = 0; n < 3; n += 1) await steps.member();
    for (let n = 0; n < STEPS; n += 1) {
      await steps[pick(['member', 'assign', 'learn', 'learn', 'learn', 'end', 'publish'] as const)]();
      if (n % 10 === 9) await expectSame(model, people, groups, admin);
    }
  }
});
