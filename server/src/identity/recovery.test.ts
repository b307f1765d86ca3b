import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { managedEmail } from '../db/message-tables.ts';
import { person as personTable } from '../db/tables.ts';
import { personalAccessTokensService } from '../personal-access-tokens/personal-access-tokens.service.ts';
import { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { hashToken } from '../personal-access-tokens/token-format.ts';
import { testDatabase } from '../testing/database.ts';
import { type AskedFor, Authenticator } from './authenticator.fixture.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';
import { Academy, Browser, mailTo, type Page, type RunningIdentity, startIdentity } from './identity.fixture.ts';

const DAY = 24 * 60 * 60_000;
const database = await testDatabase();
const { db } = database;
let running: RunningIdentity;
let clock = 0;
const now = () => Date.now() + clock;

beforeAll(async () => {
  running = await startIdentity(database, { now });
});
beforeEach(() => {
  clock = 0;
});
afterAll(() => running?.close());

let people = 0;
/** A person of the academy with an account. */
async function somebody() {
  people += 1;
  const names = { email: `r${people}@example.org`, firstName: 'Rike', lastName: 'Rask' };
  const password = `quiet river ${people} lantern`;
  const accountId = (await running.identity.createAccount({ ...names, password }))?.accountId ?? '';
  const rows = await db
    .insert(personTable)
    .values({ issuer: EMBEDDED_ISSUER, subject: accountId, ...names, emailVerified: true })
    .returning();
  return { ...names, password, accountId, personId: rows[0]?.personId ?? '', thief: `thief-${names.email}` };
}
type Someone = Awaited<ReturnType<typeof somebody>>;

const titleOf = ({ text }: Page) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
const linkOf = (email: string, kind: Parameters<typeof mailTo>[2]) => mailTo(running, email, kind).link ?? '';
const area = (path: string) => `${running.issuer}account/${path}`;
const origin = () => new URL(running.issuer).origin;
const codeNow = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() });
const isIn = ({ url }: Page) => url.includes('/login/callback?code=');
/** A moment later, so that what follows is after what was. */
const moment = () => {
  clock += 1_000;
};

/** A browser in the account area, logged in a moment ago with the password alone. */
async function inAccount({ email, password }: Pick<Someone, 'email' | 'password'>) {
  const browser = new Browser(running.issuer);
  await browser.submit(await browser.open(`${running.issuer}account`), { email, password });
  return browser;
}

async function changeAddress(browser: Browser, to: string) {
  const waiting = await browser.submit(await browser.open(area('email')), { email: to });
  const done = await browser.submit(waiting, { code: mailTo(running, to, 'change-email').detail ?? '' });
  expect(done.text).toContain('Your address is changed');
  moment();
}

