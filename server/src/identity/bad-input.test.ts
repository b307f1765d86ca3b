import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  Academy,
  Browser,
  LENA,
  mailTo,
  type Page,
  type RunningIdentity,
  signInAs,
  startIdentity,
} from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;
/** A second server on the same database. */
let second: RunningIdentity;

beforeAll(async () => {
  running = await startIdentity(database);
  second = await startIdentity(database);
  await running.identity.createAccount(LENA);
});
afterAll(() => Promise.all([running?.close(), second?.close()]));

// Shows security#one-line-mails
test.each<[string, Record<string, string>]>([
  ['the state', { state: 'a\r\nset-cookie: stolen=1\r\nlocation: https://evil.example/' }],
  ['the address that is filled in', { login_hint: 'a@b.example\r\nset-cookie: stolen=1' }],
  ['the nonce', { nonce: 'n\r\n\r\n<script>' }],
])('line ends in %s never become headers or markup', async (_what, changes) => {
  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const page = await browser.open(academy.authorizeUrl(changes));
  expect(page.text).not.toContain('<script>');
  const back = page.status === 200 ? await browser.submit(page, { email: LENA.email, password: LENA.password }) : page;
  expect(browser.cookieValues()).not.toContain('1');
  for (const { headers } of [page, back]) expect(headers.get('set-cookie') ?? '').not.toMatch(/(^|, )stolen=/);
  // Either the request was refused, or the text was returned to our own academy unchanged.
  const { origin, searchParams } = new URL(back.url);
  expect([new URL(running.issuer).origin, running.originOf('spring')]).toContain(origin);
  if (searchParams.has('state') && changes.state !== undefined) expect(searchParams.get('state')).toBe(changes.state);
});

test.each(['__proto__', 'constructor', 'toString'])('account pages ignore the unknown message %s', async (said) => {
  const browser = new Browser(running.issuer);
  await signInAs(browser, new Academy(running));
  // The links below it to other languages keep the address.
  const mainOf = ({ text }: { text: string }) => /<main>.*<\/main>/s.exec(text)?.[0] ?? 'no page';
  const plain = await browser.open(`${running.issuer}account`);
  const page = await browser.open(`${running.issuer}account?said=${said}`);
  expect([page.status, mainOf(page)]).toEqual([200, mainOf(plain)]);
});

test('after five guesses even the right digits for an address are refused', async () => {
  const browser = new Browser(running.issuer);
  await signInAs(browser, new Academy(running));
  const to = 'lena.new@example.org';
  const waiting = await browser.submit(await browser.open(`${running.issuer}account/email`), { email: to });
  const right = mailTo(running, to, 'change-email').detail ?? '';
  for (let guess = 1; guess <= 5; guess += 1)
    await browser.submit(waiting, { code: String((Number(right) + guess) % 1_000_000).padStart(6, '0') });
  expect((await browser.submit(waiting, { code: right })).text).toContain('wrong or no longer valid');
  expect(await running.identity.findAccount(to)).toBeNull();
  expect(await running.identity.findAccount(LENA.email)).not.toBeNull();
});

test('a link used on two servers at once works once', async () => {
  const person = { ...LENA, email: 'twice@example.org' };
  await running.identity.createAccount(person);
  const browser = new Browser(running.issuer);
  const login = await browser.open(new Academy(running).authorizeUrl());
  await browser.submit(await browser.open(`${login.url}/forgot`), { email: person.email });
  const link = mailTo(running, person.email, 'reset-password').link ?? '';
  const forms = await Promise.all(
    [running, second].map(async (server) => {
      const one = new Browser(server.issuer);
      return { one, page: await one.open(link.replace(running.issuer, server.issuer)) };
    }),
  );
  const passwords = ['the words of one server', 'the words of another server'];
  const answers = await Promise.all(
    forms.map(({ one, page }, at) => one.submit(page, { password: passwords[at] ?? '' })),
  );
  const refused = (page: Page) => page.text.includes('no longer valid');
  expect(answers.filter(refused)).toHaveLength(1);
  const works = await Promise.all(
    [...passwords, person.password].map((password) =>
      signInAs(new Browser(running.issuer), new Academy(running), { email: person.email, password }).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(works).toEqual(answers.map((page) => !refused(page)).concat(false));
});
