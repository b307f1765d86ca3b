import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@academy/contract/calls';
import { receiveLabEvent } from '@academy/contract/labs';
import { afterAll, expect, it } from 'vitest';
import { rendererInProcess } from '../front/page-renderer.ts';
import { PUBLIC_PARAMS } from '../http/logged-address.ts';
import { startCompany, wayOut } from '../identity/company.fixture.ts';
import { Academy, Browser, LENA, mailTo, registerAs, startIdentity } from '../identity/identity.fixture.ts';
import { aDirectory } from '../scim/scim.fixture.ts';
import { startApp } from '../testing/start-app.ts';
import * as web from '../testing/web-entry.fixture.ts';
import { createLog } from './log.ts';

const folder = await mkdtemp(join(tmpdir(), 'academy-log-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'server.log');
const log = createLog('trace', file);
const app = await startApp({
  log,
  keepsAccounts: true,
  web: { entry: web, renderer: rendererInProcess(web), clientFolder: null },
});
const running = await startIdentity(app.database, { log });
afterAll(() => running.close());

let requests = 0;
/** All lines logged until now, once the last request is logged. */
async function logged(): Promise<string> {
  requests += 1;
  await app.request({ url: `/health/live?kind=last-${requests}` });
  await expect.poll(() => readFile(file, 'utf8')).toContain(`kind=last-${requests}`);
  return readFile(file, 'utf8');
}

// Shows security#log-entries
it('keeps all secrets of signing in and registering out of the log', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running);
  const seen = new Set<string>();
  /** Collects ids and tokens in the addresses that the browser visited. */
  const note = (url: string) => {
    const { pathname, searchParams } = new URL(url);
    for (const part of pathname.split('/')) if (part.length > 15) seen.add(part);
    for (const value of searchParams.values()) if (value.length > 5) seen.add(value);
  };
  const page = await browser.open(academy.authorizeUrl({ login_hint: LENA.email }));
  note(page.url);
  const back = await registerAs(running, browser, await browser.open(`${page.url}/register`), LENA);
  note(back.url);
  await academy.exchange(back.url);
  const other = new Browser(running.issuer);
  const form = await other.open(new Academy(running).authorizeUrl());
  note(form.url);
  await other.submit(await other.open(`${form.url}/forgot`), { email: LENA.email });
  const link = mailTo(running, LENA.email, 'reset-password').link ?? '';
  note(link);
  await other.submit(await other.open(link), { password: 'five words in a row' });
  for (const one of [browser, other]) for (const value of one.cookieValues()) if (value.length > 8) seen.add(value);
  await browser.request(`${running.issuer}interaction/spring/${'u'.repeat(21)}/no-such-form`);
  seen.add('u'.repeat(21)).add(LENA.email).add(encodeURIComponent(LENA.email)).add(LENA.password);

  const text = await logged();
  expect(seen.size).toBeGreaterThan(10);
  expect([...seen].filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).toContain('"url":"/idp/interaction/:tenant/:uid/forgot"');
  expect(text).toContain('"url":"/idp/reset?[left out]"');
});

// Shows security#log-entries
it('keeps what a company’s log-in sends out of the log', async () => {
  const clientSecret = 'a-secret-of-the-company';
  const given = { academy: running.issuer, name: 'Acme', domains: ['acme.example'], secret: clientSecret };
  const acme = await startCompany(app.database.db, given);
  acme.people.set('a-subject-of-acme', { email: 'eva@acme.example', email_verified: true });
  const page = await new Browser(running.issuer).open(new Academy(running).authorizeUrl());
  const seen = [clientSecret, 'eva@acme.example', 'a-subject-of-acme'];
  for (const isSpoilt of [false, true]) {
    const browser = new Browser(running.issuer);
    const leaving = await browser.submit(await browser.open(new Academy(running).authorizeUrl()), {
      email: 'eva@acme.example',
    });
    const back = new URL(await acme.logIn(wayOut(leaving), 'a-subject-of-acme'));
    if (isSpoilt) back.searchParams.set('iss', page.url);
    seen.push(...['code', 'state'].map((name) => back.searchParams.get(name) ?? ''));
    await browser.open(back.href);
  }
  const text = await logged();
  expect(text).toContain('a return from a directory was refused');
  expect(seen.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).toContain('"url":"/idp/directory/:directory/callback');
});