function passkeyForm({ text, url }: Page): { asked: AskedFor; action: string } {
  const [, action = '', options = ''] = /action="([^"]+)" data-passkey="\w+" data-options="([^"]+)"/.exec(text) ?? [];
  const plain = options.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return { asked: JSON.parse(plain) as AskedFor, action: new URL(action, url).href };
}

const send = (browser: Browser, action: string, form: [string, string][]) =>
  browser.open(action, { method: 'POST', body: new URLSearchParams(form), headers: { origin: origin() } });

async function addPasskey(browser: Browser, name = 'A passkey') {
  const device = new Authenticator(origin());
  const { asked, action } = passkeyForm(await browser.open(area('passkeys')));
  await send(browser, action, [
    ['name', name],
    ['passkey', device.create(asked)],
  ]);
  moment();
  return device;
}

async function logInWith(device: Authenticator): Promise<Page> {
  const browser = new Browser(running.issuer);
  const { asked, action } = passkeyForm(await browser.open(new Academy(running).authorizeUrl()));
  return send(browser, action, [['passkey', device.get(asked)]]);
}

async function addApp(browser: Browser) {
  const page = await browser.open(area('second-factor/add'));
  const secret = /<code class="key">([^<]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
  const done = await browser.submit(page, { code: codeNow(secret) });
  clock += 30_000;
  return { secret, recoveryCodes: [...done.text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code) };
}

async function addToken({ personId }: Someone, name = `script ${randomUUID()}`) {
  const by = { personId, name: 'test', correlationId: null };
  const service = personalAccessTokensService(db, () => new Date(now()));
  const { token } = await service.createToken({ personId, tenantId: 'spring', name, abilities: ['progress:read'], by });
  moment();
  return { token, name };
}
const answers = async ({ token }: { token: string }) =>
  (await personalAccessTokensStore(db).findByHash(hashToken(token))) !== null;

async function addAddress({ personId }: Someone, email: string) {
  const at = new Date(now());
  await db.insert(managedEmail).values({ personId, type: 'work', email, createdAt: at, verifiedAt: at });
  moment();
}
const addressesOf = async ({ personId }: Someone) =>
  (await db.select().from(managedEmail).where(eq(managedEmail.personId, personId))).map(({ email }) => email);

const passkeysOf = async ({ accountId }: Someone) =>
  (
    await database.pool.query<{ name: string }>('select name from account_passkey where account_id = $1', [accountId])
  ).rows.map(({ name }) => name);
const recoveryCodesOf = async ({ accountId }: Someone) =>
  (await database.pool.query('select 1 from account_recovery_code where account_id = $1', [accountId])).rowCount;

async function takeBack(email: string) {
  const browser = new Browser(running.issuer);
  const page = await browser.open(linkOf(email, 'email-changed'));
  expect(titleOf(page)).toBe('Go back to your old address?');
  const done = await browser.submit(page, {});
  expect(titleOf(done)).toBe('Your address is the old one again');
  moment();
  return { browser, done };
}

const NEW_PASSWORD = 'nine brown bicycles';
/** Asks for a link and sets a new password. @param same in the browser that asked, whose log-in goes on */
async function reset(email: string, same = false) {
  const asking = new Browser(running.issuer);
  const page = await asking.open(new Academy(running).authorizeUrl());
  await asking.submit(await asking.open(`${page.url}/forgot`), { email });
  const browser = same ? asking : new Browser(running.issuer);
  const form = await browser.open(linkOf(email, 'reset-password'));
  expect(titleOf(form)).toBe('Choose a new password');
  return { browser, after: await browser.submit(form, { password: NEW_PASSWORD }) };
}

const ASKED = 'What do you want to keep?';
/** The choices of the page, with whether they are made already. */
const choicesOn = ({ text }: Page) =>
  [...text.matchAll(/<input[^>]* type="checkbox" name="keep" value="([^"]+)"( checked)?>\s*<span>([^<]+)/g)].map(
    ([, id = '', checked, name = '']) => ({ id, name, kept: checked !== undefined }),
  );
/** Sends the page as it stands, or with other choices. */
async function choose(browser: Browser, page: Page, wanted?: string[]): Promise<Page> {
  expect(titleOf(page)).toBe(ASKED);
  const ids = choicesOn(page)
    .filter(({ kept, name }) => (wanted === undefined ? kept : wanted.includes(name)))
    .map(({ id }): [string, string] => ['keep', id]);
  const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return send(browser, new URL(action, page.url).href, ids);
}

async function logIn({ email }: Pick<Someone, 'email'>, password: string): Promise<Page> {
  const browser = new Browser(running.issuer);
  return browser.submit(await browser.open(new Academy(running).authorizeUrl()), { email, password });
}

test('taking a change of address back removes everything that was added since', async () => {
  const owner = await somebody();
  const own = { token: await addToken(owner), address: `own-${owner.email}` };
  await addAddress(owner, own.address);
  const thief = await inAccount(owner);
  await changeAddress(thief, owner.thief);
  const passkey = await addPasskey(thief);
  const app = await addApp(thief);
  const token = await addToken(owner);
  await addAddress(owner, `fence-${owner.email}`);
  expect(app.secret).not.toBe('');
  expect(isIn(await logInWith(passkey))).toBe(true);

  await takeBack(owner.email);
  expect(isIn(await logInWith(passkey))).toBe(false);
  expect([await answers(token), await answers(own.token)]).toEqual([false, true]);
  expect(await addressesOf(owner)).toEqual([own.address]);
  expect(await passkeysOf(owner)).toEqual([]);
  expect(await recoveryCodesOf(owner)).toBe(0);
  expect((await thief.open(area('passkeys'))).text).toContain('name="password"');
  // No second factor of the thief stands in the owner's way.
  const { browser, after } = await reset(owner.email);
  expect(titleOf(await choose(browser, after, [own.token.name, own.address]))).toBe('Your password is changed');
  expect(isIn(await logIn(owner, NEW_PASSWORD))).toBe(true);

  const audit = await database.pool.query<{ action: string; details: object }>(
    'select action, details from audit_event where target_id = $1 order by event_id',
    [owner.accountId],
  );
  expect(audit.rows.find(({ action }) => action === 'account.undo-email')?.details).toMatchObject({
    removed: ['address', 'app', 'passkey', 'recovery-codes', 'token'],
  });
});

test('an older passkey of the owner stays, new recovery codes are removed', async () => {
  const owner = await somebody();
  const browser = await inAccount(owner);
  const own = await addPasskey(browser, 'Own phone');
  clock += 20 * DAY;
  // Somebody at the owner's unlocked device.
  const thief = new Browser(running.issuer);
  const { asked, action } = passkeyForm(await thief.open(`${running.issuer}account`));
  await send(thief, action, [['passkey', own.get(asked)]]);
  await changeAddress(thief, owner.thief);
  await thief.submit(await thief.open(area('second-factor/recovery-codes')), {});
  const theirs = await addPasskey(thief, 'Thief phone');

  await takeBack(owner.email);
  expect(await passkeysOf(owner)).toEqual(['Own phone']);
  expect(await recoveryCodesOf(owner)).toBe(0);
  expect(isIn(await logInWith(theirs))).toBe(false);
  const { after } = await reset(owner.email);
  expect(titleOf(after)).toBe('Your password is changed');
  expect(isIn(await logInWith(own))).toBe(true);
});

test('the owner’s link also takes back what followed a second change', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  await changeAddress(thief, owner.thief);
  const passkey = await addPasskey(thief);
  await changeAddress(thief, `fence-${owner.email}`);
  const token = await addToken(owner);
  // The thief goes back to the first of the two addresses, which takes back less.
  await takeBack(owner.thief);
  expect([await answers(token), (await passkeysOf(owner)).length]).toEqual([false, 1]);
  await takeBack(owner.email);
  expect(isIn(await logInWith(passkey))).toBe(false);
  expect(await passkeysOf(owner)).toEqual([]);
  const opened = await new Browser(running.issuer).open(linkOf(owner.thief, 'email-changed'));
  expect(titleOf(opened)).toBe('This link is not good any more');
});

