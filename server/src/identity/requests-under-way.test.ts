import { request as send } from 'node:http';
import { expect, test, vi } from 'vitest';
import { Authenticator } from './authenticator.fixture.ts';
import { Academy, Browser, type Page } from './identity.fixture.ts';
import { identityStore } from './identity.store.ts';
import { isIn, NEW_PASSWORD, passkeyForm, recoveryStage, titleOf } from './recovery.fixture.ts';

const stage = await recoveryStage();
const { database, running, somebody, area, origin, inAccount, reset, logIn, passkeysOf } = stage;
const { pool } = database;

/** Blocks requests that count attempts under this key until the returned function is called. */
async function holdAttempts(key: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  const { rowCount } = await client.query('select 1 from attempt_window where key like $1 for update', [key]);
  expect(rowCount).toBeGreaterThan(0);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

const oneWaits = () =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 15_000, interval: 20 },
  );

test('a log-in with the old password fails after a reset', async () => {
  const owner = await somebody();
  await logIn(owner, 'not the right words');
  const thief = new Browser(running.issuer);
  const page = await thief.open(new Academy(running).authorizeUrl());
  const release = await holdAttempts('password %');
  const unfinished = thief.submit(page, { email: owner.email, password: owner.password });
  await oneWaits();
  await reset(owner.email);
  await release();
  expect(isIn(await unfinished)).toBe(false);
  expect(titleOf(await thief.open(area('')))).toBe('Log in to Spring Academy');
  expect(isIn(await logIn(owner, NEW_PASSWORD))).toBe(true);
});

test('a change of password that began before a reset sets no password', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  const change = async (current: string): Promise<Page> =>
    thief.submit(await thief.open(area('password')), { current, password: 'words of a thief here' });
  await change('not the right words');
  const release = await holdAttempts(`own password ${owner.accountId}`);
  const unfinished = change(owner.password);
  await oneWaits();
  await reset(owner.email);
  await release();
  expect((await unfinished).text).not.toContain('Your password is changed');
  expect(isIn(await logIn(owner, 'words of a thief here'))).toBe(false);
  expect(isIn(await logIn(owner, NEW_PASSWORD))).toBe(true);
});

test('a form whose last byte comes after a reset changes nothing', async () => {
  const owner = await somebody();
  const thief = await inAccount(owner);
  const { asked, action } = passkeyForm(await thief.open(area('passkeys')));
  const body = `${new URLSearchParams({ name: 'Thief phone', passkey: new Authenticator(origin()).create(asked) })}`;
  const answered = Promise.withResolvers<number | undefined>();
  const form = send(action, {
    method: 'POST',
    headers: {
      origin: origin(),
      cookie: `academy_session_${running.port}=${thief.cookieOf(`academy_session_${running.port}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    },
  });
  form.on('response', (response) => {
    response.resume();
    answered.resolve(response.statusCode);
  });
  form.on('error', answered.reject);
  form.write(body.slice(0, -1));
  const { after } = await reset(owner.email);
  expect(titleOf(after)).toBe('Your password is changed');
  form.end(body.slice(-1));
  expect(await answered.promise).toBe(303);
  expect(await passkeysOf(owner)).toEqual([]);
});

test('an answer to an earlier question does not count for a later one', async () => {
  const owner = await somebody();
  await stage.addToken(owner);
  await reset(owner.email);
  const { accounts, recovery } = identityStore(database.db, stage.now);
  const first = (await accounts.findById(owner.accountId))?.questionCode ?? '';
  await reset(owner.email);
  expect(await recovery.answer(owner.accountId, first, new Set())).toBe(false);
  const second = (await accounts.findById(owner.accountId))?.questionCode ?? '';
  expect(await recovery.answer(owner.accountId, second, new Set())).toBe(true);
});
