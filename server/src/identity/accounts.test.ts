import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  Academy,
  Browser,
  LENA,
  mailTo,
  type Page,
  type RunningIdentity,
  registerAs,
  signInAs,
  startIdentity,
} from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;
let clock = 0;

beforeAll(async () => {
  running = await startIdentity(database, { now: () => Date.now() + clock });
  await running.identity.createAccount(LENA);
});
afterAll(() => running?.close());

const MINUTE = 60_000;
let people = 0;
/** A person that no other test uses. */
const somebody = () => {
  people += 1;
  return {
    email: `p${people}@example.org`,
    firstName: 'Pia',
    lastName: 'Pohl',
    password: `quiet river ${people} lantern`,
  };
};
type Someone = ReturnType<typeof somebody>;

async function registrationPage(browser: Browser, academy = new Academy(running)): Promise<Page> {
  return browser.open(academy.authorizeUrl({ prompt: 'create' }));
}

/** Registers in a browser of its own, up to the page that waits for the mail. */
async function registerOnly(person: Someone) {
  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const waiting = await browser.submit(await registrationPage(browser, academy), person);
  return { browser, academy, waiting };
}

const linkOf = (email: string, kind: Parameters<typeof mailTo>[2]) => mailTo(running, email, kind).link ?? '';
const codeOf = (email: string) => mailTo(running, email, 'verify-email').detail ?? '';
const accountOf = (email: string) => running.identity.findAccount(email);
const WRONG_CODE = 'This code is not right, or not good any more.';

test('the registration links terms and privacy of its academy beside the button', async () => {
  for (const tenantId of ['spring', 'kube', 'tanzu']) {
    const { text } = await registrationPage(new Browser(running.issuer), new Academy(running, tenantId));
    const besideButton = /Create account<\/button>\s*<p[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? '';
    const links = [...besideButton.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, href, title]) => [
      title,
      href,
    ]);
    const origin = running.originOf(tenantId);
    expect(links).toEqual([
      ['Terms', `${origin}/terms`],
      ['Privacy', `${origin}/privacy`],
    ]);
  }
});

test('nobody is signed in before the address is confirmed', async () => {
  const person = somebody();
  const { waiting } = await registerOnly(person);
  expect(waiting).toMatchObject({ status: 200, text: expect.stringContaining('Check your inbox') });
  expect(waiting.text).toContain(person.email);
  expect(await accountOf(person.email)).toMatchObject({ emailVerified: false });
  expect(mailTo(running, person.email, 'verify-email')).toMatchObject({
    tenantId: 'spring',
    firstName: 'Pia',
    detail: expect.stringMatching(/^\d{6}$/),
    link: expect.stringMatching(new RegExp(`^${running.issuer}confirm\\?token=[\\w-]{43}$`)),
  });
});

test('the code of the mail ends the registration in the browser that waits', async () => {
  const person = somebody();
  const { browser, academy, waiting } = await registerOnly(person);
  const back = await browser.submit(waiting, { code: ` ${codeOf(person.email).replace(/(...)/, '$1 ')} ` });
  expect((await academy.exchange(back.url)).status).toBe(200);
  expect(await accountOf(person.email)).toMatchObject({ emailVerified: true });
});

test('wrong, foreign, expired and used codes get one reply and change nothing', async () => {
  const [person, other] = [somebody(), somebody()];
  const { browser, waiting } = await registerOnly(person);
  const elsewhere = await registerOnly(other);
  const guess = codeOf(person.email) === '000000' ? '000001' : '000000';
  for (const code of [guess, '', 'abcdef', codeOf(other.email) === codeOf(person.email) ? guess : codeOf(other.email)])
    expect((await browser.submit(waiting, { code })).text).toContain(WRONG_CODE);
  expect(await accountOf(person.email)).toMatchObject({ emailVerified: false });

  clock += 11 * MINUTE;
  const late = await elsewhere.browser.submit(elsewhere.waiting, { code: codeOf(other.email) });
  expect(late.text).toContain(WRONG_CODE);
  expect(await accountOf(other.email)).toMatchObject({ emailVerified: false });
});

