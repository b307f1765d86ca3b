import { addPass, addTicket } from '@academy/identity/directories/directory-states';
import { NO_PASSWORD } from '@academy/identity/passwords';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { directory, directoryAccount, directoryDomain } from '../db/directory-tables.ts';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import { startAccounts } from './accounts.fixture.ts';
import { type Company, logInAt, startCompany, wayOut } from './company.fixture.ts';
import { Academy, Browser, mailTo, type Page, registerAs } from './identity.fixture.ts';
import { identityStore } from './identity.store.ts';

const { database, running, confirmedPerson, accountOf } = await startAccounts();
const { db } = database;
const academyOf = { academy: running.issuer };
const acme = await startCompany(db, { ...academyOf, name: 'Acme', domains: ['acme.example'], secret: 'a secret' });
const globex = await startCompany(db, {
  ...{ ...academyOf, name: 'Globex', domains: ['globex.example'], algorithm: 'ES256', isRequired: true },
  mapping: { pro: { claim: 'groups', value: 'pro' } },
});
let people = 0;

/** Somebody whom a company knows. */
function employee(company: Company, domain: string, more: Record<string, unknown> = {}) {
  people += 1;
  const [email, subject] = [`e${people}@${domain}`, `subject-${people}`];
  company.people.set(subject, {
    ...{ email, email_verified: true, given_name: 'Eva', family_name: 'Ende', ...more },
  });
  return { email, subject };
}

const signInPage = async (academy = new Academy(running)) => {
  const browser = new Browser(running.issuer);
  return { browser, academy, page: await browser.open(academy.authorizeUrl()) };
};
const isIn = ({ url }: Page) => url.includes('/login/callback?code=');
const problemOf = ({ text }: Page) => /<div class="summary"[^>]*><h2>([^<]+)/.exec(text)?.[1];
const linkOf = async (subject: string) =>
  (await db.select().from(directoryAccount).where(eq(directoryAccount.subject, subject)))[0];
async function tokensOf(academy: Academy, page: Page) {
  return decodeJwt(String((await academy.exchange(page.url)).body.access_token));
}
/** Logs an employee in. @returns the last page */
async function logIn(company: Company, { email, subject }: { email: string; subject: string }) {
  const { browser, academy, page } = await signInPage();
  return { browser, academy, last: await logInAt(company, browser, page, email, subject) };
}

test('an address of a company leads there, and its first log-in makes the account', async () => {
  const eva = employee(acme, 'acme.example');
  const { academy, last } = await logIn(acme, eva);
  expect(isIn(last)).toBe(true);
  expect(await tokensOf(academy, last)).toMatchObject({ email: eva.email, given_name: 'Eva', amr: ['fed'] });
  expect(acme.asked().get('code_challenge_method')).toBe('S256');
  expect(acme.asked().get('login_hint')).toBe(eva.email);
  expect(await accountOf(eva.email)).toMatchObject({ emailVerified: true, passwordHash: NO_PASSWORD });
});

test.each(['ES256', 'EdDSA'] as const)('a provider that signs with %s is understood', async (algorithm) => {
  const domain = `${algorithm.toLowerCase()}.example`;
  const company = await startCompany(db, { ...academyOf, name: algorithm, domains: [domain], algorithm });
  expect(isIn((await logIn(company, employee(company, domain))).last)).toBe(true);
});

