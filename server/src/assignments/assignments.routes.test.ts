import type { AssignedKind } from '@academy/contract/assignments';
import {
  type Assignment,
  countTouched,
  endAssignment,
  type GroupProgress,
  type GroupProgressReply,
  listAssignable,
  listAssignments,
  listGroupProgress,
  sendReminder,
  updateAssignment,
} from '@academy/contract/assignments-admin';
import { completeGuide } from '@academy/contract/guides';
import { restartCourse } from '@academy/contract/progress';
import { addDays, type Pace } from '@academy/contract/rules/due';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { learnerGroup } from '../db/group-tables.ts';
import { auditEvent, outboxMail } from '../db/tables.ts';
import { anItem } from '../testing/an-item.ts';
import { publishItem, startApp, type TestPerson } from '../testing/start-app.ts';
import { assigning } from './assignments.fixture.ts';

const app = await startApp();
const { db } = app.database;
const { aCourse, aGroup, agePast, assign, complete, dueOf, inSpring, join, leave } = assigning(app);
const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
let admin: TestPerson;

beforeAll(async () => {
  admin = await app.aPerson({ roles: [{ role: 'academy-admin', tenantId: 'spring', scope: '*' }] });
  await aCourse('safety', 2);
  await aCourse('privacy', 1);
  await publishItem(
    app,
    'spring',
    anItem('guide', { id: 'desk', slug: 'desk', title: 'Set up your desk' }, { 'content.md': 'Words.' }),
  );
  const steps = ['safety', 'privacy'].map((id) => ({ type: 'course', id }));
  await publishItem(
    app,
    'spring',
    anItem('path', { id: 'onboarding', slug: 'onboarding', title: 'Onboarding', steps }),
  );
});

const managerOf = (groupId: string) =>
  app.aPerson({ roles: [{ role: 'manager', tenantId: 'spring', scope: `group:${groupId}` }] });

async function progressOf(who: TestPerson, groupId: string, assignmentId: string, pace?: Pace) {
  const query = pace === undefined ? {} : { pace };
  const reply = await app.call(listGroupProgress, { params: { groupId, assignmentId }, query }, await inSpring(who));
  return { status: reply.status, ...(reply.body.data as GroupProgressReply) };
}
const pacesOf = (content: readonly GroupProgress[]) =>
  Object.fromEntries(content.map(({ userId, pace }) => [userId, pace]));

