import { addDays } from '@academy/contract/rules/due';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { assigning } from '../assignments/assignments.fixture.ts';
import { notificationChoice, sentNotification } from '../db/notification-tables.ts';
import { outboxMail } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { DAY, later, MINUTE, notificationSteps } from './notifications.fixture.ts';

const app = await startApp();
const { db } = app.database;
const { choose, sendDue, mailTo, change } = notificationSteps(app);
const { aCourse, aGroup, assign, complete } = assigning(app);
const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
let admin: TestPerson;

beforeAll(async () => {
  admin = await app.aPerson({ roles: [{ role: 'academy-admin', tenantId: 'spring', scope: '*' }] });
  await aCourse('safety', 1);
  await aCourse('privacy', 1);
});

beforeEach(async () => {
  await db.delete(notificationChoice);
  await db.delete(sentNotification);
  await db.delete(outboxMail);
});

/** Sends what is due once a day, as the server does. Returns the days on which there was a mail. */
async function mailsOfDays(who: TestPerson, from: number, to: number): Promise<number[]> {
  const days: number[] = [];
  for (let n = from; n <= to; n += 1) {
    const before = (await mailTo(who)).length;
    for (const hour of [1, 13]) await sendDue(later(n * DAY + hour * 60 * MINUTE));
    const written = (await mailTo(who)).length - before;
    expect(written).toBeLessThanOrEqual(1);
    if (written === 1) days.push(n);
  }
  return days;
}

test('mails come a week and a day before a due date, and weekly after', async () => {
  const ada = await app.aPerson();
  const to = { groupId: await aGroup(ada) };
  await assign(admin, { to, itemId: 'safety', dueOn: day(10), zone: 'UTC' });
  await choose(ada, 'due-soon');
  await choose(ada, 'overdue');
  expect(await mailsOfDays(ada, 0, 20)).toEqual([3, 9, 11, 17]);
  const [week, , late] = await mailTo(ada);
  expect(week?.plain).toContain('Due soon\n- Course safety, due on ');
  expect(late?.plain).toContain('Overdue\n- Course safety, due on ');
});

test('what is due and what is late comes in one digest', async () => {
  const ada = await app.aPerson();
  const to = { groupId: await aGroup(ada) };
  await assign(admin, { to, itemId: 'safety', dueOn: day(1), zone: 'UTC' });
  await assign(admin, { to, itemId: 'privacy', dueOn: day(-1), zone: 'UTC' });
  await choose(ada, 'due-soon');
  await choose(ada, 'overdue');
  expect(await sendDue(later(MINUTE))).toBe(1);
  const [mail, ...more] = await mailTo(ada);
  expect([mail?.subject, more]).toEqual(['1 thing is overdue (Spring Academy)', []]);
  expect(mail?.plain).toMatch(/Overdue\n- Course privacy[\s\S]*Due soon\n- Course safety/);
  // Turned off and on again on the same day.
  await choose(ada, 'due-soon', false);
  await choose(ada, 'due-soon');
  expect(await sendDue(later(60 * MINUTE))).toBe(0);
});

test('each learner chooses mails before, after, both or none', async () => {
  const [none, before, after] = [await app.aPerson(), await app.aPerson(), await app.aPerson()];
  const to = { groupId: await aGroup(none, before, after) };
  await assign(admin, { to, itemId: 'safety', dueOn: day(5), zone: 'UTC' });
  await choose(before, 'due-soon');
  await choose(after, 'overdue');
  await sendDue(later(MINUTE));
  expect([(await mailTo(none)).length, (await mailTo(before)).length, (await mailTo(after)).length]).toEqual([0, 1, 0]);
  await sendDue(later(6 * DAY + MINUTE));
  expect([(await mailTo(none)).length, (await mailTo(before)).length, (await mailTo(after)).length]).toEqual([0, 1, 1]);
});

test('mails are in the learner’s language, and never about what is done', async () => {
  const [ada, otto] = [await app.aPerson(), await app.aPerson()];
  await change(otto, { language: 'de' });
  const to = { groupId: await aGroup(ada, otto) };
  await assign(admin, { to, itemId: 'safety', dueOn: day(1), zone: 'UTC' });
  await complete(ada, 'safety', 'safety-1');
  for (const who of [ada, otto]) await choose(who, 'due-soon');
  expect(await sendDue(later(MINUTE))).toBe(1);
  expect((await mailTo(otto))[0]?.subject).toBe('1 Sache ist bald fällig (Spring Academy)');
});
