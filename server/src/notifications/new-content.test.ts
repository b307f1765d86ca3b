import { setContentStatus } from '@academy/contract/publishing';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { notificationChoice } from '../db/notification-tables.ts';
import { outboxMail, progressEvent } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { DAY, later, MINUTE, notificationSteps, soon } from './notifications.fixture.ts';

const app = await startApp();
const { db } = app.database;
const { choose, addFavorite, complete, publish, sendDue, mailTo } = notificationSteps(app);

let count = 0;
/** A course with one lesson, used by one test only. */
async function aFollowedCourse() {
  const id = `course-${++count}`;
  await publish(id, [`${id}-1`]);
  const add = (...lessons: Parameters<typeof publish>[1]) => publish(id, [`${id}-1`, ...lessons]);
  return { id, first: `${id}-1`, second: `${id}-2`, add };
}

beforeEach(async () => {
  await db.delete(notificationChoice);
  await db.delete(outboxMail);
});

test('a follower of a course is notified of a new lesson once', async () => {
  const course = await aFollowedCourse();
  const [ada, bob, eve] = [await app.aPerson(), await app.aPerson(), await app.aPerson()];
  await addFavorite(ada, course.id);
  await complete(bob, course.id, course.first);
  for (const who of [ada, bob, eve]) await choose(who, 'new-content');
  await course.add({ id: course.second, title: 'Brand new' });

  expect(await sendDue()).toBe(2);
  const [mail] = await mailTo(ada);
  expect(mail).toMatchObject({
    kind: 'new-content',
    tenantId: 'spring',
    subject: `New in Course ${course.id} (Spring Academy)`,
  });
  expect(mail?.plain).toContain(
    `- Brand new\n  http://spring.localhost:3000/courses/${course.id}/lessons/${course.second}\n`,
  );
  expect(mail?.plain).not.toContain(course.first);
  expect(await mailTo(bob)).toHaveLength(1);
  expect(await mailTo(eve)).toEqual([]);
  for (const days of [0, 1, 2, 20]) expect(await sendDue(later(days * DAY + 20 * MINUTE))).toBe(0);
});

test('only people who turned it on are notified', async () => {
  const course = await aFollowedCourse();
  const [ada, bob] = [await app.aPerson(), await app.aPerson()];
  await addFavorite(ada, course.id);
  await addFavorite(bob, course.id);
  await choose(bob, 'new-content');
  await choose(bob, 'new-content', false);
  await course.add(course.second);
  expect(await sendDue()).toBe(0);
});

test('lessons from before it was turned on are never sent', async () => {
  const course = await aFollowedCourse();
  const ada = await app.aPerson();
  await addFavorite(ada, course.id);
  await choose(ada, 'new-content');
  await choose(ada, 'new-content', false);
  await course.add(course.second);
  await choose(ada, 'new-content');
  expect(await sendDue()).toBe(0);
  await course.add(course.second, 'third-of-it');
  expect(await sendDue()).toBe(1);
  expect((await mailTo(ada))[0]?.plain).not.toContain(course.second);
});

test('lessons wait until authors pause, and one mail gathers all courses', async () => {
  const [one, other] = [await aFollowedCourse(), await aFollowedCourse()];
  const ada = await app.aPerson();
  await addFavorite(ada, one.id);
  await complete(ada, other.id, other.first);
  await choose(ada, 'new-content');
  await one.add(one.second);
  await other.add(other.second);
  expect(await sendDue(later(9 * MINUTE))).toBe(0);
  expect(await sendDue()).toBe(1);
  const [mail] = await mailTo(ada);
  expect(mail?.subject).toBe('New in 2 of your courses at Spring Academy');
  for (const { second } of [one, other]) expect(mail?.plain).toContain(`- Lesson ${second}`);
});

