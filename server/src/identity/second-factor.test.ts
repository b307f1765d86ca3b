import { resealTotp, totpSealer } from '@academy/identity/second-factor/second-factors';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, type Page, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';
import { secondFactorStore } from './second-factor.store.ts';

const database = await testDatabase();
const opened: RunningIdentity[] = [];
let running: RunningIdentity;
let clock = 0;
const now = () => Date.now() + clock;
let count = 0;
let lena = { email: '', firstName: 'Lena', lastName: 'Lind', password: 'four words in a row' };

beforeEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  clock = 0;
  running = await start();
  count += 1;
  lena = { ...lena, email: `lena${count}@example.org` };
  await running.identity.createAccount({ ...lena, emailVerified: true });
  return async () => {
    for (const one of opened.splice(0)) await one.close();
  };
});

async function start(secrets: { keySecret?: string; keySecretBefore?: string } = {}): Promise<RunningIdentity> {
  const started = await startIdentity(database, { now, ...secrets });
  opened.push(started);
  return started;
}

const accountPage = (path: string) => `${running.issuer}account/${path}`;
const titleOf = ({ text }: Page) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
const codeNow = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() });
const recoveryCodesIn = ({ text }: Page) =>
  [...text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code);

/** A page of the account area, after the log-in steps that it requires. */
async function openAccount(browser: Browser, path: string): Promise<Page> {
  const page = await browser.open(accountPage(path));
  return page.text.includes('name="password"')
    ? browser.submit(page, { email: lena.email, password: lena.password })
    : page;
}

/** Sets up an authenticator app on the account's own page. */
async function enrol(
  browser = new Browser(running.issuer),
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const page = await openAccount(browser, 'second-factor');
  expect(titleOf(page)).toBe('Set up two-step verification');
  const secret = /<code class="key">([^<]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
  const code = codeNow(secret);
  const done = await browser.submit(page, { code });
  expect(titleOf(done)).toBe('Save your recovery codes');
  return { secret, code, recoveryCodes: recoveryCodesIn(done) };
}

/** Logs in up to the page after the password. */
async function toSecondStep(browser: Browser, academy = new Academy(running)): Promise<Page> {
  const page = await browser.open(academy.authorizeUrl({ prompt: 'login' }));
  const step = await browser.submit(page, { email: lena.email, password: lena.password });
  expect(titleOf(step)).toBe('Confirm that it is you');
  return step;
}

const mailsAbout = () =>
  running.mails
    .filter(({ to, kind }) => to === lena.email && kind === 'second-factor-changed')
    .map(({ detail }) => detail);

test('without a second factor the password alone opens the account, and tokens say so', async () => {
  const { tokens } = await signInAs(new Browser(running.issuer), new Academy(running), lena);
  expect(decodeJwt(String(tokens.access_token)).amr).toEqual(['pwd']);
  expect(decodeJwt(String(tokens.id_token)).amr).toEqual(['pwd']);
});

test('an authenticator app is set up by its first code', async () => {
  const browser = new Browser(running.issuer);
  const page = await openAccount(browser, 'second-factor');
  const [secret, again] = [page, await browser.open(accountPage('second-factor'))].map(
    ({ text }) => /<code class="key">([^<]+)</.exec(text)?.[1],
  );
  expect(again).toBe(secret);
  const wrong = await browser.submit(page, { code: '000000' });
  expect(wrong.text).toContain('This code is wrong.');
  expect(await browser.open(accountPage(''))).toMatchObject({ text: expect.stringContaining('>Off<') });
  expect(mailsAbout()).toEqual([]);

  const { secret: key } = await enrol(browser);
  expect(mailsAbout()).toEqual(['An authenticator app was set up.']);
  expect((await browser.open(accountPage('second-factor'))).text).toContain('10 codes are left.');

  clock += 30_000;
  const academy = new Academy(running);
  const other = new Browser(running.issuer);
  const step = await toSecondStep(other, academy);
  const refused = await other.submit(step, { code: '000000' });
  expect(refused.url).toMatch(/\/second-factor\?again=/);
  expect(refused.text).toContain('This code is wrong or was used already.');
  const back = await other.submit(refused, { code: codeNow(key) });
  const { body } = await academy.exchange(back.url);
  expect(decodeJwt(String(body.access_token)).amr).toEqual(['pwd', 'otp', 'mfa']);
  expect(decodeJwt(String(body.id_token)).amr).toEqual(['pwd', 'otp', 'mfa']);
  const refreshed = await academy.refresh(body.refresh_token);
  expect(decodeJwt(String(refreshed.body.access_token)).amr).toEqual(['pwd', 'otp', 'mfa']);
});

test('the step can be reloaded and cannot be left out', async () => {
  const { secret } = await enrol();
  clock += 30_000;
  const browser = new Browser(running.issuer);
  const step = await toSecondStep(browser);
  expect(titleOf(await browser.open(step.url))).toBe('Confirm that it is you');
  for (const page of ['next', 'second-factor'])
    expect(titleOf(await browser.open(new URL(page, step.url).href))).toBe('Confirm that it is you');
  expect((await browser.open(new Academy(running).authorizeUrl({ prompt: 'none' }))).url).toContain(
    'error=login_required',
  );
  expect((await browser.submit(step, { code: codeNow(secret) })).url).toContain('/login/callback?code=');
});

test('a code is valid once, in several simultaneous log-ins too', async () => {
  const { secret, code: setUp } = await enrol();
  const browser = new Browser(running.issuer);
  // The code of the set-up itself cannot be used again.
  const first = await browser.submit(await toSecondStep(browser), { code: setUp });
  expect(first.text).toContain('used already');
  clock += 60_000;
  const code = codeNow(secret);
  const browsers = [new Browser(running.issuer), new Browser(running.issuer), new Browser(running.issuer)];
  const steps = await Promise.all(browsers.map((one) => toSecondStep(one)));
  const outcomes = await Promise.all(browsers.map((one, index) => one.submit(steps[index] as Page, { code })));
  expect(outcomes.filter(({ url }) => url.includes('/login/callback?code='))).toHaveLength(1);
  // A time step before the last used one is refused, although its time is not over.
  const late = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() - 30_000 });
  const loser = browsers.find((_one, index) => !outcomes[index]?.url.includes('/login/callback?code=')) as Browser;
  const again = await toSecondStep(loser);
  expect((await loser.submit(again, { code: late })).text).toContain('used already');
});

