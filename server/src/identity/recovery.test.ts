import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { person } from '../db/tables.ts';
import { Browser, type Page } from './identity.fixture.ts';
import { ASKED, choicesOn, DAY, isIn, NEW_PASSWORD, recoveryStage, titleOf } from './recovery.fixture.ts';

const stage = await recoveryStage();
const {
  database,
  running,
  time,
  now,
  somebody,
  linkOf,
  area,
  inAccount,
  inAccountWith,
  changeAddress,
  send,
  addPasskey,
  logInWith,
  addToken,
  answers,
  addAddress,
  addressesOf,
  passkeysOf,
  recoveryCodesOf,
  takeBack,
  reset,
  choose,
  logIn,
} = stage;

const codeNow = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() });

async function addApp(browser: Browser) {
  const page = await browser.open(area('second-factor/add'));
  const secret = /<code class="key">([^<]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
  const done = await browser.submit(page, { code: codeNow(secret) });
  time.ahead += 30_000;
  return {
    secret,
    recoveryCodes: [...done.text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code),
  };
}

beforeEach(() => {
  time.ahead = 0;
});

test('academies know a changed address at once, and the former one again', async () => {
  const owner = await somebody();
  const known = async () =>
    (await database.db.select().from(person).where(eq(person.personId, owner.personId))).map(({ email }) => email);
  await changeAddress(await inAccount(owner), owner.thief);
  expect(await known()).toEqual([owner.thief]);
  await takeBack(owner.email);
  expect(await known()).toEqual([owner.email]);
});

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
  // The owner's recent token is suspended until the answer.
  expect([await answers(token), await answers(own.token)]).toEqual([false, false]);
  expect(await addressesOf(owner)).toEqual([own.address]);
  expect(await passkeysOf(owner)).toEqual([]);
  expect(await recoveryCodesOf(owner)).toBe(0);
  expect((await thief.open(area('passkeys'))).text).toContain('name="password"');
  // The thief's second factor does not lock the owner out.
  const { browser, after } = await reset(owner.email);
  expect(titleOf(await choose(browser, after, [own.token.name, own.address]))).toBe('Your password is changed');
  expect([await answers(token), await answers(own.token)]).toEqual([false, true]);
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
  time.ahead += 20 * DAY;
  // A thief at the owner's unlocked device.
  const thief = await inAccountWith(own);
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
  // The thief takes back to the first of the two addresses, which reverts less.
  await takeBack(owner.thief);
  expect([await answers(token), (await passkeysOf(owner)).length]).toEqual([false, 1]);
  await takeBack(owner.email);
  expect(isIn(await logInWith(passkey))).toBe(false);
  expect(await passkeysOf(owner)).toEqual([]);
  const opened = await new Browser(running.issuer).open(linkOf(owner.thief, 'email-changed'));
  expect(titleOf(opened)).toBe('This link is no longer valid');
});

test('a link that takes back works once, also when two browsers use it', async () => {
  const owner = await somebody();
  await changeAddress(await inAccount(owner), owner.thief);
  const browsers = [new Browser(running.issuer), new Browser(running.issuer)];
  const pages = await Promise.all(browsers.map((one) => one.open(linkOf(owner.email, 'email-changed'))));
  const done = await Promise.all(browsers.map((one, index) => one.submit(pages[index] as Page, {})));
  expect(done.map(titleOf).sort()).toEqual(['This link is no longer valid', 'Your old address is restored']);
  const again = await new Browser(running.issuer).open(linkOf(owner.email, 'email-changed'));
  expect(titleOf(again)).toBe('This link is no longer valid');
});

test('a link that takes back expires after seven days', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  await changeAddress(thief, owner.thief);
  const passkey = await addPasskey(thief);
  time.ahead += 7 * DAY;
  const page = await new Browser(running.issuer).open(linkOf(owner.email, 'email-changed'));
  expect(titleOf(page)).toBe('This link is no longer valid');
  expect(isIn(await logInWith(passkey))).toBe(true);
});

test('after taking back, the old password logs nobody in', async () => {
  const owner = await somebody();
  await changeAddress(await inAccount(owner), owner.thief);
  const { browser, done } = await takeBack(owner.email);
  for (const email of [owner.email, owner.thief])
    expect((await logIn({ email }, owner.password)).text).toContain('The e-mail address or the password is wrong.');

  // The page after taking back links directly to a new password.
  const [, next = ''] = /href="([^"]*\/idp\/reset)"/.exec(done.text) ?? [];
  const form = await browser.open(new URL(next, running.issuer).href);
  expect(titleOf(form)).toBe('Choose a new password');
  expect(titleOf(await browser.submit(form, { password: NEW_PASSWORD }))).toBe('Your password is changed');
  const own = await inAccount({ email: owner.email, password: NEW_PASSWORD });
  expect(titleOf(await own.open(area('passkeys')))).toBe('Passkeys');
});