// Shows security#directories
test('the page that leads away does not tell who has an account', async () => {
  const eva = employee(acme, 'acme.example');
  await logIn(acme, eva);
  const shown = async (email: string) => {
    const { browser, page } = await signInPage();
    const { text } = await browser.submit(page, { email });
    return text
      .replaceAll(encodeURIComponent(email), '')
      .replaceAll(email, '')
      .replace(/(state|nonce|code_challenge)=[^&"]+/g, '')
      .replaceAll(/spring\/[\w-]+/g, '');
  };
  expect(await shown(eva.email)).toBe(await shown('nobody@acme.example'));
});

test('a company that is not required lets its people use their password', async () => {
  const { browser, page } = await signInPage();
  expect(problemOf(await browser.submit(page, { email: 'x@acme.example', password: 'wrong words' }))).toContain(
    'wrong',
  );
});

test('the first log-in joins an existing account and mails its owner', async () => {
  const { email, subject } = employee(acme, 'acme.example');
  await running.identity.createAccount({ email, firstName: 'Old', lastName: 'Name', password: 'quiet river lantern' });
  const before = await accountOf(email);
  const { academy, last } = await logIn(acme, { email, subject });
  expect(await tokensOf(academy, last)).toMatchObject({ sub: before?.accountId, given_name: 'Eva' });
  expect(mailTo(running, email, 'directory-joined').detail).toBe('Acme');
});

test('an account with a second factor asks for it once, before it is joined', async () => {
  const { email, subject } = employee(acme, 'acme.example');
  const made = await running.identity.createAccount({
    email,
    firstName: 'A',
    lastName: 'B',
    password: 'quiet river lantern',
  });
  const secret = new Secret({ size: 20 }).base32;
  const { secondFactors } = identityStore(db);
  await secondFactors.addTotp(made?.accountId ?? '', secret, 1);
  const first = await logIn(acme, { email, subject });
  expect(first.last.url).toContain('/second-factor');
  expect(await linkOf(subject)).toBeUndefined();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect(isIn(await first.browser.submit(first.last, { code }))).toBe(true);
  expect(await linkOf(subject)).toMatchObject({ accountId: made?.accountId });
  expect(isIn((await logIn(acme, { email, subject })).last)).toBe(true);
});

test('a stranger’s unconfirmed registration gives way to the person of the company', async () => {
  const { email, subject } = employee(acme, 'acme.example');
  await running.identity.createAccount({
    email,
    firstName: 'M',
    lastName: 'X',
    password: 'quiet river lantern',
    emailVerified: false,
  });
  expect(isIn((await logIn(acme, { email, subject })).last)).toBe(true);
  expect(await accountOf(email)).toMatchObject({ firstName: 'Eva', passwordHash: NO_PASSWORD });
});

test('an account follows a new address inside the company’s domains only', async () => {
  const eva = employee(acme, 'acme.example');
  await logIn(acme, eva);
  const claims = acme.people.get(eva.subject);
  const { accountId } = (await linkOf(eva.subject)) ?? {};
  const emailNow = async () =>
    (
      await db
        .select()
        .from(account)
        .where(eq(account.accountId, accountId ?? ''))
    )[0]?.email;
  acme.people.set(eva.subject, { ...claims, email: 'married@acme.example' });
  await logIn(acme, eva);
  expect(await emailNow()).toBe('married@acme.example');
  acme.people.set(eva.subject, { ...claims, email: 'eva@elsewhere.example' });
  expect(isIn((await logIn(acme, eva)).last)).toBe(true);
  expect(await emailNow()).toBe('married@acme.example');
});

test('Pro membership follows the claim, and only what the company granted', async () => {
  const eva = employee(globex, 'globex.example', { groups: ['staff', 'pro'] });
  await logIn(globex, eva);
  const { accountId = '' } = (await linkOf(eva.subject)) ?? {};
  const endsAt = async () =>
    (await db.select().from(person).where(eq(person.subject, accountId)))[0]?.proEndsAt?.getTime();
  expect(await endsAt()).toBeGreaterThan(Date.now() + 30 * 86_400_000);
  globex.people.set(eva.subject, { ...globex.people.get(eva.subject), groups: ['staff'] });
  await logIn(globex, eva);
  expect(await endsAt()).toBeLessThanOrEqual(Date.now());
  await db
    .update(person)
    .set({ proEndsAt: new Date('2099-01-01') })
    .where(eq(person.subject, accountId));
  await logIn(globex, eva);
  expect(await endsAt()).toBe(Date.parse('2099-01-01'));
});

test('a fresh log-in is asked for at the company, too', async () => {
  const eva = employee(acme, 'acme.example');
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl({ prompt: 'login' }));
  await logInAt(acme, browser, page, eva.email, eva.subject);
  expect(acme.asked().get('prompt')).toBe('login');
});

test('an address that the academy’s page passes on leads to the company at once', async () => {
  const eva = employee(globex, 'globex.example');
  const page = await new Browser(running.issuer).open(new Academy(running).authorizeUrl({ login_hint: eva.email }));
  expect(page.headers.get('refresh')).toContain(globex.issuer);
});

test('a new person’s address from the academy’s page leads to the company', async () => {
  const eva = employee(acme, 'acme.example');
  const asked = { login_hint: eva.email, prompt: 'create' };
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl(asked));
  expect(page.headers.get('refresh')).toBeNull();
  expect(isIn(await browser.open(await acme.logIn(wayOut(page), eva.subject)))).toBe(true);
});

