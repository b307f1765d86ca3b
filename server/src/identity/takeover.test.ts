import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, mailTo, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const MINUTE = 60_000;
const database = await testDatabase();
let running: RunningIdentity;
let clock = 0;

beforeAll(async () => {
  running = await startIdentity(database, { now: () => Date.now() + clock });
});
afterAll(() => running?.close());

let people = 0;
/** An account of its own for every test. */
async function somebody() {
  people += 1;
  const person = {
    email: `t${people}@example.org`,
    firstName: 'Tove',
    lastName: 'Tamm',
    password: `quiet river ${people} lantern`,
  };
  const account = await running.identity.createAccount(person);
  return { ...person, accountId: account?.accountId ?? '' };
}
type Someone = Awaited<ReturnType<typeof somebody>>;

const emailOf = async (accountId: string) => {
  const { rows } = await database.pool.query('select email from account where account_id = $1', [accountId]);
  return rows[0]?.email as string | undefined;
};
const linkOf = (email: string, kind: Parameters<typeof mailTo>[2]) => mailTo(running, email, kind).link ?? '';

/** A browser in the account area, just logged in. */
async function inAccount({ email, password }: Pick<Someone, 'email' | 'password'>) {
  const browser = new Browser(running.issuer);
  await browser.submit(await browser.open(`${running.issuer}account`), { email, password });
  return browser;
}

async function changeAddress(browser: Browser, to: string) {
  const waiting = await browser.submit(await browser.open(`${running.issuer}account/email`), { email: to });
  const done = await browser.submit(waiting, { code: mailTo(running, to, 'change-email').detail ?? '' });
  expect(done.text).toContain('Your address is changed');
}

async function takeBack(link: string) {
  const browser = new Browser(running.issuer);
  const page = await browser.open(link);
  return page.text.includes('<form') ? browser.submit(page, {}) : page;
}

async function resetPassword(email: string, password: string) {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  const form = await browser.open(`${page.url}/forgot`);
  await browser.submit(form, { email });
  const other = new Browser(running.issuer);
  const done = await other.submit(await other.open(linkOf(email, 'reset-password')), { password });
  expect(done.text).toContain('Your password is changed');
}

test('a thief who changed an address cannot keep it by a new password', async () => {
  const person = await somebody();
  await changeAddress(await inAccount(person), `thief-${person.email}`);
  await resetPassword(`thief-${person.email}`, 'words of a thief here');
  expect((await takeBack(linkOf(person.email, 'email-changed'))).text).toContain('Your old address is restored');
  expect(await emailOf(person.accountId)).toBe(person.email);
});

test('the first address outranks all addresses of a chain of changes', async () => {
  const person = await somebody();
  const [first, second] = [`thief-${person.email}`, `fence-${person.email}`];
  const browser = await inAccount(person);
  await changeAddress(browser, first);
  clock += 1_000;
  await changeAddress(browser, second);
  const [ofOwner, ofThief] = [linkOf(person.email, 'email-changed'), linkOf(first, 'email-changed')];
  expect((await takeBack(ofOwner)).text).toContain('Your old address is restored');
  expect((await takeBack(ofThief)).text).toContain('This link is no longer valid');
  expect(await emailOf(person.accountId)).toBe(person.email);
});

test("a link of an address between does not void the first one's", async () => {
  const person = await somebody();
  const [first, second] = [`thief-${person.email}`, `fence-${person.email}`];
  const browser = await inAccount(person);
  await changeAddress(browser, first);
  clock += 1_000;
  await changeAddress(browser, second);
  await takeBack(linkOf(first, 'email-changed'));
  expect(await emailOf(person.accountId)).toBe(first);
  await takeBack(linkOf(person.email, 'email-changed'));
  expect(await emailOf(person.accountId)).toBe(person.email);
});

test('changing the address away and back leaves no link that changes it again', async () => {
  const person = await somebody();
  const browser = await inAccount(person);
  await changeAddress(browser, `thief-${person.email}`);
  clock += 1_000;
  await changeAddress(browser, person.email);
  const mail = running.mails.findLast(({ to, kind }) => to === `thief-${person.email}` && kind === 'email-changed');
  expect(mail?.link ?? null).toBeNull();
  expect(await emailOf(person.accountId)).toBe(person.email);
});

