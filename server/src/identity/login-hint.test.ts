import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { managedEmail } from '../db/message-tables.ts';
import { person } from '../db/tables.ts';
import { testDatabase } from '../testing/database.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';
import {
  Academy,
  Browser,
  LENA,
  type Page,
  type RunningIdentity,
  signInAs,
  startIdentity,
} from './identity.fixture.ts';

const OLGA = { email: 'olga@example.org', firstName: 'Olga', lastName: 'Olsen', password: 'a quiet evening walk' };
const database = await testDatabase();
let running: RunningIdentity;

beforeAll(async () => {
  running = await startIdentity(database);
  const subject = (await running.identity.createAccount(LENA))?.accountId ?? '';
  await running.identity.createAccount(OLGA);
  const { email, firstName, lastName } = LENA;
  const [lena] = await database.db
    .insert(person)
    .values({ issuer: EMBEDDED_ISSUER, subject, email, firstName, lastName })
    .returning();
  const address = { personId: lena?.personId ?? '', type: 'work', email: 'lena@work.example' };
  await database.db.insert(managedEmail).values([
    { ...address, verifiedAt: new Date() },
    { ...address, email: 'unverified@work.example' },
  ]);
});
afterAll(() => running?.close());

/** A browser in which Lena is logged in. */
async function sharedBrowser() {
  const browser = new Browser(running.issuer);
  const { tokens } = await signInAs(browser, new Academy(running));
  return { browser, lena: tokens };
}
const emailIn = async (academy: Academy, { url }: Page) =>
  decodeJwt(String((await academy.exchange(url)).body.access_token)).email;
const isIn = ({ url }: Page) => url.includes('/login/callback?code=');

/** Presses the button that continues as the logged-in person. */
function stay(browser: Browser, page: Page): Promise<Page> {
  const action = /<form[^>]* action="([^"]+\/stay)"/.exec(page.text)?.[1] ?? '/idp/interaction/spring/none/stay';
  const headers = { origin: new URL(running.issuer).origin };
  return browser.open(new URL(action, page.url).href, { method: 'POST', headers });
}

test('another person’s address asks for a log-in and says who is logged in', async () => {
  const { browser, lena } = await sharedBrowser();
  const academy = new Academy(running);
  const page = await browser.open(academy.authorizeUrl({ login_hint: OLGA.email }));
  expect(page.text).toContain('<h1>Log in to Spring Academy</h1>');
  expect(page.text).toContain(`You are logged in as <strong>Lena Lind</strong> (${LENA.email}) in this browser.`);
  expect(page.text).toMatch(new RegExp(`name="email"[^>]* value="${OLGA.email}"`));
  const between = await browser.submit(page, { email: OLGA.email, password: OLGA.password });
  // The provider shows no question: it ends the first person's session by a form that a script submits.
  const back = await browser.submit(between, {});
  expect(await emailIn(academy, back)).toBe(OLGA.email);
  expect((await new Academy(running).refresh(lena.refresh_token)).status).toBe(400);
});

test('the person who is logged in goes on by a button', async () => {
  const { browser, lena } = await sharedBrowser();
  const academy = new Academy(running, 'kube');
  const page = await browser.open(academy.authorizeUrl({ login_hint: OLGA.email }));
  expect(page.text).toContain('Continue as Lena Lind');
  const back = await stay(browser, page);
  const { body } = await academy.exchange(back.url);
  const [before, after] = [lena.access_token, body.access_token].map((token) => decodeJwt(String(token)));
  expect(after).toMatchObject({ email: LENA.email, amr: ['pwd'], auth_time: before?.auth_time });
  // The next sign-in knows both: who is logged in, and that the other address belongs to another person.
  expect(isIn(await browser.open(new Academy(running).authorizeUrl({ login_hint: LENA.email })))).toBe(true);
  expect(isIn(await browser.open(new Academy(running).authorizeUrl({ login_hint: OLGA.email })))).toBe(false);
});

test.each(['nobody@example.org', 'unverified@work.example', 'no address at all'])(
  'the unknown address %s asks for a log-in',
  async (address) => {
    const { browser } = await sharedBrowser();
    const page = await browser.open(new Academy(running).authorizeUrl({ login_hint: address }));
    expect(page.text).toContain('You are logged in as');
  },
);

test.each([LENA.email, ' LENA@Example.org ', 'lena@work.example'])(
  'the own address %s logs in without a question',
  async (address) => {
    const { browser } = await sharedBrowser();
    expect(isIn(await browser.open(new Academy(running).authorizeUrl({ login_hint: address })))).toBe(true);
  },
);

test('without a page another person’s address is answered with login_required', async () => {
  const { browser } = await sharedBrowser();
  const { url } = await browser.open(new Academy(running).authorizeUrl({ prompt: 'none', login_hint: OLGA.email }));
  expect(new URL(url).searchParams.get('error')).toBe('login_required');
});

test('the registration says who is logged in, and that person can go on', async () => {
  const { browser } = await sharedBrowser();
  const academy = new Academy(running);
  const page = await browser.open(academy.authorizeUrl({ prompt: 'create', login_hint: 'new@example.org' }));
  expect(page.text).toContain('<h1>Create your free account</h1>');
  expect(page.text).toContain(`You are logged in as <strong>Lena Lind</strong> (${LENA.email}) in this browser.`);
  expect(await emailIn(academy, await stay(browser, page))).toBe(LENA.email);
});

test('a fresh log-in that an academy asks for cannot be skipped', async () => {
  const { browser } = await sharedBrowser();
  for (const more of [{}, { login_hint: OLGA.email }, { max_age: '0' }]) {
    const prompt = 'max_age' in more ? null : 'login';
    const page = await browser.open(new Academy(running).authorizeUrl({ prompt, ...more }));
    expect(page.text).not.toContain('/stay');
    const posted = await browser.open(`${page.url}/stay`, {
      method: 'POST',
      headers: { origin: new URL(running.issuer).origin },
    });
    expect(isIn(posted)).toBe(false);
    expect(posted.text).toContain('name="password"');
  }
  const visitor = new Browser(running.issuer);
  const page = await visitor.open(new Academy(running).authorizeUrl({ login_hint: OLGA.email }));
  expect(page.text).not.toContain('You are logged in as');
  const headers = { origin: new URL(running.issuer).origin };
  const posted = await visitor.open(`${page.url}/stay`, { method: 'POST', headers });
  expect(isIn(posted)).toBe(false);
});
