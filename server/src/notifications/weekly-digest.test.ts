import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { account } from '../db/identity-tables.ts';
import { notificationChoice } from '../db/notification-tables.ts';
import { outboxMail, progressEvent } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { DAY, later, MINUTE, notificationSteps } from './notifications.fixture.ts';

const app = await startApp();
const { db } = app.database;
const { choose, complete, publish, sendDue, mailTo, change } = notificationSteps(app);
const LESSONS = ['w1', 'w2', 'w3', 'w4'];
await publish('weekly', LESSONS);

beforeEach(async () => {
  await db.delete(notificationChoice);
  await db.delete(outboxMail);
});

test('the digest contains completed lessons, the next ones and new courses', async () => {
  const ada = await app.aPerson();
  await complete(ada, 'weekly', 'w1');
  await db
    .update(progressEvent)
    .set({ at: later(-3 * DAY) })
    .where(eq(progressEvent.personId, ada.personId));
  await choose(ada, 'weekly-digest');
  await complete(ada, 'weekly', 'w2');
  await publish('fresh', ['f1'], { title: 'Fresh from the press' });
  await publish('members', ['m1'], { title: 'For members', entitlements: ['pro'] });
  await publish('not-yet', ['n1'], { title: 'Not yet', status: 'draft' });

  expect(await sendDue(later(6.9 * DAY))).toBe(0);
  expect(await sendDue(later(7 * DAY + MINUTE))).toBe(1);
  const [mail] = await mailTo(ada);
  expect(mail?.subject).toBe('Your week at Spring Academy');
  expect(mail?.plain).toContain('What you completed\n- Course weekly: 1 lesson, 2 of 4 in total\n');
  expect(mail?.plain).toContain(
    'What is next\n- Lesson w3 (Course weekly)\n  http://spring.localhost:3000/courses/weekly/lessons/w3\n',
  );
  expect(mail?.plain).toContain('New courses\n- Fresh from the press\n');
  expect(mail?.plain).not.toMatch(/For members|Not yet/);
});

test('the digest is in the language of the learner', async () => {
  const [ada, otto] = [await app.aPerson(), await app.aPerson()];
  await change(otto, { language: 'de' });
  for (const who of [ada, otto]) {
    await choose(who, 'weekly-digest');
    await complete(who, 'weekly', 'w2');
  }
  expect(await sendDue(later(7 * DAY + MINUTE))).toBe(2);
  const [[english], [german]] = [await mailTo(ada), await mailTo(otto)];
  expect([english?.subject, german?.subject]).toEqual([
    'Your week at Spring Academy',
    'Deine Woche bei Spring Academy',
  ]);
  expect(german?.plain).toContain('Das hast du abgeschlossen\n- Course weekly: 1 Lektion, insgesamt 1 von 4\n');
  expect(german?.html).toContain('<html lang="de">');
});

test('a week without activity and news has no digest', async () => {
  const ada = await app.aPerson();
  await complete(ada, 'weekly', 'w1');
  await choose(ada, 'weekly-digest');
  expect(await sendDue(later(7 * DAY + MINUTE))).toBe(0);
  await complete(ada, 'weekly', 'w3');
  const events = eq(progressEvent.itemId, 'w3');
  await db
    .update(progressEvent)
    .set({ at: later(9 * DAY) })
    .where(events);
  expect(await sendDue(later(13 * DAY))).toBe(0);
  expect(await sendDue(later(14 * DAY + MINUTE))).toBe(1);
  expect((await mailTo(ada))[0]?.plain).toContain('- Course weekly: 1 lesson, 2 of 4 in total\n');
});

test('a late digest is sent once, and keeps its day of the week', async () => {
  const ada = await app.aPerson();
  await choose(ada, 'weekly-digest');
  await complete(ada, 'weekly', 'w1');
  await db
    .update(progressEvent)
    .set({ at: later(29 * DAY) })
    .where(eq(progressEvent.personId, ada.personId));
  expect(await sendDue(later(30 * DAY))).toBe(1);
  expect(await sendDue(later(30 * DAY + MINUTE))).toBe(0);
  const [choice] = await db.select().from(notificationChoice);
  expect(Math.round(((choice?.dueAt.getTime() ?? 0) - Date.now()) / DAY)).toBe(35);
});

test('members get new courses for members, marked as such', async () => {
  const ada = await app.aPerson();
  await change(ada, { proStartsAt: later(-DAY), proEndsAt: later(100 * DAY) });
  await choose(ada, 'weekly-digest');
  await publish('members-too', ['mm1'], { title: 'For members, too', entitlements: ['pro'] });
  expect(await sendDue(later(7 * DAY + MINUTE))).toBe(1);
  const [mail] = await mailTo(ada);
  expect(mail?.plain).toContain('- For members, too (Pro)\n');
  expect(mail?.plain).toContain('This is new in the academy since the last digest.');
});

test('a person whose account has ended gets no mail', async () => {
  const [ada, otto] = [await app.aPerson(), await app.aPerson()];
  for (const who of [ada, otto]) {
    await choose(who, 'weekly-digest');
    await complete(who, 'weekly', 'w2');
  }
  await db.update(account).set({ endedAt: new Date() }).where(eq(account.email, ada.email));
  expect(await sendDue(later(7 * DAY + MINUTE))).toBe(1);
  expect([(await mailTo(ada)).length, (await mailTo(otto)).length]).toEqual([0, 1]);
});