test('an unfinished log-in with the old password ends with that password', async () => {
  const person = await somebody();
  const thief = new Browser(running.issuer);
  const academy = new Academy(running);
  const page = await thief.open(academy.authorizeUrl());
  // The password was right; the thief does not follow the redirect yet.
  const held = await thief.request(`${page.url}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email: person.email, password: person.password }),
    headers: { origin: new URL(running.issuer).origin },
  });
  const resume = new URL(held.headers.get('location') ?? '', page.url).href;
  expect(resume).toContain('/oauth2/v1/authorize/');

  const owner = await inAccount(person);
  const password = 'a different set of words';
  const done = await owner.submit(await owner.open(`${running.issuer}account/password`), {
    current: person.password,
    password,
  });
  expect(done.text).toContain('Your password is changed');
  const after = await thief.open(resume);
  expect(after.url).not.toContain('code=');
  expect((await thief.open(`${running.issuer}account`)).text).toContain('Log in to');
  await signInAs(new Browser(running.issuer), new Academy(running), { email: person.email, password });
});

test('strangers cannot keep the owner from getting a link for a new password', async () => {
  const person = await somebody();
  for (let round = 0; round < 6; round += 1) {
    const stranger = new Browser(running.issuer);
    const page = await stranger.open(new Academy(running).authorizeUrl({ prompt: 'create' }));
    await stranger.submit(page, { ...person, accountId: '', password: 'other words than theirs' });
  }
  await resetPassword(person.email, 'entirely other words now');
});

test('a link for a new password lasts until further mails are allowed', async () => {
  const person = await somebody();
  const ask = async () => {
    const browser = new Browser(running.issuer);
    const page = await browser.open(new Academy(running).authorizeUrl());
    return browser.submit(await browser.open(`${page.url}/forgot`), { email: person.email });
  };
  for (let round = 0; round < 5; round += 1) await ask();
  expect((await ask()).text).toContain('Several e-mails were sent to this address');
  const opened = await new Browser(running.issuer).open(linkOf(person.email, 'reset-password'));
  expect(opened.text).toContain('Choose a new password');
  clock += 30 * MINUTE;
  expect((await ask()).text).toContain('Check your inbox');
});

test('zero characters in forms reach no database', async () => {
  const person = await somebody();
  const academy = new Academy(running);
  const browser = await inAccount(person);
  const form = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(running.issuer).origin },
  };
  const query = new URL(academy.authorizeUrl({ prompt: 'login' })).search.slice(1);
  const answers = [
    await browser.request(`${running.issuer}oauth2/v1/authorize`, { ...form, body: `${query}&login_hint=a%00b` }),
    await browser.request(`${running.issuer}oauth2/v1/authorize`, { ...form, body: `${query}&ui_locales=a%00b` }),
    await browser.request(`${running.issuer}account/passkeys/edit`, {
      ...form,
      body: 'credential=a%00b&do=rename&name=Key',
    }),
    await browser.request(`${running.issuer}account/passkeys/edit`, {
      ...form,
      body: 'credential=a%00b&do=remove',
    }),
  ];
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(running.logged.filter(({ level }) => level === 'error')).toEqual([]);
  for (const answer of answers) expect(answer.headers.get('location') ?? '').not.toContain('server_error');
});

test('an address that sends too many requests is refused before anything is written', async () => {
  const limited = await startIdentity(database, { perMinute: 3 });
  const rows = async () =>
    (await database.pool.query("select count(*)::int as count from identity_artifact where model = 'Interaction'"))
      .rows[0]?.count as number;
  const before = await rows();
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1)
    statuses.push((await new Browser(limited.issuer).request(new Academy(limited).authorizeUrl())).status);
  await limited.close();
  expect(statuses).toEqual([303, 303, 303, 429, 429]);
  expect((await rows()) - before).toBe(3);
});

test('an expired link to a new address does not hide the next digits', async () => {
  const person = await somebody();
  const browser = await inAccount(person);
  const ask = async (to: string) => browser.submit(await browser.open(`${running.issuer}account/email`), { email: to });
  await ask(`old-${person.email}`);
  const old = linkOf(`old-${person.email}`, 'change-email');
  await ask(`new-${person.email}`);
  expect((await browser.open(old)).text).toContain(`new-${person.email}`);
  const waiting = await browser.open(`${running.issuer}account/email/confirm`);
  const code = mailTo(running, `new-${person.email}`, 'change-email').detail ?? '';
  expect((await browser.submit(waiting, { code })).text).toContain('Your address is changed');
});