test('one mail a day at most; later lessons follow the next day', async () => {
  const course = await aFollowedCourse();
  const ada = await app.aPerson();
  await addFavorite(ada, course.id);
  await choose(ada, 'new-content');
  await course.add(course.second);
  expect(await sendDue()).toBe(1);
  await course.add(course.second, 'gathered-1');
  await course.add(course.second, 'gathered-1', 'gathered-2');
  expect(await sendDue(later(23 * 60 * MINUTE))).toBe(0);
  expect(await sendDue(later(DAY + 12 * MINUTE))).toBe(1);
  const [, next] = await mailTo(ada);
  expect(next?.plain.match(/^- .*$/gm)).toEqual(['- Lesson gathered-1', '- Lesson gathered-2']);
});

test('hidden and removed lessons are not sent', async () => {
  const course = await aFollowedCourse();
  const hidden = await aFollowedCourse();
  const ada = await app.aPerson();
  for (const { id } of [course, hidden]) await addFavorite(ada, id);
  await choose(ada, 'new-content');
  await course.add({ id: 'a-draft', status: 'draft' }, { id: 'unlisted', status: 'unlisted' }, 'soon-gone');
  await course.add({ id: 'a-draft', status: 'draft' }, { id: 'unlisted', status: 'unlisted' });
  await publish(hidden.id, [hidden.first, hidden.second], { status: 'draft' });
  expect(await sendDue()).toBe(0);
  // They count as new once they are visible.
  await course.add('a-draft');
  const author = await app.aPerson({ admin: true });
  const { status } = await app.call(
    setContentStatus,
    { params: { kind: 'course', id: hidden.id }, body: { status: 'live' } },
    { tenant: 'spring', bearer: await app.aToken(author, 'spring', ['content:write']) },
  );
  expect(status).toBe(200);
  expect(await sendDue()).toBe(1);
  const [mail] = await mailTo(ada);
  expect(mail?.plain.match(/^- .*$/gm)).toEqual(['- Lesson a-draft', `- Lesson ${hidden.second}`]);
});

test('a lesson that is restored is not new', async () => {
  const course = await aFollowedCourse();
  const ada = await app.aPerson();
  await addFavorite(ada, course.id);
  await course.add(course.second);
  await choose(ada, 'new-content');
  await course.add();
  await course.add(course.second);
  expect(await sendDue()).toBe(0);
});

test('Pro lessons are sent to members only', async () => {
  const course = await aFollowedCourse();
  const [member, learner] = [await app.aPerson({ pro: true }), await app.aPerson()];
  for (const who of [member, learner]) {
    await addFavorite(who, course.id);
    await choose(who, 'new-content');
  }
  await course.add({ id: course.second, entitlements: ['pro'] });
  expect(await sendDue()).toBe(1);
  expect((await mailTo(member))[0]?.plain).toContain(`- Lesson ${course.second} (Pro)`);
  expect(await mailTo(learner)).toEqual([]);
});

test('each academy is a choice of its own', async () => {
  const ada = await app.aPerson();
  for (const tenant of ['spring', 'kube']) {
    await publish(`both-${tenant}`, [`both-${tenant}-1`], {}, tenant);
    await addFavorite(ada, `both-${tenant}`, tenant);
  }
  await choose(ada, 'new-content', true, 'kube');
  for (const tenant of ['spring', 'kube'])
    await publish(`both-${tenant}`, [`both-${tenant}-1`, `both-${tenant}-2`], {}, tenant);
  expect(await sendDue()).toBe(1);
  const [mail] = await mailTo(ada);
  expect(mail?.tenantId).toBe('kube');
  expect(mail?.plain).toContain('http://kube.localhost:3000/courses/both-kube/lessons/both-kube-2');
});

test('a course without activity for half a year is not followed', async () => {
  const course = await aFollowedCourse();
  const ada = await app.aPerson();
  await complete(ada, course.id, course.first);
  await db
    .update(progressEvent)
    .set({ at: later(-181 * DAY) })
    .where(eq(progressEvent.personId, ada.personId));
  await choose(ada, 'new-content');
  await course.add(course.second);
  expect(await sendDue(soon())).toBe(0);
});