test('after five guesses a code is void, and a new mail replaces it', async () => {
  const person = somebody();
  const { browser, waiting } = await registerOnly(person);
  const right = codeOf(person.email);
  for (let guess = 0; guess < 5; guess += 1)
    await browser.submit(waiting, { code: String((Number(right) + guess + 1) % 1_000_000).padStart(6, '0') });
  expect((await browser.submit(waiting, { code: right })).text).toContain(WRONG_CODE);
  const again = await browser.submit(waiting, { resend: '1' });
  expect(again.text).toContain('A new mail is on its way');
  expect((await browser.submit(again, { code: right })).text).toContain(WRONG_CODE);
  const back = await browser.submit(again, { code: codeOf(person.email) });
  expect(back.url).toContain('/login/callback?code=');
});

test('only a few mails go to one address, and the page says so', async () => {
  const person = somebody();
  const { browser, waiting } = await registerOnly(person);
  let last = waiting;
  for (let round = 0; round < 6; round += 1) last = await browser.submit(waiting, { resend: '1' });
  expect(last.text).toContain('Several mails were sent to this address');
  expect(running.mails.filter((mail) => mail.to === person.email)).toHaveLength(5);
});

test('a taken address looks like a free one, and its owner is mailed', async () => {
  const stranger = new Browser(running.issuer);
  const taken = await stranger.submit(await registrationPage(stranger), { ...somebody(), email: ' LENA@Example.org' });
  const person = somebody();
  const { waiting } = await registerOnly(person);
  const neutral = (page: Page, email: string) => page.text.replaceAll(email, '').replace(/[\w-]{40,}/g, '');
  expect(neutral(taken, LENA.email)).toBe(neutral(waiting, person.email));
  expect([...taken.headers.keys()].sort()).toEqual([...waiting.headers.keys()].sort());
  const mail = mailTo(running, LENA.email, 'account-exists');
  expect(mail).toMatchObject({ firstName: '', detail: null });
  expect((await stranger.submit(taken, { code: '123456' })).text).toContain(WRONG_CODE);
  expect((await stranger.submit(taken, { resend: '1' })).text).toContain('A new mail is on its way');
  expect(await accountOf(LENA.email)).toMatchObject({ firstName: LENA.firstName, emailVerified: true });
  await signInAs(new Browser(running.issuer), new Academy(running));
});

test('replies that must not reveal an account take a constant time', async () => {
  const browser = new Browser(running.issuer);
  const page = await registrationPage(browser);
  const forgot = { ...page, url: page.url, text: `<form action="${page.url}/forgot">` };
  for (const email of [LENA.email, 'nobody-at-all@example.org']) {
    const start = performance.now();
    await browser.submit(forgot, { email });
    expect(performance.now() - start).toBeGreaterThan(290);
  }
});

test('the link opened in the same browser continues the sign-in', async () => {
  const person = somebody();
  const { browser, academy } = await registerOnly(person);
  const page = await browser.open(linkOf(person.email, 'verify-email'));
  expect(page.url).toBe(`${running.issuer}confirm`);
  expect(page.text).not.toContain('name="password"');
  expect(await accountOf(person.email)).toMatchObject({ emailVerified: false });
  const back = await browser.submit(page, {});
  expect((await academy.exchange(back.url)).status).toBe(200);
});

test('the link opened on another device asks for the password', async () => {
  const person = somebody();
  const { browser, academy, waiting } = await registerOnly(person);
  const phone = new Browser(running.issuer);
  const page = await phone.open(linkOf(person.email, 'verify-email'));
  expect((await phone.submit(page, { password: 'not the password' })).text).toContain(
    'not the password that was chosen',
  );
  expect(await accountOf(person.email)).toMatchObject({ emailVerified: false });
  const done = await phone.submit(page, { password: person.password });
  expect(done.text).toContain('Your address is confirmed');
  const back = await browser.open(waiting.url);
  expect((await academy.exchange(back.url)).status).toBe(200);
  expect((await phone.open(linkOf(person.email, 'verify-email'))).text).toContain('This link is not good any more');
});

