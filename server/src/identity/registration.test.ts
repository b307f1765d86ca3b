import { expect, onTestFinished, test } from 'vitest';
import { itemsStore } from '../catalogue/items.store.ts';
import { publishedFooter } from '../content-pages/footer-pages.ts';
import { MINUTE, startAccounts, WRONG_CODE } from './accounts.fixture.ts';
import { Academy, Browser, LENA, mailTo, type Page, registerAs, signInAs, startIdentity } from './identity.fixture.ts';

const {
  accountOf,
  codeOf,
  confirmedPerson,
  database,
  linkOf,
  now,
  pass,
  registerOnly,
  registrationPage,
  running,
  somebody,
} = await startAccounts();

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

test('the registration names no terms or privacy page that is not published', async () => {
  const items = itemsStore(database.db);
  const other = await startIdentity(database, { footerOf: (tenant) => publishedFooter(items, tenant) });
  onTestFinished(() => other.close());
  const { text } = await registrationPage(new Browser(other.issuer), new Academy(other, 'spring'));
  expect(text).toContain('Create account</button>');
  expect(text).not.toContain('/terms');
  expect(text).not.toContain('/privacy');
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

  pass(11 * MINUTE);
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
  expect(again.text).toContain('A new e-mail is on its way');
  expect((await browser.submit(again, { code: right })).text).toContain(WRONG_CODE);
  const back = await browser.submit(again, { code: codeOf(person.email) });
  expect(back.url).toContain('/login/callback?code=');
});

test('only a few mails go to one address, and the page says so', async () => {
  const person = somebody();
  const { browser, waiting } = await registerOnly(person);
  let last = waiting;
  for (let round = 0; round < 6; round += 1) last = await browser.submit(waiting, { resend: '1' });
  expect(last.text).toContain('Several e-mails were sent to this address');
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
  expect((await stranger.submit(taken, { resend: '1' })).text).toContain('A new e-mail is on its way');
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
    'not the password that you chose',
  );
  expect(await accountOf(person.email)).toMatchObject({ emailVerified: false });
  const done = await phone.submit(page, { password: person.password });
  expect(done.text).toContain('Your address is confirmed');
  const back = await browser.open(waiting.url);
  expect((await academy.exchange(back.url)).status).toBe(200);
  expect((await phone.open(linkOf(person.email, 'verify-email'))).text).toContain('This link is no longer valid');
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
  expect((await reader.submit(page, { password: victim.password })).text).toContain('not the password that you chose');
  // The attacker registers again, last, and has no code.
  await registerOnly(attacker);
  const back = await own.browser.submit(own.waiting, { code: ownCode });
  expect((await own.academy.exchange(back.url)).status).toBe(200);
  expect(await accountOf(victim.email)).toMatchObject({ firstName: 'Pia', emailVerified: true });
  // The attacker's waiting page does not log in, and neither does the password.
  expect((await theirs.browser.open(theirs.waiting.url)).text).toContain('Check your inbox');
  const login = await theirs.browser.open(theirs.academy.authorizeUrl());
  expect((await theirs.browser.submit(login, attacker)).text).toContain('is wrong');
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

test('unconfirmed accounts are deleted after seven days, with their codes', async () => {
  const [person, kept] = [somebody(), await confirmedPerson()];
  await registerOnly(person);
  pass(6 * 24 * 60 * MINUTE);
  await running.identity.deleteExpired();
  expect(await accountOf(person.email)).not.toBeNull();
  pass(2 * 24 * 60 * MINUTE);
  await running.identity.deleteExpired();
  expect(await accountOf(person.email)).toBeNull();
  expect(await accountOf(kept.email)).not.toBeNull();
  const { rows } = await database.pool.query('select count(*)::int as count from account_code where expires_at < $1', [
    new Date(now()),
  ]);
  expect(rows[0]).toEqual({ count: 0 });
});
