import { deleteAccount, exportAccount } from '@academy/contract/account';
import { loadTenants } from '@academy/tenants';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { account } from '../db/identity-tables.ts';
import { managedEmail } from '../db/message-tables.ts';
import { notificationChoice, sentNotification } from '../db/notification-tables.ts';
import { outboxMail, person } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { dueChoices } from './due-choices.store.ts';
import type { NotificationRule } from './notification-rule.ts';
import { notificationSender } from './notification-sender.ts';
import { DAY, later, notificationSteps, soon } from './notifications.fixture.ts';

const app = await startApp();
const another = await startApp({ database: app.database });
const { db } = app.database;
const { choose, addFavorite, publish, sendDue, mailTo, change } = notificationSteps(app);
const ending = (days: number) => ({ proStartsAt: later(-300 * DAY), proEndsAt: later(days * DAY) });

beforeEach(async () => {
  await db.delete(notificationChoice);
  await db.delete(outboxMail);
});

test('two concurrent servers notify everybody once', async () => {
  await publish('shared', ['s1']);
  const people = await Promise.all(Array.from({ length: 12 }, () => app.aPerson()));
  for (const who of people) {
    await addFavorite(who, 'shared');
    await choose(who, 'new-content');
    await choose(who, 'membership-end');
    await change(who, ending(3));
  }
  await publish('shared', ['s1', 's2']);
  const now = soon();
  const looks = [app, another, app, another].map(({ notificationSender }) => notificationSender.sendDue(now));
  const mails = (await Promise.all(looks)).reduce((sum, one) => sum + one.mails, 0);
  expect(mails).toBe(24);
  for (const who of people)
    expect((await mailTo(who)).map(({ kind }) => kind).sort()).toEqual(['membership-end', 'new-content']);
});

test('a mail that cannot be written records nothing, and is written later', async () => {
  await publish('troubled', ['t1']);
  const ada = await app.aPerson();
  await addFavorite(ada, 'troubled');
  await choose(ada, 'new-content');
  await publish('troubled', ['t1', 't2']);
  // Like a server that dies between recording and writing the mail: one transaction holds both.
  await db.execute(sql`alter table outbox_mail add constraint troubled check (kind <> 'new-content')`);
  expect(await sendDue()).toBe(0);
  expect(await db.$count(sentNotification, eq(sentNotification.personId, ada.personId))).toBe(0);
  await db.execute(sql`alter table outbox_mail drop constraint troubled`);
  expect(await sendDue()).toBe(0);
  expect(await sendDue(later(2 * 3_600_000))).toBe(1);
});

test('turning it off while the mail is made prevents the mail', async () => {
  const ada = await app.aPerson();
  await change(ada, ending(3));
  await choose(ada, 'membership-end');
  const rule: NotificationRule = {
    kind: 'membership-end',
    due: (now, max) => dueChoices(db).membershipEnd(now, max),
    async find({ until }) {
      await choose(ada, 'membership-end', false);
      return { subjects: ['an end'], notification: () => ({ kind: 'membership-end', endsAt: until }) };
    },
    next: () => ({}),
  };
  const tenant = (await loadTenants()).get('spring');
  if (tenant === undefined) throw new Error('no tenant');
  const brandOf = () => ({ tenant, origin: 'http://spring.localhost:3000' });
  const log = pino({ level: 'silent' });
  const sender = notificationSender({ db, rules: [rule], brandOf, mailQueued: () => undefined, log });
  expect((await sender.sendDue(later(60_000))).mails).toBe(0);
  expect(await mailTo(ada)).toEqual([]);
});

test('the end of a membership is announced two weeks before, once', async () => {
  const [ada, bob] = [await app.aPerson(), await app.aPerson()];
  await choose(ada, 'membership-end');
  await change(ada, ending(30));
  await change(bob, ending(3));
  expect(await sendDue(new Date())).toBe(0);
  expect(await sendDue(later(17 * DAY))).toBe(1);
  const [mail] = await mailTo(ada);
  const day = later(30 * DAY).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  expect(mail?.subject).toBe(`Your Pro membership ends on ${day} (Spring Academy)`);
  expect(await sendDue(later(18 * DAY))).toBe(0);
  await change(ada, ending(60));
  expect(await sendDue(later(19 * DAY))).toBe(0);
  expect(await sendDue(later(50 * DAY))).toBe(1);
  // In another academy it is the same membership, and the same choice.
  const { choices } = await choose(ada, 'membership-end', true, 'kube');
  expect(choices.find(({ kind }) => kind === 'membership-end')?.isOn).toBe(true);
  await choose(ada, 'membership-end', false, 'kube');
  await choose(ada, 'membership-end', true, 'kube');
  expect(await sendDue(later(51 * DAY))).toBe(0);
  expect(await sendDue(later(61 * DAY))).toBe(0);
  expect(await mailTo(bob)).toEqual([]);
});

test('nothing is sent to an unverified address, and another one is used', async () => {
  const ada = await app.aPerson();
  const unverified = { emailVerified: false };
  await db.update(account).set(unverified).where(eq(account.email, ada.email));
  await change(ada, { ...unverified, ...ending(3) });
  const { address } = await choose(ada, 'membership-end');
  expect(address).toBeNull();
  await db.insert(managedEmail).values({ type: 'work', email: 'ada@work.example', personId: ada.personId });
  expect(await sendDue(later(60_000))).toBe(0);
  expect(await db.$count(outboxMail)).toBe(0);
  await db.update(managedEmail).set({ verifiedAt: new Date() });
  expect((await choose(ada, 'weekly-digest')).address).toBe('ada@work.example');
  expect(await sendDue(later(1.5 * DAY))).toBe(1);
  expect(await mailTo(ada)).toEqual([]);
  expect(await mailTo({ email: 'ada@work.example' })).toHaveLength(1);
});

test('the present address at the provider is used', async () => {
  const ada = await app.aPerson();
  await change(ada, ending(3));
  await choose(ada, 'membership-end');
  await db.update(account).set({ email: 'ada.new@example.org' }).where(eq(account.email, ada.email));
  expect(await sendDue(later(60_000))).toBe(1);
  expect(await mailTo(ada)).toEqual([]);
  expect(await mailTo({ email: 'ada.new@example.org' })).toHaveLength(1);
});

test('a removed person is not notified, and leaves no choices behind', async () => {
  await app.aPerson({ admin: true });
  const ada = await app.aPerson();
  await change(ada, ending(3));
  await choose(ada, 'membership-end');
  await sendDue(later(60_000));
  const bearer = await ada.bearer();
  const exported = (await app.call(exportAccount, {}, { bearer })).body.data as { data: Record<string, object[]> };
  expect(exported.data.notifications).toMatchObject([{ tenant_id: 'spring', kind: 'membership-end', is_on: true }]);
  expect(exported.data.notices).toMatchObject([{ kind: 'membership-end' }]);
  expect(JSON.stringify(exported)).not.toContain('token"');
  const removed = await app.call(deleteAccount, { body: { email: ada.email } }, { bearer });
  expect(removed.body.data).toEqual({ deleted: true });
  expect(await db.$count(notificationChoice, eq(notificationChoice.personId, ada.personId))).toBe(0);
  expect(await db.$count(person, eq(person.personId, ada.personId))).toBe(0);
  expect(await mailTo(ada)).toEqual([]);
});