test('the secret of a link leaves the address with the first request', async () => {
  const person = somebody();
  await registerOnly(person);
  const link = linkOf(person.email, 'verify-email');
  const response = await new Browser(running.issuer).request(link);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/idp/confirm');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie.toLowerCase()).toMatch(/path=\/idp\/confirm;.*httponly; samesite=lax/);
});

test('the database contains no usable link, digits or cookie', async () => {
  const person = somebody();
  const { browser, waiting } = await registerOnly(person);
  const { detail, link } = mailTo(running, person.email, 'verify-email');
  await browser.submit(waiting, { code: detail ?? '' });
  const { rows } = await database.pool.query<{ row: string }>(
    `select row_to_json(a)::text as row from account_code a union all select row_to_json(b)::text from account_device b
     union all select row_to_json(c)::text from attempt_window c union all select row_to_json(d)::text from identity_artifact d`,
  );
  const everything = rows.map(({ row }) => row).join('\n');
  for (const secret of [new URL(link ?? '').searchParams.get('token') ?? '', ...browser.cookieValues()])
    expect(everything.includes(secret), secret).toBe(false);
  expect(everything).not.toMatch(new RegExp(`"${detail}"`));
  expect(everything.includes(person.password)).toBe(false);
});

test('nobody can prepare an account with a known password for another’s address', async () => {
  const victim = somebody();
  const attacker = { ...victim, firstName: 'Mallory', password: 'the attackers own lantern' };
  const theirs = await registerOnly(attacker);
  const attackLink = linkOf(victim.email, 'verify-email');
  const own = await registerOnly(victim);
  const ownCode = codeOf(victim.email);
  // The owner of the address opens the attacker's mail: it asks for a password that only the attacker knows.
  const reader = new Browser(running.issuer);
  const page = await reader.open(attackLink);
  expect((await reader.submit(page, { password: victim.password })).text).toContain('not the password that was chosen');
  // The attacker registers again, last, and has no code.
  await registerOnly(attacker);
  const back = await own.browser.submit(own.waiting, { code: ownCode });
  expect((await own.academy.exchange(back.url)).status).toBe(200);
  expect(await accountOf(victim.email)).toMatchObject({ firstName: 'Pia', emailVerified: true });
  // The attacker's waiting page does not log in, and neither does the password.
  expect((await theirs.browser.open(theirs.waiting.url)).text).toContain('Check your inbox');
  const login = await theirs.browser.open(theirs.academy.authorizeUrl());
  expect((await theirs.browser.submit(login, attacker)).text).toContain('is not right');
  await signInAs(new Browser(running.issuer), new Academy(running), victim);
});

test('of two people who register the same address at once only one gets it', async () => {
  const one = somebody();
  const two = { ...one, firstName: 'Paul', password: 'another evening by the sea' };
  const [first, second] = await Promise.all([registerOnly(one), registerOnly(two)]);
  const mails = running.mails.filter((mail) => mail.to === one.email);
  expect(mails).toHaveLength(2);
  const codes = mails.map((mail) => mail.detail ?? '');
  // Both try both codes, all at the same time.
  const through = await Promise.all(
    [first, second].map(async ({ browser, waiting }) => {
      const answers = await Promise.all(codes.map((code) => browser.submit(waiting, { code })));
      return answers.some(({ url }) => url.includes('/login/callback?code='));
    }),
  );
  expect(through.filter((got) => got)).toHaveLength(1);
  const rows = await database.pool.query('select * from account where lower(email) = $1', [one.email]);
  expect(rows.rowCount).toBe(1);
});

test('signing in to an unconfirmed account leads to the confirmation', async () => {
  const person = somebody();
  await registerOnly(person);
  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const page = await browser.open(academy.authorizeUrl());
  const waiting = await browser.submit(page, person);
  expect(waiting.text).toContain('Check your inbox');
  const back = await browser.submit(waiting, { code: codeOf(person.email) });
  expect(back.url).toContain('/login/callback?code=');
  expect((await academy.exchange(back.url)).status).toBe(200);
});