// Attacks.

const FOREIGN = 'does not belong to its domains';

// Shows security#directories
test.each([
  ['of a foreign domain', { email: 'boss@globex.example' }, FOREIGN],
  ['of a subdomain', { email: 'x@mail.acme.example' }, FOREIGN],
  ['that is not verified', { email_verified: false }, 'has not verified'],
  ['whose state is unknown', { email_verified: undefined }, 'has not verified'],
  ['that is none', { email: 'x@acme.example, y@acme.example' }, 'did not send'],
])('a company that sends an address %s gets no account', async (_, claims, words) => {
  const eva = employee(acme, 'acme.example', claims);
  const { last } = await logIn(acme, { ...eva, email: 'typed@acme.example' });
  expect(problemOf(last)).toContain(words);
  expect(await linkOf(eva.subject)).toBeUndefined();
});

test('a company that vouches for its addresses needs no claim, but “not verified” counts', async () => {
  const company = await startCompany(db, {
    ...academyOf,
    name: 'V',
    domains: ['v.example'],
    mapping: { trustsAddresses: true },
  });
  expect(isIn((await logIn(company, employee(company, 'v.example', { email_verified: undefined }))).last)).toBe(true);
  const no = employee(company, 'v.example', { email_verified: false });
  expect(problemOf((await logIn(company, no)).last)).toContain('has not verified');
});

// Shows security#directories
test('a domain that is not proved leads nobody away and opens no account', async () => {
  const at = { directoryId: acme.directoryId, domain: 'claimed.example', proof: 'proof' };
  await db.insert(directoryDomain).values(at);
  const { browser, page } = await signInPage();
  expect((await browser.submit(page, { email: 'x@claimed.example' })).url).toContain('/sign-in');
  const eva = employee(acme, 'claimed.example');
  expect(problemOf((await logIn(acme, { ...eva, email: 'typed@acme.example' })).last)).toContain(FOREIGN);
});

// Shows security#directories
test('nobody gets the account of another person of the same company', async () => {
  const eva = employee(acme, 'acme.example');
  await logIn(acme, eva);
  acme.people.set('impostor', acme.people.get(eva.subject) ?? {});
  expect(problemOf((await logIn(acme, { email: eva.email, subject: 'impostor' })).last)).toContain(
    'does not belong to this',
  );
});

// Shows security#directories
test('a company with its new domain takes no account that another owns', async () => {
  const eva = employee(acme, 'acme.example');
  await logIn(acme, eva);
  const moved = `moved${people}@taker.example`;
  const { accountId = '' } = (await linkOf(eva.subject)) ?? {};
  await db.update(account).set({ email: moved }).where(eq(account.accountId, accountId));
  const taker = await startCompany(db, { ...academyOf, name: 'Taker', domains: ['taker.example'] });
  taker.people.set('t', { email: moved, email_verified: true });
  expect(problemOf((await logIn(taker, { email: moved, subject: 't' })).last)).toContain('does not belong to this');
});

/** A return from a company that the browser has not followed yet. */
async function returning(company: Company, domain: string) {
  const eva = employee(company, domain);
  const { browser, page } = await signInPage();
  const leaving = await browser.submit(page, { email: eva.email });
  return { browser, eva, back: new URL(await company.logIn(wayOut(leaving), eva.subject)) };
}
const EXPIRED = 'used already';
const changed = (address: URL, change: (to: URL) => void) => {
  const to = new URL(address);
  change(to);
  return to.href;
};

