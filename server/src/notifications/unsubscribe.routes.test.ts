import { getNotifications, type NotificationKind, type Notifications } from '@academy/contract/notifications';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { notificationChoice } from '../db/notification-tables.ts';
import { outboxMail } from '../db/tables.ts';
import { startMailer } from '../mail/mailer.ts';
import { outboxStore } from '../mail/outbox.store.ts';
import { startSmtp } from '../mail/smtp.fixture.ts';
import { smtpTransport } from '../mail/smtp.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { DAY, later, notificationSteps } from './notifications.fixture.ts';

const app = await startApp();
const { db } = app.database;
const { choose, sendDue, mailTo, change } = notificationSteps(app);

beforeEach(async () => {
  await db.delete(notificationChoice);
  await db.delete(outboxMail);
});

/** A person who was notified of the end of the membership. */
async function notifiedLearner(): Promise<{ who: TestPerson; url: string }> {
  const who = await app.aPerson();
  await change(who, { proStartsAt: later(-DAY), proEndsAt: later(DAY) });
  await choose(who, 'membership-end');
  expect(await sendDue(later(60_000))).toBe(1);
  return { who, url: (await mailTo(who))[0]?.unsubscribeUrl ?? '' };
}

const pathOf = (url: string) => url.replace('http://spring.localhost:3000', '');
const get = (url: string, host = 'spring.localhost:3000') => app.request({ url: pathOf(url), headers: { host } });
const post = (url: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  app.request({
    ...{ method: 'POST', url: pathOf(url), payload },
    headers: { host: 'spring.localhost:3000', 'content-type': type },
  });
async function isOn(who: TestPerson, kind: NotificationKind): Promise<boolean | undefined> {
  const { body } = await app.call(getNotifications, {}, { tenant: 'spring', bearer: await who.bearer() });
  return (body.data as Notifications).choices.find((choice) => choice.kind === kind)?.isOn;
}

test('everything is off by default, and the address is shown', async () => {
  const ada = await app.aPerson();
  const { body } = await app.call(getNotifications, {}, { tenant: 'spring', bearer: await ada.bearer() });
  expect(body.data).toEqual({
    address: ada.email,
    choices: [
      { kind: 'new-content', isOn: false },
      { kind: 'membership-end', isOn: false },
      { kind: 'weekly-digest', isOn: false },
      { kind: 'due-soon', isOn: false },
      { kind: 'overdue', isOn: false },
    ],
  });
});

// Shows security#header-authority
test('the mail has an unsubscribe header and link', async () => {
  const { who, url } = await notifiedLearner();
  const [mail] = await mailTo(who);
  expect(mail?.plain).toContain(`Unsubscribe from e-mails about the end of your membership:\n${url}\n`);
  expect(mail?.html).toContain(`href="${url}"`);
  const smtp = await startSmtp();
  const mailer = startMailer({
    outbox: outboxStore(db),
    transport: smtpTransport({ host: '127.0.0.1', port: smtp.port, implicitTls: false, requireTls: false, auth: null }),
    fromOf: async () => ({ address: 'academy@example.org', replyTo: null }),
    nameOf: () => 'Spring Academy',
    keepText: false,
    log: pino({ level: 'silent' }),
  });
  try {
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 15_000 });
    const head = smtp.received[0]?.source.split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ');
    expect(head).toContain(`\r\nList-Unsubscribe: <${url}>\r\n`);
    expect(head).toMatch(/\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click(\r\n|$)/);
    await vi.waitFor(async () => expect((await mailTo(who))[0]).toMatchObject({ unsubscribeUrl: null, plain: '' }), {
      timeout: 15_000,
    });
  } finally {
    await mailer.stop();
    await smtp.close();
  }
});

test('opening the link changes nothing; its button unsubscribes', async () => {
  const { who, url } = await notifiedLearner();
  for (let time = 0; time < 2; time += 1) {
    const page = await get(url);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<button>Unsubscribe</button>');
    expect(page.body).not.toContain(who.email);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(await isOn(who, 'membership-end')).toBe(true);
  }
  const done = await post(url);
  expect([done.statusCode, done.body.includes('You are unsubscribed')]).toEqual([200, true]);
  expect(await isOn(who, 'membership-end')).toBe(false);
  // Repeating it, by a program or by a person, changes nothing.
  expect((await post(url)).statusCode).toBe(200);
  expect((await get(url)).body).toContain('You are unsubscribed');
});

test('the pages are in the language of the person or browser', async () => {
  const { who, url } = await notifiedLearner();
  await change(who, { language: 'de' });
  expect((await get(url)).body).toContain('<button>Abbestellen</button>');
  const done = (await post(url)).body;
  for (const part of ['<html lang="de">', 'keine Mails über das Ende deiner Mitgliedschaft mehr', '"/de/account#'])
    expect(done).toContain(part);
  const headers = { host: 'spring.localhost:3000', 'accept-language': 'de' };
  expect((await app.request({ url: '/unsubscribe?token=x', headers })).body).toContain('funktioniert nicht');
});

test.each([
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
  ],
  ['application/x-www-form-urlencoded', ''],
])('mail programs unsubscribe by one request of type %s', async (type, payload) => {
  const { who, url } = await notifiedLearner();
  expect((await post(url, type, payload)).statusCode).toBe(200);
  expect(await isOn(who, 'membership-end')).toBe(false);
});

test('only the kind of the link ends, and waiting mail is withdrawn', async () => {
  const { who, url } = await notifiedLearner();
  await choose(who, 'weekly-digest');
  await post(url);
  expect(await isOn(who, 'weekly-digest')).toBe(true);
  expect(await mailTo(who)).toEqual([]);
});

test('the link of an old mail works after turning on again', async () => {
  const { who, url } = await notifiedLearner();
  await post(url);
  await choose(who, 'membership-end');
  expect((await get(url)).body).toContain('<button>Unsubscribe</button>');
  await post(url);
  expect(await isOn(who, 'membership-end')).toBe(false);
});

test('an invalid or foreign link says so, and changes nothing', async () => {
  const { who, url } = await notifiedLearner();
  const { token = '' } =
    (await db.select().from(notificationChoice).where(eq(notificationChoice.personId, who.personId)))[0] ?? {};
  for (const wrong of [url.slice(0, -1), `${url}x`, '/unsubscribe', '/unsubscribe?token=', '/unsubscribe?token=%27']) {
    const replies = [await get(wrong), await post(wrong)];
    for (const { statusCode, body } of replies) {
      expect(statusCode).toBe(404);
      expect(body).toContain('This link does not work');
    }
  }
  expect((await get(`/unsubscribe?token=${token}`, 'kube.localhost:3000')).statusCode).toBe(404);
  for (const bad of [`/unsubscribe?token=a&token=b`, '/unsubscribe?token=%00', `/unsubscribe?token=${'x'.repeat(100)}`])
    expect((await get(bad)).statusCode).toBe(404);
  expect((await post(url, 'text/plain', 'x'.repeat(10_000))).statusCode).toBe(413);
  expect(await isOn(who, 'membership-end')).toBe(true);
});