test('other letter cases, full-width letters and spaces around are the same address', async () => {
  const person = somebody();
  const browser = new Browser(running.issuer);
  const fullWidth = `  ${person.email.replace('p', 'ｐ').toUpperCase()} `;
  await registerAs(running, browser, await registrationPage(browser), { ...person, email: person.email });
  const other = new Browser(running.issuer);
  await other.submit(await registrationPage(other), { ...person, email: fullWidth });
  mailTo(running, person.email, 'account-exists');
  await signInAs(new Browser(running.issuer), new Academy(running), { ...person, email: fullWidth });
});

test('line ends and over-long fields never reach a mail', async () => {
  const before = running.mails.length;
  const browser = new Browser(running.issuer);
  const page = await registrationPage(browser);
  const person = somebody();
  for (const changes of [
    { email: 'a@example.org\r\nBcc: b@example.org' },
    { email: 'a@example.org,b@example.org' },
    { email: `${'a'.repeat(250)}@example.org` },
    { firstName: 'Pia\r\nBcc: b@example.org' },
    { lastName: 'x'.repeat(81) },
    { password: 'x1'.repeat(101) },
  ])
    expect((await browser.submit(page, { ...person, ...changes })).text).toContain('needs a change');
  expect(running.mails.length).toBe(before);
  expect(await accountOf(person.email)).toBeNull();
});

async function forgotten(email: string) {
  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const page = await browser.open(academy.authorizeUrl());
  expect(page.text).toContain('Forgot your password?');
  const form = await browser.open(`${page.url}/forgot`);
  const sent = await browser.submit(form, { email });
  return { browser, academy, sent };
}

async function confirmedPerson() {
  const person = somebody();
  await running.identity.createAccount(person);
  return person;
}

test('a password reset by mail answers every address alike', async () => {
  const person = await confirmedPerson();
  const { browser, academy, sent } = await forgotten(person.email);
  const nobody = await forgotten('nobody@example.org');
  const neutral = (page: Page) => page.text.replace(/\S+@example\.org/, '').replace(/[\w-]{40,}/g, '');
  expect(neutral(sent)).toBe(neutral(nobody.sent));
  expect(running.mails.some((mail) => mail.to === 'nobody@example.org')).toBe(false);

  const before = await signInAs(new Browser(running.issuer), new Academy(running), person);
  const page = await browser.open(linkOf(person.email, 'reset-password'));
  expect(page.url).toBe(`${running.issuer}reset`);
  expect((await browser.submit(page, { password: 'password' })).text).toContain('guessed first');
  const back = await browser.submit(page, { password: 'entirely other words now' });
  expect((await academy.exchange(back.url)).status).toBe(200);
  mailTo(running, person.email, 'password-changed');
  // Every earlier session has ended, and the old password is refused.
  expect((await new Academy(running).refresh(before.tokens.refresh_token)).status).toBe(400);
  const other = new Browser(running.issuer);
  const login = await other.open(new Academy(running).authorizeUrl());
  expect((await other.submit(login, person)).text).toContain('is not right');
  expect((await browser.open(linkOf(person.email, 'reset-password'))).text).toContain('This link is not good any more');
});

test('the link for a new password is valid once, for 30 minutes', async () => {
  const person = await confirmedPerson();
  await forgotten(person.email);
  const older = linkOf(person.email, 'reset-password');
  await forgotten(person.email);
  const newest = linkOf(person.email, 'reset-password');
  const browser = new Browser(running.issuer);
  expect((await browser.open(older)).text).toContain('This link is not good any more');
  const page = await browser.open(newest);
  clock += 31 * MINUTE;
  expect((await browser.submit(page, { password: 'entirely other words now' })).text).toContain('not good any more');
  expect((await browser.open(`${running.issuer}reset?token=${'x'.repeat(43)}`)).status).toBe(400);
  expect((await browser.open(`${running.issuer}reset?token=a%22b`)).status).toBe(400);
  expect((await browser.open(`${running.issuer}reset`)).status).toBe(400);
  // A link for one purpose is not valid for another.
  expect((await browser.open(newest.replace('/reset?', '/confirm?'))).text).toContain('This link is not good any more');
  await signInAs(new Browser(running.issuer), new Academy(running), person);
});