test('a link that takes back works once, also when two browsers use it', async () => {
  const owner = await somebody();
  await changeAddress(await inAccount(owner), owner.thief);
  const browsers = [new Browser(running.issuer), new Browser(running.issuer)];
  const pages = await Promise.all(browsers.map((one) => one.open(linkOf(owner.email, 'email-changed'))));
  const done = await Promise.all(browsers.map((one, index) => one.submit(pages[index] as Page, {})));
  expect(done.map(titleOf).sort()).toEqual(['This link is not good any more', 'Your address is the old one again']);
  const again = await new Browser(running.issuer).open(linkOf(owner.email, 'email-changed'));
  expect(titleOf(again)).toBe('This link is not good any more');
});

test('a link that takes back has ended after seven days and changes nothing', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  await changeAddress(thief, owner.thief);
  const passkey = await addPasskey(thief);
  clock += 7 * DAY;
  const page = await new Browser(running.issuer).open(linkOf(owner.email, 'email-changed'));
  expect(titleOf(page)).toBe('This link is not good any more');
  expect(isIn(await logInWith(passkey))).toBe(true);
});

test('after taking back, the log-in changes only after a new password', async () => {
  const owner = await somebody();
  await changeAddress(await inAccount(owner), owner.thief);
  const { browser, done } = await takeBack(owner.email);
  // The thief still knows the password.
  const thief = await inAccount(owner);
  for (const path of ['email', 'password', 'passkeys', 'second-factor', 'email/confirm']) {
    expect(titleOf(await thief.open(area(path))), path).toBe('Choose a new password first');
    const posted = await send(thief, area(path), [['email', owner.thief]]);
    expect(titleOf(posted), path).toBe('Choose a new password first');
  }
  expect(titleOf(await thief.open(area('')))).toBe('Your account');

  // The page after taking back leads straight to a new password.
  const [, next = ''] = /href="([^"]*\/idp\/reset)"/.exec(done.text) ?? [];
  const form = await browser.open(new URL(next, running.issuer).href);
  expect(titleOf(form)).toBe('Choose a new password');
  expect(titleOf(await browser.submit(form, { password: NEW_PASSWORD }))).toBe('Your password is changed');
  const own = await inAccount({ email: owner.email, password: NEW_PASSWORD });
  expect(titleOf(await own.open(area('passkeys')))).toBe('Passkeys');
});

