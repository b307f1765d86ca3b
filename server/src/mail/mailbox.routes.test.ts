import { loadTenants } from '@academy/tenants';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { enqueueMail } from './outbox.store.ts';
import { identityMail } from './templates/identity-mail.ts';

const app = await startApp();
const { db } = app.database;
const tenants = await loadTenants();
const origins = { tenantOrigins: { spring: 'http://spring.localhost:3000' }, others: ['http://localhost:3000'] };

beforeEach(() => db.delete(outboxMail));

const get = (url: string, host = 'spring.localhost:3000') => app.request({ url, headers: { host } });
const write = (to: string, key: string) =>
  enqueueMail(
    db,
    identityMail(tenants, origins, {
      ...{ kind: 'verify-email', tenantId: 'spring', to, firstName: 'Lena', detail: '123456', key },
      link: 'http://localhost:3000/idp/confirm?token=abc',
    }),
  );

test('the local mailbox lists all mail, newest first, in the brand of the host', async () => {
  expect((await get('/mailbox')).body).toContain('No e-mails yet');
  await write('lena@example.org', 'one');
  await db.update(outboxMail).set({ createdAt: sql`now() - interval '1 hour'` });
  await write('otto@example.org', 'two');
  const { body, statusCode, headers } = await get('/mailbox', 'kube.localhost:3000');
  expect(statusCode).toBe(200);
  expect(body.indexOf('otto@example.org')).toBeLessThan(body.indexOf('lena@example.org'));
  expect(body).toContain('Kube Academy');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  expect(body).not.toContain('<script');
});

test('the mailbox and its samples are in the language of the browser', async () => {
  await write('lena@example.org', 'one');
  const german = (url: string) =>
    app.request({ url, headers: { host: 'spring.localhost:3000', 'accept-language': 'de-DE, en;q=0.5' } });
  const { body } = await german('/mailbox');
  for (const part of ['<html lang="de">', '<h1>Postfach</h1>', '<a href="/mailbox/samples">Beispiele aller Mails</a>'])
    expect(body).toContain(part);
  expect(body).toMatch(/geschrieben \d+\. [^<]+ UTC</);
  expect((await german('/mailbox/samples/weekly-digest/html')).body).toContain('Hallo Lena,');
  expect((await get('/mailbox')).body).toMatch(/written [A-Z][a-z]{2} \d+, [^<]+ UTC</);
});

test('one mail is shown as text, and as HTML in a sandboxed frame', async () => {
  await write('lena@example.org', 'one');
  const [mail] = await db.select().from(outboxMail);
  const page = await get(`/mailbox/${mail?.mailId}`);
  expect(page.body).toContain('<a href="http://localhost:3000/idp/confirm?token=abc">');
  expect(page.body).toContain(`<iframe src="/mailbox/${mail?.mailId}/html"`);
  const frame = await get(`/mailbox/${mail?.mailId}/html`);
  expect(frame.body).toBe(mail?.html);
  const policy = String(frame.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).not.toMatch(/unsafe-inline|script-src|allow-scripts|allow-same-origin/);
  expect((await get('/mailbox/nothing')).statusCode).toBe(404);
  expect((await get(`/mailbox/${crypto.randomUUID()}`)).statusCode).toBe(404);
});

test('scripts read the mail of one address as JSON', async () => {
  await write('lena@example.org', 'one');
  await write('otto@example.org', 'two');
  const { body } = await get('/mailbox.json?to=Lena%40Example.org');
  const mails = JSON.parse(body) as { recipient: string; plain: string }[];
  expect(mails).toMatchObject([{ recipient: 'lena@example.org', kind: 'verify-email', sentAt: null, failedAt: null }]);
  expect(/\n {4}(\d{6})\n/.exec(mails[0]?.plain ?? '')?.[1]).toBe('123456');
  expect(JSON.parse((await get('/mailbox.json')).body)).toHaveLength(2);
  expect((await get('/mailbox.json?to=everybody')).statusCode).toBe(400);
  expect((await get('/mailbox.json?to=a@b.org&to=c@d.org')).statusCode).toBe(400);
});

test('no other host name of this machine opens the mailbox', async () => {
  await write('lena@example.org', 'one');
  const [mail] = await db.select().from(outboxMail);
  for (const host of ['evil.example.org', 'evil.example.org:3000', 'localhost.evil.example.org', '192.168.1.5:3000'])
    for (const url of ['/mailbox', '/mailbox.json', `/mailbox/${mail?.mailId}`, `/mailbox/${mail?.mailId}/html`]) {
      const { statusCode, body } = await get(url, host);
      expect(statusCode).toBe(404);
      expect(body).not.toContain('123456');
    }
  for (const host of ['localhost:3000', '127.0.0.1:3000', 'tanzu.localhost:3000', '[::1]:3000'])
    expect((await get('/mailbox.json', host)).statusCode).toBe(200);
});

test("every kind of mail is shown as a sample, in the host's brand", async () => {
  const list = await get('/mailbox/samples', 'tanzu.localhost:3000');
  const names = [...list.body.matchAll(/href="\/mailbox\/samples\/([\w-]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['verify-email', 'admin-made', 'verify-work', 'feedback', 'contact']));
  for (const name of names) {
    const page = await get(`/mailbox/samples/${name}`, 'tanzu.localhost:3000');
    expect([name, page.statusCode]).toEqual([name, 200]);
    const frame = await get(`/mailbox/samples/${name}/html`, 'tanzu.localhost:3000');
    expect(frame.body).toContain('Tanzu Academy');
    expect(frame.headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'unsafe-hashes' 'sha256-",
    );
    expect(frame.body).not.toMatch(/undefined|\[object|<script/);
  }
  expect((await get('/mailbox/samples/nothing')).statusCode).toBe(404);
  expect((await get('/mailbox/samples', 'evil.example')).statusCode).toBe(404);
  expect(await db.$count(outboxMail)).toBe(0);
});