// Shows security#log-entries
it('keeps what a directory sends over SCIM out of the log', async () => {
  const acme = await aDirectory(app, 'scim.example');
  const [userName, password] = ['eva@scim.example', 'a-password-of-acme'];
  const { body } = await acme.ask('POST', '/Users', { userName, password, externalId: 'an-id-of-acme' });
  await acme.ask('POST', '/Users', { userName, password, externalId: 'an-id-of-acme' });
  await acme.ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
  await acme.ask('DELETE', `/Users/${body.id}`);
  await acme.ask('GET', '/Users', undefined, { authorization: 'Bearer academy_something-else' });
  const text = await logged();
  const secrets = [acme.token, userName, encodeURIComponent(userName), password, 'an-id-of-acme', 'something-else'];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).toContain('"url":"/scim/v2/:directoryId/Users?[left out]"');
});

// Shows security#log-entries
it('keeps tokens and addresses of any other request out of the log', async () => {
  const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-AbCde';
  const uuid = crypto.randomUUID();
  const secrets = [token, uuid, 'lena', '123456'];
  await app.call(receiveLabEvent, { params: { token }, body: {} as never });
  const urls = [
    `/unsubscribe?token=${token}`,
    `/calendar.ics?token=${token}`,
    `/${token}`,
    `/nowhere/${token}?x=${token}`,
    `/certificates/${uuid}`,
    `/assets/content/${token}.png`,
    `/api/v1/nowhere/${token}`,
    `/api/v1/lessons/knowledge-check/attempts/${uuid}`,
    '/api/v1/email/list?type=lena%2540example.org&slug=lena%40example.org',
    `/api/v1/email/validateVerificationCode?verificationCode=123456&verifiableEmail=lena@example.org`,
    `/courses?topic=lena%252540example.org&q=lena@example.org`,
    `/mailbox/${uuid}/html`,
    `/broken?token=${token}`,
  ];
  for (const url of urls) {
    const headers = { host: 'spring.localhost:3000', referer: `http://spring.localhost:3000${url}` };
    for (const method of ['GET', 'POST', 'HEAD'] as const) await app.request({ method, url, headers });
  }
  const at = (path: string) => `http://spring.localhost:3000${path}`;
  await app.request({
    method: 'POST',
    url: '/api/v1/reports/error',
    payload: {
      message: `failed: ${at(`/idp/interaction/spring/${token.slice(0, 21)}/sign-in`)} of lena%2540example.org`,
      stack: `at ${at(`/api/v1/labs/events/${token.slice(0, 20)}?code=123456`)}:1:2`,
      path: `/certificates/${uuid}`,
    },
  });
  const blocked = at(`/reset?token=${token}`);
  await app.request({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': blocked } }),
  });

  const text = await logged();
  expect([...secrets, token.slice(0, 20)].filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).toContain('"url":"/api/v1/labs/events/:token"');
  expect(text).toContain('error in a browser');
});

it('shows which content was requested', async () => {
  await app.request({ url: '/api/v1/lessons/details/spring-boot/first-steps?tenantId=spring' });
  expect(await logged()).toContain('"url":"/api/v1/lessons/details/spring-boot/first-steps?tenantId=spring"');
});

it('knows of every parameter in a path whether it is public', () => {
  const names = new Set(CALLS.flatMap(({ path }) => [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '')));
  expect([...names].filter((name) => !PUBLIC_PARAMS.has(name)).sort()).toEqual([
    'assignmentId',
    'attemptId',
    'certificateId',
    'deliveryId',
    'directoryId',
    'draft',
    'draftId',
    'feedbackId',
    'grantId',
    'groupId',
    'id',
    'importId',
    'linkId',
    'messageId',
    'reportId',
    'requestId',
    'token',
    'tokenId',
    'userId',
    'webhookId',
  ]);
});