describe('what is assigned to a group', () => {
  it('is due for its people, also for those who join later, until they leave', async () => {
    const [ada, bob] = [await app.aPerson(), await app.aPerson()];
    const groupId = await aGroup(ada);
    const { people } = await assign(admin, { to: { groupId }, itemId: 'safety', dueOn: day(30) });
    expect(people).toBe(1);
    expect(await dueOf(ada)).toMatchObject([
      { itemId: 'safety', state: 'open', dueOn: day(30), path: '/courses/safety' },
    ]);
    expect(await dueOf(bob)).toEqual([]);
    await join(groupId, bob);
    expect(await dueOf(bob)).toHaveLength(1);
    await complete(bob, 'safety', 'safety-1');
    await complete(bob, 'safety', 'safety-2');
    await leave(groupId, bob);
    expect(await dueOf(bob)).toEqual([]);
    await join(groupId, bob);
    expect(await dueOf(bob)).toMatchObject([{ state: 'done', completedAt: expect.any(String) }]);
  });

  it('is due for the people of its parts', async () => {
    const ada = await app.aPerson();
    const [whole, part] = [await aGroup(), await aGroup(ada)];
    await db.update(learnerGroup).set({ parentGroupId: whole }).where(eq(learnerGroup.groupId, part));
    const { people } = await assign(admin, { to: { groupId: whole }, itemId: 'safety' });
    expect(people).toBe(1);
    expect(await dueOf(ada)).toHaveLength(1);
  });

  it('is sorted by due date and shown once, the most urgent one', async () => {
    const ada = await app.aPerson();
    const [one, other] = [await aGroup(ada), await aGroup(ada)];
    await assign(admin, { to: { groupId: one }, itemId: 'safety', dueOn: day(20) });
    await assign(admin, { to: { groupId: other }, itemId: 'safety', dueOn: day(10), mandatory: false });
    await assign(admin, { to: { groupId: one }, itemId: 'privacy', dueOn: day(-3) });
    await assign(admin, { to: { groupId: one }, kind: 'guide', itemId: 'desk', dueOn: null });
    await assign(admin, { to: { login: ada.email }, kind: 'path', itemId: 'onboarding', dueOn: day(15) });
    expect((await dueOf(ada)).map(({ itemId, state, daysLeft }) => [itemId, state, daysLeft === null])).toEqual([
      ['privacy', 'overdue', false],
      ['safety', 'open', false],
      ['onboarding', 'open', false],
      ['desk', 'open', true],
    ]);
  });

  it('is done by a guide, a path, or a course that was completed before', async () => {
    const ada = await app.aPerson();
    const groupId = await aGroup(ada);
    for (const lesson of ['safety-1', 'safety-2']) await complete(ada, 'safety', lesson);
    await complete(ada, 'privacy', 'privacy-1');
    await app.call(
      completeGuide,
      { body: { lessonId: 'desk', operationType: 'COMPLETE_LESSON' } },
      await inSpring(ada),
    );
    await agePast(ada, 400);
    await assign(admin, { to: { groupId }, kind: 'guide', itemId: 'desk' });
    await assign(admin, { to: { groupId }, kind: 'path', itemId: 'onboarding' });
    await assign(admin, { to: { groupId }, itemId: 'privacy', beginsOn: day(-30), countsBefore: false });
    await assign(admin, { to: { groupId }, itemId: 'safety', beginsOn: day(-10), dueOn: day(20), renewMonths: 12 });
    const states = Object.fromEntries((await dueOf(ada)).map(({ itemId, state }) => [itemId, state]));
    expect(states).toEqual({ desk: 'done', onboarding: 'done', privacy: 'open', safety: 'open' });
    await app.call(restartCourse, { body: { courseId: 'safety' } }, await inSpring(ada));
    for (const lesson of ['safety-1', 'safety-2']) await complete(ada, 'safety', lesson);
    expect((await dueOf(ada)).find(({ itemId }) => itemId === 'safety')).toMatchObject({
      ...{ state: 'done', isRenewal: true },
      dueOn: expect.not.stringContaining(day(20)),
    });
  });

  it('ends for everybody, and says whom a change touches', async () => {
    const [ada, bob] = [await app.aPerson(), await app.aPerson()];
    const groupId = await aGroup(ada, bob);
    const { assignmentId } = await assign(admin, { to: { groupId }, itemId: 'privacy' });
    await complete(ada, 'privacy', 'privacy-1');
    const params = { assignmentId };
    expect((await app.call(countTouched, { params }, await inSpring(admin))).body.data).toEqual({ people: 2, done: 1 });
    const terms = { mandatory: false, beginsOn: day(0), dueOn: day(5), zone: 'Pacific/Auckland' };
    const changed = await app.call(updateAssignment, { params, body: terms }, await inSpring(admin));
    expect(changed.body.data).toEqual({ people: 2 });
    expect(await dueOf(bob)).toMatchObject([{ dueOn: day(5), mandatory: false }]);
    expect((await app.call(endAssignment, { params }, await inSpring(admin))).body.data).toEqual({ people: 2 });
    expect(await dueOf(bob)).toEqual([]);
    expect((await app.call(endAssignment, { params }, await inSpring(admin))).status).toBe(404);
    const entries = await db.select().from(auditEvent).where(eq(auditEvent.targetId, assignmentId));
    expect(entries.map(({ action }) => action)).toEqual(['assignment.create', 'assignment.update', 'assignment.end']);
  });

  it('must exist, be renewable, and end after it begins', async () => {
    const groupId = await aGroup();
    expect(await assign(admin, { to: { groupId }, itemId: 'nothing' })).toMatchObject({ code: 'invalid-input' });
    const renewed = { to: { groupId }, kind: 'guide', itemId: 'desk', renewMonths: 12 } as const;
    expect(await assign(admin, renewed)).toMatchObject({ code: 'invalid-input' });
    const backwards = { to: { groupId }, itemId: 'safety', beginsOn: day(2), dueOn: day(1) };
    expect(await assign(admin, backwards)).toMatchObject({ code: 'invalid-input' });
    expect(await assign(admin, { to: { groupId }, itemId: 'safety', zone: 'Mars/One' })).toMatchObject({ status: 400 });
    expect(await assign(admin, { to: { login: 'nobody@example.org' }, itemId: 'safety' })).toMatchObject({
      code: 'invalid-input',
    });
  });
});

it('what can be assigned is listed by title', async () => {
  const read = async (query: { kind: AssignedKind; courseId?: string }) =>
    (await app.call(listAssignable, { query }, await inSpring(admin))).body.data;
  expect(await read({ kind: 'course' })).toEqual({
    result: [
      { itemId: 'privacy', title: 'Course privacy' },
      { itemId: 'safety', title: 'Course safety' },
    ],
  });
  expect(await read({ kind: 'guide' })).toEqual({ result: [{ itemId: 'desk', title: 'Set up your desk' }] });
  expect(await read({ kind: 'check', courseId: 'safety' })).toEqual({ result: [] });
});