test('a recovery code works once and notifies the owner', async () => {
  const { recoveryCodes } = await enrol();
  expect(recoveryCodes).toHaveLength(10);
  const [first = '', second = ''] = recoveryCodes;
  const academy = new Academy(running);
  const browser = new Browser(running.issuer);
  const back = await browser.submit(await toSecondStep(browser, academy), { code: ` ${first.toLowerCase()} ` });
  const { body } = await academy.exchange(back.url);
  expect(decodeJwt(String(body.access_token)).amr).toEqual(['pwd', 'mfa']);
  expect(mailsAbout().at(-1)).toBe('A recovery code was used to log in. 9 codes are left.');
  const other = new Browser(running.issuer);
  const step = await toSecondStep(other);
  expect((await other.submit(step, { code: first })).text).toContain('used already');

  const renewed = await browser.submit(await browser.open(accountPage('second-factor/recovery-codes')), {});
  const fresh = recoveryCodesIn(renewed);
  expect(new Set([...recoveryCodes, ...fresh]).size).toBe(20);
  expect(mailsAbout().at(-1)).toContain('New recovery codes were created.');
  expect((await other.submit(step, { code: second })).text).toContain('used already');
  expect((await other.submit(step, { code: fresh[0] ?? '' })).url).toContain('/login/callback?code=');
  const { rows } = await database.pool.query<{ code_hash: string }>('select code_hash from account_recovery_code');
  for (const { code_hash } of rows) expect(code_hash).toMatch(/^[0-9a-f]{64}$/);
});

test('in German the second step and the mail about it are German', async () => {
  const { recoveryCodes } = await enrol();
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl({ ui_locales: 'de' }));
  const step = await browser.submit(page, { email: lena.email, password: lena.password });
  expect(titleOf(step)).toBe('Bestätige, dass du es bist');
  expect(step.text).toContain(`für <strong>${lena.email}</strong> anzeigt.`);
  await browser.submit(step, { code: recoveryCodes[0] ?? '' });
  expect(mailsAbout()).toContain(
    'Ein Wiederherstellungscode wurde zum Anmelden verwendet. Es sind noch 9 Codes übrig.',
  );
});