test('after taking back, an older passkey logs in without changing anything', async () => {
  const owner = await somebody();
  const device = await addPasskey(await inAccount(owner), 'Own phone');
  time.ahead += 20 * DAY;
  const browser = await inAccountWith(device);
  await changeAddress(browser, owner.thief);
  await takeBack(owner.email);
  const back = await inAccountWith(device);
  for (const path of ['email', 'password', 'passkeys', 'second-factor', 'email/confirm']) {
    expect(titleOf(await back.open(area(path))), path).toBe('Choose a new password first');
    const posted = await send(back, area(path), [['email', owner.thief]]);
    expect(titleOf(posted), path).toBe('Choose a new password first');
  }
  expect(titleOf(await back.open(area('')))).toBe('Your account');

  const sent = await back.submit(await back.open(area('email')), {});
  expect(sent.text).toContain('Check your inbox');
  const form = await new Browser(running.issuer).open(linkOf(owner.email, 'reset-password'));
  expect(titleOf(form)).toBe('Choose a new password');

  // A new password set by an operator ends the recovery as well.
  const account = await running.identity.findAccount(owner.email);
  if (account !== null) await running.identity.setPassword(account, NEW_PASSWORD);
  const released = await inAccountWith(device);
  expect(titleOf(await released.open(area('email')))).toBe('Change your e-mail address');
});

test('a thief’s passkey from before the change ends with the owner’s reset', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  const passkey = await addPasskey(thief);
  const token = await addToken(owner);
  await changeAddress(thief, owner.thief);
  expect([isIn(await logInWith(passkey)), await answers(token)]).toEqual([true, true]);
  await takeBack(owner.email);
  expect([isIn(await logInWith(passkey)), await answers(token)]).toEqual([false, false]);
  const { browser, after } = await reset(owner.email);
  expect(choicesOn(after)).toMatchObject([
    { name: 'A passkey', kept: false },
    { name: 'Recovery codes', kept: false },
    { name: token.name, kept: false },
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
  time.ahead += 20 * DAY;
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
  // Until the answer no recent token works for the account.
  expect([await answers(old), await answers(recent)]).toEqual([true, false]);
  // The question can be opened again, also after a log-in elsewhere.
  expect(titleOf(await browser.open(after.url))).toBe(ASKED);
  expect(titleOf(await logIn(owner, NEW_PASSWORD))).toBe(ASKED);

  const done = await choose(browser, after, ['Old script', 'New script', 'Authenticator app']);
  // The kept authenticator app is the second step from now on.
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

test('credentials recent at a reset stay recent until the answer', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  const passkey = await addPasskey(thief, 'Thief phone');
  const token = await addToken(owner);
  await reset(owner.email);
  time.ahead += 20 * DAY;
  expect((await logInWith(passkey)).text).toContain('This passkey was not accepted.');
  expect(await answers(token)).toBe(false);
  // Another reset does not change that.
  const { browser, after } = await reset(owner.email);
  expect(choicesOn(after)).toMatchObject([
    { name: 'Thief phone', kept: false },
    { name: 'Recovery codes', kept: false },
    { name: token.name, kept: false },
  ]);
  expect([isIn(await logInWith(passkey)), await answers(token)]).toEqual([false, false]);
  await choose(browser, after);
  expect(await passkeysOf(owner)).toEqual([]);
});

test('a mailbox alone removes no second factor that is older than two weeks', async () => {
  const owner = await somebody();
  const device = await addPasskey(await inAccount(owner), 'Own phone');
  time.ahead += 15 * DAY;
  await addToken(owner, 'New script');
  const { browser, after } = await reset(owner.email, true);
  expect(choicesOn(after).map(({ name }) => name)).toEqual(['New script']);
  expect(after.text).toContain('Own phone');
  // Invented answers have no effect.
  const step = await choose(browser, after, []);
  expect(titleOf(step)).toBe('Confirm that it is you');
  expect(await passkeysOf(owner)).toEqual(['Own phone']);
  expect(isIn(await logInWith(device))).toBe(true);
});

test('an older app is not asked about, and stays the second step', async () => {
  const owner = await somebody();
  const { secret } = await addApp(await inAccount(owner));
  time.ahead += 15 * DAY;
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
  expect([first, second].map(titleOf).sort()).toEqual(['This link is no longer valid', 'Your password is changed']);
  expect(await answers(late)).toBe(false);
  expect(titleOf(await browser.open(`${running.issuer}keep`))).toBe('This link is no longer valid');
});

test('only the browser that set the password can answer the question', async () => {
  const owner = await somebody();
  const token = await addToken(owner);
  const { browser, after } = await reset(owner.email);
  expect(titleOf(await new Browser(running.issuer).open(after.url))).toBe('This link is no longer valid');
  const foreign = await browser.open(after.url, { method: 'POST', headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  await choose(browser, after, [token.name]);
  expect(await answers(token)).toBe(true);
});

test('mails about a changed log-in also go to the former address', async () => {
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
    ['second-factor-changed', 'New recovery codes were created. The previous ones no longer work.', null, true],
    ['second-factor-changed', 'Your log-in address was changed again in the meantime.', null, true],
  ]);
  time.ahead += 8 * DAY;
  const later = running.mails.length;
  const back = await inAccount({ ...owner, email: `fence-${owner.email}` });
  expect(back).toBeDefined();
  expect(running.mails.slice(later).filter(({ to }) => to === owner.email)).toEqual([]);
});