test('the account pages mail a link for a new password after taking back', async () => {
  const owner = await somebody();
  await changeAddress(await inAccount(owner), owner.thief);
  await takeBack(owner.email);
  const browser = await inAccount(owner);
  const page = await browser.open(area('email'));
  const sent = await browser.submit(page, {});
  expect(sent.text).toContain('Check your inbox');
  const form = await new Browser(running.issuer).open(linkOf(owner.email, 'reset-password'));
  expect(titleOf(form)).toBe('Choose a new password');

  // An operator's new password releases the account as well.
  const account = await running.identity.findAccount(owner.email);
  if (account !== null) await running.identity.setPassword(account, NEW_PASSWORD);
  const released = await inAccount({ email: owner.email, password: NEW_PASSWORD });
  expect(titleOf(await released.open(area('email')))).toBe('Change your e-mail address');
});

test('a thief’s passkey from before the change ends with the owner’s reset', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  const passkey = await addPasskey(thief);
  await changeAddress(thief, owner.thief);
  expect(isIn(await logInWith(passkey))).toBe(true);
  await takeBack(owner.email);
  const { browser, after } = await reset(owner.email);
  expect(choicesOn(after)).toMatchObject([
    { name: 'A passkey', kept: false },
    { name: 'Recovery codes', kept: false },
  ]);
  expect((await logInWith(passkey)).text).toContain('This passkey was not accepted.');
  expect(titleOf(await choose(browser, after))).toBe('Your password is changed');
  expect(await passkeysOf(owner)).toEqual([]);
  expect(isIn(await logIn(owner, NEW_PASSWORD))).toBe(true);
});

test('after a reset by mail the owner is asked once what to keep', async () => {
  const owner = await somebody();
  const [old, oldAddress] = [await addToken(owner, 'Old script'), `old-${owner.email}`];
  await addAddress(owner, oldAddress);
  clock += 20 * DAY;
  const thief = await inAccount(owner);
  const app = await addApp(thief);
  await addPasskey(thief, 'Laptop');
  const recent = await addToken(owner, 'New script');
  await addAddress(owner, `new-${owner.email}`);

  const { browser, after } = await reset(owner.email, true);
  expect(choicesOn(after)).toMatchObject(
    [
      { name: 'Old script', kept: true },
      { name: oldAddress, kept: true },
      { name: 'Authenticator app', kept: false },
      { name: 'Recovery codes', kept: false },
      { name: 'Laptop', kept: false },
      { name: 'New script', kept: false },
      { name: `new-${owner.email}`, kept: false },
    ].sort((a, b) => Number(a.kept) - Number(b.kept)),
  );
  // Until the answer nothing recent acts for the account.
  expect([await answers(old), await answers(recent)]).toEqual([true, false]);
  // It can be looked at again, also after a log-in elsewhere.
  expect(titleOf(await browser.open(after.url))).toBe(ASKED);
  expect(titleOf(await logIn(owner, NEW_PASSWORD))).toBe(ASKED);

  const done = await choose(browser, after, ['Old script', 'New script', 'Authenticator app']);
  // The app that was kept is the second step from now on.
  expect(titleOf(done)).toBe('Confirm that it is you');
  expect(isIn(await browser.submit(done, { code: codeNow(app.secret) }))).toBe(true);
  expect([await answers(old), await answers(recent)]).toEqual([true, true]);
  expect(await addressesOf(owner)).toEqual([]);
  expect(await passkeysOf(owner)).toEqual([]);
  expect(titleOf(await logIn(owner, NEW_PASSWORD))).toBe('Confirm that it is you');
  const audit = await database.pool.query<{ details: object }>(
    "select details from audit_event where target_id = $1 and action = 'account.keep'",
    [owner.accountId],
  );
  expect(audit.rows).toHaveLength(1);
  expect(audit.rows[0]?.details).toMatchObject({
    kept: ['token', 'token', 'app'].sort(),
    removed: ['recovery-codes', 'passkey', 'address', 'address'].sort(),
  });
});