test('a new password in another browser does not sign in there', async () => {
  const person = await confirmedPerson();
  await forgotten(person.email);
  const phone = new Browser(running.issuer);
  const done = await phone.submit(await phone.open(linkOf(person.email, 'reset-password')), {
    password: 'entirely other words now',
  });
  expect(done.text).toContain('Your password is changed');
  expect((await phone.open(new Academy(running).authorizeUrl())).text).toContain('Log in to Spring Academy');
});

test('forms of mailed links from another site are refused', async () => {
  const person = await confirmedPerson();
  const { browser } = await forgotten(person.email);
  const page = await browser.open(linkOf(person.email, 'reset-password'));
  const foreign = { origin: 'https://evil.example' };
  expect((await browser.submit(page, { password: 'entirely other words now' }, foreign)).status).toBe(403);
  await signInAs(new Browser(running.issuer), new Academy(running), person);
});

async function accountPage(person: Someone, path = '') {
  const browser = new Browser(running.issuer);
  const page = await browser.open(`${running.issuer}account${path}?tenant=kube`);
  expect(page.text).toContain('Log in to Kube Academy');
  return { browser, page: await browser.submit(page, person) };
}

test('the account pages ask for a log-in and come back', async () => {
  const person = await confirmedPerson();
  const { page } = await accountPage(person);
  expect(new URL(page.url).pathname).toBe('/idp/account');
  expect(page.text).toContain('Your account - Kube Academy');
  expect(page.text).toContain(person.email);
  expect((await accountPage(person, '/password')).page.url).toBe(`${running.issuer}account/password`);
});

test('what changes the log-in asks for a log-in within ten minutes', async () => {
  const person = await confirmedPerson();
  const { browser } = await accountPage(person);
  expect((await browser.open(`${running.issuer}account/email`)).text).toContain('Change your e-mail address');
  clock += 11 * MINUTE;
  const confirm = await browser.open(`${running.issuer}account/email`);
  expect(confirm.text).toContain('Confirm that it is you');
  expect(confirm.text).toContain(`value="${person.email}"`);
  const after = await browser.submit(confirm, person);
  expect(after.text).toContain('Change your e-mail address');
});

test('the return to the account pages leads nowhere else', async () => {
  const person = await confirmedPerson();
  const { browser } = await accountPage(person);
  for (const state of ['https://evil.example/', '//evil.example', '../../', 'nothing'])
    expect((await browser.open(`${running.issuer}account/back?state=${encodeURIComponent(state)}`)).url).toBe(
      `${running.issuer}account`,
    );
  expect((await browser.open(`${running.issuer}account/nothing`)).status).toBe(404);
  expect((await browser.request(`${running.issuer}account/password`, { method: 'DELETE' })).status).toBe(405);
});

test('changing the password needs the current one and ends all other sessions', async () => {
  const person = await confirmedPerson();
  const elsewhere = await signInAs(new Browser(running.issuer), new Academy(running), person);
  const { browser, page } = await accountPage(person, '/password');
  const password = 'a different set of words';
  expect((await browser.submit(page, { current: 'wrong one', password })).text).toContain('not your current password');
  expect((await browser.submit(page, { current: person.password, password: 'aaaaaaaa' })).text).toContain(
    'guessed first',
  );
  const foreign = { origin: running.originOf('spring') };
  expect((await browser.submit(page, { current: person.password, password }, foreign)).status).toBe(403);
  const done = await browser.submit(page, { current: person.password, password });
  expect(done.text).toContain('Your password is changed');
  mailTo(running, person.email, 'password-changed');
  expect((await new Academy(running).refresh(elsewhere.tokens.refresh_token)).status).toBe(400);
  expect((await browser.open(`${running.issuer}account`)).text).toContain('Your account');
  await signInAs(new Browser(running.issuer), new Academy(running), { ...person, password });
});

test('guesses at the current password are limited', async () => {
  const person = await confirmedPerson();
  const { browser, page } = await accountPage(person, '/password');
  let last = page;
  for (let guess = 0; guess < 11; guess += 1)
    last = await browser.submit(page, { current: `guess ${guess}`, password: 'a different set of words' });
  expect(last.text).toContain('Too many attempts');
});