// Shows security#directories
test('a return works once', async () => {
  const { browser, back } = await returning(acme, 'acme.example');
  expect(isIn(await browser.open(back.href))).toBe(true);
  expect(await browser.open(back.href)).toMatchObject({ status: 400, text: expect.stringContaining(EXPIRED) });
});

// Shows security#directories
test('a return of another browser is refused', async () => {
  const { back, eva } = await returning(acme, 'acme.example');
  const { browser } = await signInPage();
  expect(await browser.open(back.href)).toMatchObject({ status: 400, text: expect.stringContaining(EXPIRED) });
  expect(await linkOf(eva.subject)).toBeUndefined();
});

// Shows security#directories
test('a return at the address of another company is refused', async () => {
  const { browser, back } = await returning(acme, 'acme.example');
  const at = changed(back, (to) => {
    to.pathname = to.pathname.replace(acme.directoryId, globex.directoryId);
  });
  expect(await browser.open(at)).toMatchObject({ status: 400 });
});

test.each([
  ['names another issuer', (to: URL) => to.searchParams.set('iss', globex.issuer)],
  ['does not name its issuer', (to: URL) => to.searchParams.delete('iss')],
  ['brings a code that is none', (to: URL) => to.searchParams.set('code', 'x'.repeat(43))],
])('a return that %s is refused', async (_, change) => {
  const { browser, back, eva } = await returning(acme, 'acme.example');
  expect(problemOf(await browser.open(changed(back, change)))).toContain('did not work');
  expect(await linkOf(eva.subject)).toBeUndefined();
});

// Shows security#directories
test('a code of another company or of another log-in is refused', async () => {
  const [mine, other, foreign] = [
    await returning(acme, 'acme.example'),
    await returning(acme, 'acme.example'),
    await returning(globex, 'globex.example'),
  ];
  for (const { back } of [other, foreign]) {
    const again = await returning(acme, 'acme.example');
    const code = back.searchParams.get('code') ?? '';
    const page = await again.browser.open(changed(again.back, (to) => to.searchParams.set('code', code)));
    expect(problemOf(page)).toContain('did not work');
  }
  expect(isIn(await mine.browser.open(mine.back.href))).toBe(true);
});

test('a state of another log-in of the same browser is refused', async () => {
  const { browser, back } = await returning(acme, 'acme.example');
  const page = await browser.open(new Academy(running).authorizeUrl());
  const at = changed(back, (to) => {
    to.pathname = new URL(page.url).pathname.replace(/(\/interaction\/\w+\/[\w-]+).*/, '$1/directory');
  });
  expect(problemOf(await browser.open(at))).toContain(EXPIRED);
});

test('a directory that was switched off refuses returns and leads nobody away', async () => {
  const company = await startCompany(db, { ...academyOf, name: 'Off', domains: ['off.example'], isActive: false });
  const { browser, page } = await signInPage();
  expect((await browser.submit(page, { email: 'x@off.example' })).text).toContain('password');
  expect(company.asked().size).toBe(0);
});

// A required company.

// Shows security#directories
test('a required company refuses the password, the reset and the registration of its people', async () => {
  const { email } = employee(globex, 'globex.example');
  await running.identity.createAccount({ email, firstName: 'G', lastName: 'H', password: 'quiet river lantern' });
  const { browser, page } = await signInPage();
  const mails = running.mails.length;
  const forgot = await browser.open(page.url.replace(/\/[\w-]+$/, (uid) => `${uid}/forgot`));
  const register = await browser.open(page.url.replace(/\/[\w-]+$/, (uid) => `${uid}/register`));
  for (const [form, values] of [
    [page, { email, password: 'quiet river lantern' }],
    [forgot, { email }],
    [register, { email, firstName: 'G', lastName: 'H', password: 'another river lantern' }],
  ] as const)
    expect(wayOut(await browser.submit(form, values))).toContain(globex.issuer);
  expect(running.mails).toHaveLength(mails);
});