test('after five wrong codes further ones have to wait, the right one too', async () => {
  const { secret } = await enrol();
  clock += 30_000;
  const browser = new Browser(running.issuer);
  let step = await toSecondStep(browser);
  for (let guess = 0; guess < 5; guess += 1)
    step = await browser.submit(step, { code: String(guess).padStart(6, '0') });
  expect(step.text).toContain('This code is wrong');
  step = await browser.submit(step, { code: codeNow(secret) });
  expect(step.text).toContain('Too many attempts. Please try again in 15 minutes.');
  clock += 15 * 60_000;
  expect((await browser.submit(step, { code: codeNow(secret) })).url).toContain('/login/callback?code=');
});

test('strangers do not use up the owner’s guesses in a known browser', async () => {
  const browser = new Browser(running.issuer);
  const { secret } = await enrol(browser);
  clock += 30_000;
  const stranger = new Browser(running.issuer);
  let step = await toSecondStep(stranger);
  for (let guess = 0; guess < 6; guess += 1) step = await stranger.submit(step, { code: '000000' });
  expect(step.text).toContain('Too many attempts.');
  const own = await toSecondStep(browser);
  expect((await browser.submit(own, { code: codeNow(secret) })).url).toContain('/login/callback?code=');
});

test('removing the app asks first, and notifies the owner', async () => {
  const browser = new Browser(running.issuer);
  await enrol(browser);
  const asked = await browser.open(accountPage('second-factor/remove'));
  expect(titleOf(asked)).toBe('Remove the authenticator app?');
  const done = await browser.submit(asked, {});
  expect(done.text).toContain('The authenticator app was removed.');
  expect(mailsAbout().at(-1)).toBe('The authenticator app was removed.');
  const { tokens } = await signInAs(new Browser(running.issuer), new Academy(running), lena);
  expect(decodeJwt(String(tokens.id_token)).amr).toEqual(['pwd']);
  const account = await running.identity.findAccount(lena.email);
  expect(await secondFactorStore(database.db).recoveryCodesLeft(account?.accountId ?? '')).toBe(0);
});

test('its pages require a recent log-in and forms of this site', async () => {
  const browser = new Browser(running.issuer);
  const { secret } = await enrol(browser);
  const asked = await browser.open(accountPage('second-factor/remove'));
  const foreign = await browser.submit(asked, {}, { origin: 'http://evil.example' });
  expect(foreign.status).toBe(403);
  clock += 11 * 60_000;
  for (const path of ['second-factor', 'second-factor/remove', 'second-factor/recovery-codes', 'second-factor/add'])
    expect((await browser.open(accountPage(path))).text).toContain('name="password"');
  const posted = await browser.submit(asked, {});
  expect(posted.text).toContain('name="password"');
  const step = await browser.submit(posted, { email: lena.email, password: lena.password });
  expect(titleOf(step)).toBe('Confirm that it is you');
  expect(titleOf(await browser.submit(step, { code: codeNow(secret) }))).toBe('Remove the authenticator app?');
});

test('a new password by mail leaves the second factor in place', async () => {
  await enrol();
  const account = await running.identity.findAccount(lena.email);
  if (account === null) throw new Error('no account');
  await running.identity.setPassword(account, 'another four words');
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  const step = await browser.submit(page, { email: lena.email, password: 'another four words' });
  expect(titleOf(step)).toBe('Confirm that it is you');
});

test('secrets of apps are encrypted with the key secret, and re-encrypted', async () => {
  const [SECRET, NEXT] = ['the secret of the first year', 'the secret of the second year'];
  const store = secondFactorStore(database.db);
  const accountId = (await running.identity.findAccount(lena.email))?.accountId ?? '';
  const { secret } = await enrol();
  expect((await store.totpOf(accountId))?.secret).toBe(secret);
  expect((await resealTotp(store, totpSealer({ secret: SECRET }))).changed).toBeGreaterThan(0);
  expect((await store.totpOf(accountId))?.secret).not.toContain(secret);
  expect(await resealTotp(store, totpSealer({ secret: SECRET }))).toEqual({ changed: 0, closed: 0 });
  await resealTotp(store, totpSealer({ secret: NEXT, secretBefore: SECRET }));
  expect(await totpSealer({ secret: NEXT }).open((await store.totpOf(accountId))?.secret ?? '', accountId)).toBe(
    secret,
  );
  await expect(
    totpSealer({ secret: NEXT }).open((await store.totpOf(accountId))?.secret ?? '', 'another'),
  ).rejects.toThrow();

  // A server that cannot decrypt the secret refuses every log-in.
  clock += 30_000;
  const browser = new Browser(running.issuer);
  const step = await toSecondStep(browser);
  expect((await browser.submit(step, { code: codeNow(secret) })).status).toBe(503);
});