test('a confirmed new address counts, and the old one can revert it', async () => {
  const person = await confirmedPerson();
  const to = `new-${person.email}`;
  const { browser, page } = await accountPage(person, '/email');
  const waiting = await browser.submit(page, { email: ` ${to.toUpperCase()}` });
  expect(await accountOf(person.email)).not.toBeNull();
  expect((await browser.submit(waiting, { code: 'wrong!' })).text).toContain(WRONG_CODE);
  const done = await browser.submit(waiting, { code: mailTo(running, to, 'change-email').detail ?? '' });
  expect(done.text).toContain('Your address is changed');
  expect(await accountOf(person.email)).toBeNull();
  await signInAs(new Browser(running.issuer), new Academy(running), { ...person, email: to });

  const owner = new Browser(running.issuer);
  const undo = await owner.open(linkOf(person.email, 'email-changed'));
  expect(undo.text).toContain('Go back to your old address?');
  expect((await owner.submit(undo, {})).text).toContain('Your address is the old one again');
  expect(await accountOf(to)).toBeNull();
  expect(await accountOf(person.email)).not.toBeNull();
  const audit = await database.pool.query(
    'select action from audit_event where target_id = (select account_id::text from account where email = $1) order by event_id',
    [person.email],
  );
  expect(audit.rows.map(({ action }) => action)).toEqual(['account.change-email', 'account.undo-email']);
});

test('the link to a new address works only for the person who requested it', async () => {
  const [person, other] = [await confirmedPerson(), await confirmedPerson()];
  const to = `new-${person.email}`;
  const { browser, page } = await accountPage(person, '/email');
  await browser.submit(page, { email: to });
  const stranger = await accountPage(other);
  expect((await stranger.browser.open(linkOf(to, 'change-email'))).text).toContain('There is nothing to confirm');
  const own = await browser.open(linkOf(to, 'change-email'));
  expect(own.text).toContain(to);
  expect((await browser.submit(own, {})).text).toContain('Your address is changed');
});

test('the address of another account is never taken over nor revealed', async () => {
  const person = await confirmedPerson();
  const { browser, page } = await accountPage(person, '/email');
  const waiting = await browser.submit(page, { email: LENA.email });
  expect(waiting.text).toContain('We sent a mail to');
  expect((await browser.submit(waiting, { code: '123456' })).text).toContain(WRONG_CODE);
  expect(running.mails.filter((mail) => mail.to === LENA.email && mail.kind === 'change-email')).toEqual([]);
  expect(await accountOf(person.email)).not.toBeNull();
});

test('a new device is announced by mail, the first one is not', async () => {
  const person = await confirmedPerson();
  const browser = new Browser(running.issuer);
  await signInAs(browser, new Academy(running), person);
  await browser.open(`${running.issuer}account`);
  const sent = () => running.mails.filter((mail) => mail.to === person.email && mail.kind === 'new-device');
  expect(sent()).toHaveLength(0);
  const login = await browser.open(new Academy(running).authorizeUrl({ prompt: 'login' }));
  await browser.submit(login, person);
  expect(sent()).toHaveLength(0);
  await signInAs(new Browser(running.issuer), new Academy(running), person);
  expect(sent()).toHaveLength(1);
});

test('unconfirmed accounts are deleted after seven days, with their codes', async () => {
  const [person, kept] = [somebody(), await confirmedPerson()];
  await registerOnly(person);
  clock += 6 * 24 * 60 * MINUTE;
  await running.identity.deleteExpired();
  expect(await accountOf(person.email)).not.toBeNull();
  clock += 2 * 24 * 60 * MINUTE;
  await running.identity.deleteExpired();
  expect(await accountOf(person.email)).toBeNull();
  expect(await accountOf(kept.email)).not.toBeNull();
  const { rows } = await database.pool.query('select count(*)::int as count from account_code where expires_at < $1', [
    new Date(Date.now() + clock),
  ]);
  expect(rows[0]).toEqual({ count: 0 });
});