test('a log-in by another way ends at the required company', async () => {
  const someone = await confirmedPerson();
  const { browser, page } = await signInPage();
  const { accountId = '' } = (await accountOf(someone.email)) ?? {};
  await db
    .insert(directoryAccount)
    .values({ directoryId: globex.directoryId, issuer: globex.issuer, subject: accountId, accountId });
  expect(wayOut(await browser.submit(page, someone))).toContain(globex.issuer);
});

test('an operator lets one address use its password for an hour', async () => {
  const { email } = employee(globex, 'globex.example');
  await running.identity.createAccount({ email, firstName: 'G', lastName: 'H', password: 'quiet river lantern' });
  await addPass(identityStore(db).artifacts, email);
  const { browser, page } = await signInPage();
  expect(isIn(await browser.submit(page, { email, password: 'quiet river lantern' }))).toBe(true);
});

test('people of other domains register as before', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl({ prompt: 'create' }));
  const someone = { email: 'free@else.example', firstName: 'F', lastName: 'R', password: 'quiet river lantern' };
  expect(isIn(await registerAs(running, browser, page, someone))).toBe(true);
});

// Trying a directory before it is switched on.

async function trial(company: Company, subject: string) {
  const ticket = await addTicket(identityStore(db).artifacts, company.directoryId);
  const browser = new Browser(running.issuer);
  const at = `${running.issuer}directory/${company.directoryId}/try?ticket=${ticket}`;
  const { url } = await browser.open(at);
  return { browser, at, back: await company.logIn(url, subject) };
}

test('a trial shows every claim and what would become of it, and stores nothing', async () => {
  const company = await startCompany(db, {
    ...{ ...academyOf, name: 'Trial', domains: ['trial.example'], isActive: false },
    mapping: { firstName: 'nickname', pro: { claim: 'groups', value: 'pro' } },
  });
  const eva = employee(company, 'trial.example', { groups: ['<b>staff</b>', 'pro'] });
  const { browser, back } = await trial(company, eva.subject);
  const { text } = await browser.open(back);
  expect(text).toContain('It would create an account');
  expect(text).toContain(eva.email);
  expect(text).toContain('[&quot;&lt;b&gt;staff&lt;/b&gt;&quot;,&quot;pro&quot;]');
  expect(text).toContain('Pro membership: yes');
  expect(await accountOf(eva.email)).toBeNull();
  expect(await linkOf(eva.subject)).toBeUndefined();
});

test('a trial says why a log-in would be refused', async () => {
  const eva = employee(acme, 'acme.example', { email: 'eva@elsewhere.example' });
  const { browser, back } = await trial(acme, eva.subject);
  expect((await browser.open(back)).text).toContain(FOREIGN);
  const { browser: another } = await signInPage();
  expect(await another.open(back)).toMatchObject({ status: 400 });
});

test('a trial works once, and in the browser that began it', async () => {
  const eva = employee(acme, 'acme.example');
  const { browser, at, back } = await trial(acme, eva.subject);
  expect(await new Browser(running.issuer).open(at)).toMatchObject({ status: 400 });
  expect(await new Browser(running.issuer).open(back)).toMatchObject({ status: 400 });
  expect((await browser.open(back)).status).toBe(200);
  expect(await browser.open(back)).toMatchObject({ status: 400 });
});

test('a trial and a log-in name a provider that cannot be reached', async () => {
  const company = await startCompany(db, { ...academyOf, name: 'Away', domains: ['away.example'] });
  await db
    .update(directory)
    .set({ issuer: 'http://127.0.0.1:9' })
    .where(eq(directory.directoryId, company.directoryId));
  const ticket = await addTicket(identityStore(db).artifacts, company.directoryId);
  const at = `${running.issuer}directory/${company.directoryId}/try?ticket=${ticket}`;
  expect((await new Browser(running.issuer).open(at)).text).toContain('was refused');
  const { browser, page } = await signInPage();
  expect(problemOf(await browser.submit(page, { email: 'x@away.example' }))).toContain('cannot be reached');
});