test('a mailbox alone removes no second factor that is older than two weeks', async () => {
  const owner = await somebody();
  const device = await addPasskey(await inAccount(owner), 'Own phone');
  clock += 15 * DAY;
  await addToken(owner, 'New script');
  const { browser, after } = await reset(owner.email, true);
  expect(choicesOn(after).map(({ name }) => name)).toEqual(['New script']);
  expect(after.text).toContain('Own phone');
  // Made-up answers do not help.
  const step = await choose(browser, after, []);
  expect(titleOf(step)).toBe('Confirm that it is you');
  expect(await passkeysOf(owner)).toEqual(['Own phone']);
  expect(isIn(await logInWith(device))).toBe(true);
});

test('an older app is not asked about, and stays the second step', async () => {
  const owner = await somebody();
  const { secret } = await addApp(await inAccount(owner));
  clock += 15 * DAY;
  const { browser, after } = await reset(owner.email, true);
  expect(titleOf(after)).toBe('Confirm that it is you');
  expect(isIn(await browser.submit(after, { code: codeNow(secret) }))).toBe(true);
});

test('what is added between question and answer is removed', async () => {
  const owner = await somebody();
  await addToken(owner, 'First');
  const { browser, after } = await reset(owner.email);
  expect(new URL(after.url).pathname).toBe('/idp/keep');
  const late = await addToken(owner, 'Late');
  const wanted = choicesOn(after).map(({ name }) => name);
  const [first, second] = await Promise.all([choose(browser, after, wanted), choose(browser, after, [])]);
  expect([first, second].map(titleOf).sort()).toEqual(['This link is not good any more', 'Your password is changed']);
  expect(await answers(late)).toBe(false);
  expect(titleOf(await browser.open(`${running.issuer}keep`))).toBe('This link is not good any more');
});

test('only the browser that set the password can answer the question', async () => {
  const owner = await somebody();
  const token = await addToken(owner);
  const { browser, after } = await reset(owner.email);
  expect(titleOf(await new Browser(running.issuer).open(after.url))).toBe('This link is not good any more');
  const foreign = await browser.open(after.url, { method: 'POST', headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  await choose(browser, after, [token.name]);
  expect(await answers(token)).toBe(true);
});

test('news of a changed log-in also goes to the former address', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  await changeAddress(thief, owner.thief);
  const before = running.mails.length;
  await addPasskey(thief, 'Thief phone');
  await addApp(thief);
  await thief.submit(await thief.open(area('second-factor/recovery-codes')), {});
  await changeAddress(thief, `fence-${owner.email}`);
  const news = running.mails.slice(before).filter(({ to }) => to === owner.email);
  expect(news.map(({ kind, detail, link, toFormer }) => [kind, detail, link, toFormer])).toEqual([
    ['second-factor-changed', 'The passkey “Thief phone” was added.', null, true],
    ['second-factor-changed', 'An authenticator app was set up.', null, true],
    ['second-factor-changed', 'New recovery codes were made. The earlier ones do not work any more.', null, true],
    ['second-factor-changed', 'The address to log in with was changed once more.', null, true],
  ]);
  clock += 8 * DAY;
  const later = running.mails.length;
  const back = await inAccount({ ...owner, email: `fence-${owner.email}` });
  expect(back).toBeDefined();
  expect(running.mails.slice(later).filter(({ to }) => to === owner.email)).toEqual([]);
});