describe('a manager', () => {
  // Shows security#roles-with-a-scope
  it('assigns to the own groups; others do not exist', async () => {
    const [own, other] = [await aGroup(), await aGroup()];
    const manager = await managerOf(own);
    const { assignmentId } = await assign(manager, { to: { groupId: own }, itemId: 'safety' });
    const foreign = await assign(admin, { to: { groupId: other }, itemId: 'safety' });
    expect(await assign(manager, { to: { groupId: other }, itemId: 'safety' })).toMatchObject({ status: 404 });
    expect(await assign(manager, { to: { login: admin.email }, itemId: 'safety' })).toMatchObject({ status: 404 });
    const { body } = await app.call(listAssignments, {}, await inSpring(manager));
    const listed = (body.data as { result: { content: Assignment[] } }).result.content;
    expect(listed).toMatchObject([{ assignmentId, mayChange: true, title: 'Course safety' }]);
    for (const call of [countTouched, endAssignment])
      expect(
        (await app.call(call, { params: { assignmentId: foreign.assignmentId } }, await inSpring(manager))).status,
      ).toBe(404);
    expect((await progressOf(manager, other, foreign.assignmentId)).status).toBe(404);
    expect((await progressOf(manager, own, foreign.assignmentId)).status).toBe(404);
  });

  it('sees who has not begun, is on the way, stuck, late and done', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => app.aPerson()));
    const [idle, busy, stuck, , done] = people as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    const groupId = await aGroup(...people);
    const manager = await managerOf(groupId);
    const { assignmentId } = await assign(admin, { to: { groupId }, itemId: 'safety', dueOn: day(20) });
    for (const one of [busy, stuck]) await complete(one, 'safety', 'safety-1');
    await agePast(stuck, 15);
    for (const lesson of ['safety-1', 'safety-2']) await complete(done, 'safety', lesson);
    const { result, counts } = await progressOf(manager, groupId, assignmentId);
    expect(pacesOf(result.content)).toMatchObject({
      [idle.personId]: 'not-begun',
      [busy.personId]: 'on-the-way',
      [stuck.personId]: 'stuck',
      [done.personId]: 'done',
    });
    expect(counts).toEqual({ 'not-begun': 2, 'on-the-way': 1, stuck: 1, late: 0, done: 1 });
    expect(JSON.stringify(result)).not.toContain('score');
    const onlyStuck = await progressOf(manager, groupId, assignmentId, 'stuck');
    expect(onlyStuck.result).toMatchObject({ totalElements: 1, content: [{ userId: stuck.personId, doneLessons: 1 }] });
    const params = { assignmentId };
    const terms = { mandatory: true, beginsOn: day(-30), dueOn: day(-1), zone: 'UTC' };
    await app.call(updateAssignment, { params, body: terms }, await inSpring(manager));
    expect((await progressOf(manager, groupId, assignmentId)).counts).toMatchObject({ late: 4, done: 1 });
  });

  it('reminds people once a day, who answer to the manager', async () => {
    const [ada, bob] = [await app.aPerson(), await app.aPerson()];
    const groupId = await aGroup(ada, bob);
    const manager = await managerOf(groupId);
    await db.execute(
      sql`update person set email_verified = true where person_id in (${ada.personId}, ${bob.personId}, ${manager.personId})`,
    );
    const { assignmentId } = await assign(admin, { to: { groupId }, itemId: 'privacy', dueOn: day(3) });
    await complete(bob, 'privacy', 'privacy-1');
    await db.delete(outboxMail);
    const remind = async (userIds: string[]) =>
      app.call(sendReminder, { params: { groupId, assignmentId }, body: { userIds } }, await inSpring(manager));
    const both = [ada.personId, bob.personId];
    expect((await remind(both)).body.data).toEqual({ sent: 1, left: 1 });
    expect((await remind(both)).body.data).toEqual({ sent: 0, left: 2 });
    const mails = await db.select().from(outboxMail);
    expect(mails).toMatchObject([{ recipient: ada.email, replyTo: manager.email, kind: 'reminder' }]);
    expect(mails[0]?.plain).toContain('privacy');
    expect((await remind([(await app.aPerson()).personId])).status).toBe(404);
  });
});

it('a group of 2,000 people is counted behind its page', async () => {
  const groupId = await aGroup();
  await db.execute(sql`
    with people as (
      insert into person (issuer, subject, email, first_name, last_name)
      select 'large', 'large-' || n, 'large-' || n || '@example.org', 'Ada', 'No ' || lpad(n::text, 5, '0')
      from generate_series(1, 2000) n returning person_id),
    joined as (insert into group_member (group_id, person_id, source) select ${groupId}, person_id, 'import' from people)
    insert into progress_event (person_id, key, tenant_id, item_kind, item_id, kind, at)
    select person_id, 'key', 'spring', 'lesson', 'privacy-1', 'completed', now() from people`);
  await db.execute(sql`analyze group_member`);
  const { assignmentId, people } = await assign(admin, { to: { groupId }, itemId: 'privacy' });
  expect(people).toBe(2000);
  const first = await progressOf(admin, groupId, assignmentId);
  expect(first.result).toMatchObject({ totalElements: 2000 });
  expect(first.result.content[0]).toMatchObject({ lastName: 'No 00001', pace: 'done' });
  await expect
    .poll(async () => (await progressOf(admin, groupId, assignmentId)).counts, { timeout: 20_000 })
    .toMatchObject({ done: 2000 });
});
