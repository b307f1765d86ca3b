import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { type AskedFor, Authenticator, type Wrong } from './authenticator.fixture.ts';
import { Academy, Browser, type Page, type RunningIdentity, startIdentity } from './identity.fixture.ts';
import { passkeysStore } from './passkeys.store.ts';

const database = await testDatabase();
const store = passkeysStore(database.db);
let running: RunningIdentity;
let clock = 0;
const now = () => Date.now() + clock;
let count = 0;
let lena = { email: '', firstName: 'Lena', lastName: 'Lind', password: 'four words in a row' };

beforeAll(async () => {
  running = await startIdentity(database, { now });
});
afterAll(() => running?.close());
beforeEach(async () => {
  clock = 0;
  count += 1;
  lena = { ...lena, email: `lena${count}@example.org` };
  await running.identity.createAccount(lena);
});

const accountPage = (path: string) => `${running.issuer}account/${path}`;
const origin = () => new URL(running.issuer).origin;
const titleOf = ({ text }: Page) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
const accountIdOf = async () => (await running.identity.findAccount(lena.email))?.accountId ?? '';
const mailsAbout = () =>
  running.mails
    .filter(({ to, kind }) => to === lena.email && kind === 'second-factor-changed')
    .map(({ detail }) => detail);

/** The page's form for the script: the WebAuthn options, and where it sends the answer. */
function passkeyForm({ text, url }: Page): { asked: AskedFor; action: string } {
  const [, action = '', options = ''] = /action="([^"]+)" data-passkey="\w+" data-options="([^"]+)"/.exec(text) ?? [];
  const plain = options.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return { asked: JSON.parse(plain) as AskedFor, action: new URL(action, url).href };
}

function send(browser: Browser, action: string, form: Record<string, string>): Promise<Page> {
  return browser.open(action, { method: 'POST', body: new URLSearchParams(form), headers: { origin: origin() } });
}

async function passkeysPage(browser: Browser): Promise<Page> {
  const page = await browser.open(accountPage('passkeys'));
  return page.text.includes('name="password"')
    ? browser.submit(page, { email: lena.email, password: lena.password })
    : page;
}

/** Adds a passkey on the account's own page. */
async function add(
  browser = new Browser(running.issuer),
  device = new Authenticator(origin()),
): Promise<Authenticator> {
  const { asked, action } = passkeyForm(await passkeysPage(browser));
  const done = await send(browser, action, { name: 'My phone', passkey: device.create(asked) });
  expect(titleOf(done)).toBe('Save your recovery codes');
  return device;
}

const toLogIn = (browser: Browser, academy = new Academy(running)) =>
  browser.open(academy.authorizeUrl({ prompt: 'login' }));

async function logIn(browser: Browser, device: Authenticator, wrong: Wrong = {}): Promise<Page> {
  const { asked, action } = passkeyForm(await toLogIn(browser));
  return send(browser, action, { passkey: device.get(asked, wrong) });
}

const isIn = ({ url }: Page) => url.includes('/login/callback?code=');
const REFUSED = 'This passkey was not accepted.';

test('a passkey opens the account by itself and counts as two factors', async () => {
  const device = await add();
  expect(mailsAbout()).toEqual(['The passkey “My phone” was added.']);
  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const page = await toLogIn(browser, academy);
  const { asked, action } = passkeyForm(page);
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(asked.allowCredentials ?? []).toEqual([]);
  const back = await send(browser, action, { passkey: device.get(asked) });
  const { body } = await academy.exchange(back.url);
  for (const token of [body.access_token, body.id_token])
    expect(decodeJwt(String(token))).toMatchObject({ sub: await accountIdOf(), amr: ['hwk', 'user', 'mfa'] });
});

test('an answer with anything wrong in it opens nothing', async () => {
  const device = await add();
  const wrongs: Wrong[] = [
    { origin: 'http://localhost' },
    { origin: 'http://spring.localhost' },
    { rpId: 'spring.localhost' },
    { challenge: Buffer.alloc(32, 7).toString('base64url') },
    { present: false },
    { verified: false },
    { userHandle: Buffer.from('somebody else').toString('base64url') },
    { type: 'webauthn.create' },
  ];
  for (const wrong of wrongs) {
    const page = await logIn(new Browser(running.issuer), device, wrong);
    expect(page.text, JSON.stringify(wrong)).toContain(REFUSED);
  }
  const stranger = new Authenticator(origin());
  expect((await logIn(new Browser(running.issuer), stranger)).text).toContain(REFUSED);
  expect(isIn(await logIn(new Browser(running.issuer), device))).toBe(true);
});

test('nonsense in place of an answer is refused politely', async () => {
  const device = await add();
  const browser = new Browser(running.issuer);
  const right = JSON.parse(device.get(passkeyForm(await toLogIn(browser)).asked)) as { response: object };
  const answers = [
    '',
    'null',
    '[]',
    '{"id":1}',
    '{',
    JSON.stringify({ ...right, id: '' }),
    JSON.stringify({ ...right, type: 'password' }),
    JSON.stringify({ ...right, response: { ...right.response, signature: 'A' } }),
    JSON.stringify({ ...right, response: { ...right.response, authenticatorData: 'AAAA' } }),
    JSON.stringify({ ...right, response: { ...right.response, clientDataJSON: 'AAAA' } }),
    JSON.stringify({ ...right, response: { ...right.response, clientDataJSON: `A${'A'.repeat(13_000)}` } }),
  ];
  for (const answer of answers) {
    const { action } = passkeyForm(await toLogIn(browser));
    const page = await send(browser, action, { passkey: answer });
    expect(page.status, answer.slice(0, 80)).toBe(200);
    expect(page.text).toContain(REFUSED);
  }
});

test('a challenge is valid once, for five minutes and one log-in', async () => {
  const device = await add();
  const first = new Browser(running.issuer);
  const { asked, action } = passkeyForm(await toLogIn(first));
  const answer = device.get(asked);
  const other = new Browser(running.issuer);
  const elsewhere = passkeyForm(await toLogIn(other));
  expect((await send(other, elsewhere.action, { passkey: answer })).text).toContain(REFUSED);
  clock += 5 * 60_000 + 1_000;
  expect((await send(first, action, { passkey: answer })).text).toContain(REFUSED);

  const again = passkeyForm(await toLogIn(first));
  const fresh = device.get(again.asked);
  const outcomes = await Promise.all(
    Array.from({ length: 3 }, () => send(first, again.action, { passkey: fresh }).catch(() => null)),
  );
  expect(outcomes.filter((page) => page !== null && isIn(page)).length).toBeLessThanOrEqual(1);
  const last = passkeyForm(await toLogIn(other));
  expect((await send(other, last.action, { passkey: fresh })).text).toContain(REFUSED);
});

test('a signature counter that goes back is refused on every server', async () => {
  const device = await add();
  device.counter = 5;
  expect(isIn(await logIn(new Browser(running.issuer), device))).toBe(true);
  for (const counter of [5, 4, 0])
    expect((await logIn(new Browser(running.issuer), device, { counter })).text).toContain(REFUSED);
  expect(isIn(await logIn(new Browser(running.issuer), device, { counter: 6 }))).toBe(true);
  // A counter that another server stored meanwhile counts as well.
  const noted = await Promise.all([7, 7, 7].map((counter) => store.noteUse(device.credentialId, counter)));
  expect(noted.filter(Boolean)).toHaveLength(1);
  expect(await store.noteUse(device.credentialId, 6)).toBe(false);
});

test('with a passkey the password alone is not enough', async () => {
  const owner = lena;
  const device = await add();
  const stranger = { ...lena, email: `stranger${count}@example.org` };
  await running.identity.createAccount(stranger);
  lena = stranger;
  const foreign = await add();
  lena = owner;

  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const toStep = async () => {
    const page = await toLogIn(browser, academy);
    return browser.submit(page, { email: lena.email, password: lena.password });
  };
  const step = await toStep();
  expect(titleOf(step)).toBe('Confirm that it is you');
  const { asked, action } = passkeyForm(step);
  expect(asked.allowCredentials).toMatchObject([{ id: device.credentialId }]);
  expect((await send(browser, action, { passkey: foreign.get(asked) })).text).toContain(REFUSED);
  const retry = passkeyForm(await browser.open(step.url));
  const back = await send(browser, retry.action, { passkey: device.get(retry.asked) });
  const { body } = await academy.exchange(back.url);
  expect(decodeJwt(String(body.id_token)).amr).toEqual(['pwd', 'hwk', 'user', 'mfa']);
});

test('a passkey is refused without user verification and when it is known', async () => {
  const browser = new Browser(running.issuer);
  const refused = 'The passkey was not added.';
  for (const wrong of [
    { verified: false },
    { present: false },
    { origin: 'http://evil.example' },
    { rpId: 'example' },
  ]) {
    const { asked, action } = passkeyForm(await passkeysPage(browser));
    const device = new Authenticator(origin());
    const page = await send(browser, action, { name: 'Phone', passkey: device.create(asked, wrong) });
    expect(page.text, JSON.stringify(wrong)).toContain(refused);
  }
  const other = new Browser(running.issuer);
  const elsewhere = passkeyForm(await passkeysPage(other));
  const { action } = passkeyForm(await passkeysPage(browser));
  const foreign = new Authenticator(origin()).create(elsewhere.asked);
  expect((await send(browser, action, { name: 'Phone', passkey: foreign })).text).toContain(refused);

  const device = await add(browser);
  const again = passkeyForm(await passkeysPage(browser));
  expect((await send(browser, again.action, { name: 'Phone', passkey: device.create(again.asked) })).text).toContain(
    refused,
  );
  expect(await store.count(await accountIdOf())).toBe(1);
});

test('a passkey is renamed and removed by its owner only', async () => {
  const owner = lena;
  const [browser, device] = [new Browser(running.issuer), new Authenticator(origin())];
  await add(browser, device);
  lena = { ...lena, email: `other${count}@example.org` };
  await running.identity.createAccount(lena);
  const stranger = new Browser(running.issuer);
  await passkeysPage(stranger);
  const edit = accountPage('passkeys/edit');
  for (const form of [{ do: 'remove' }, { do: 'rename', name: 'Mine' }])
    await send(stranger, edit, { credential: device.credentialId, ...form });
  lena = owner;
  const accountId = await accountIdOf();
  expect(await store.ofAccount(accountId)).toMatchObject([{ name: 'My phone' }]);
  for (const name of ['', ' ', 'a'.repeat(61), '<b>', 'a\u202eb'])
    expect((await send(browser, edit, { credential: device.credentialId, do: 'rename', name })).text).toContain(
      'One thing needs a change',
    );
  const named = await send(browser, edit, { credential: device.credentialId, do: 'rename', name: 'Old phone' });
  expect(named.text).toContain('>Old phone<');
  const removed = await send(browser, edit, { credential: device.credentialId, do: 'remove' });
  expect(removed.text).toContain('Passkey removed.');
  expect(mailsAbout().at(-1)).toBe('The passkey “Old phone” was removed.');
  const { rows } = await database.pool.query('select 1 from account_recovery_code where account_id = $1', [accountId]);
  expect(rows).toEqual([]);
  expect((await logIn(new Browser(running.issuer), device)).text).toContain(REFUSED);
});

test('an account has at most twenty passkeys, also when they are added at once', async () => {
  const accountId = await accountIdOf();
  const added = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      store.add(
        {
          credentialId: `${count}-${index}`,
          accountId,
          publicKey: new Uint8Array([1]),
          counter: 0,
          transports: [],
          name: 'x',
        },
        20,
      ),
    ),
  );
  expect(added.filter(Boolean)).toHaveLength(20);
});
