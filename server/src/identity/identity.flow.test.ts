import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  Academy,
  AUDIENCE,
  Browser,
  LENA,
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

test('a visitor registers, is signed in and returns with a code', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running, 'kube');
  const page = await browser.open(academy.authorizeUrl({ prompt: 'create', login_hint: 'nora@example.org' }));
  expect(page.text).toContain('Create your free account');
  expect(page.text).toContain('value="nora@example.org"');
  expect(page.text).toContain('<title>Create your account - Kube Academy</title>');
  const back = await registerAs(running, browser, page, {
    firstName: 'Nora',
    lastName: 'Nyberg',
    email: 'Nora@Example.org',
    password: 'river stone lamp',
  });
  const callback = new URL(back.url);
  expect(callback.origin + callback.pathname).toBe(`${running.originOf('kube')}/login/callback`);
  expect(callback.searchParams.get('state')).toBe(academy.state);
  expect(callback.searchParams.get('iss')).toBe(running.issuer);

  const { status, body } = await academy.exchange(back.url);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600, refresh_token: expect.any(String) });
  expect(decodeProtectedHeader(String(body.access_token))).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
  const access = decodeJwt(String(body.access_token));
  expect(access).toMatchObject({
    iss: running.issuer,
    aud: AUDIENCE,
    client_id: 'academy-kube',
    scope: 'openid profile email',
    email: 'nora@example.org',
    given_name: 'Nora',
    family_name: 'Nyberg',
    email_verified: true,
    grant_id: expect.any(String),
    sid: expect.any(String),
  });
  expect(decodeJwt(String(body.id_token))).toMatchObject({
    iss: running.issuer,
    aud: 'academy-kube',
    sub: access.sub,
    nonce: academy.nonce,
    email: 'nora@example.org',
    name: 'Nora Nyberg',
    grant_id: access.grant_id,
  });
});

test('the form is shown again with errors beside fields and in a summary', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl({ prompt: 'create' }));
  const again = await browser.submit(page, { firstName: '', lastName: '<b>', email: 'nobody', password: 'short' });
  expect(again.status).toBe(200);
  expect(again.url).toMatch(/\/register\?again=/);
  expect(again.text).toContain('4 things need a change');
  expect(again.text).toContain('Enter your first name.');
  expect(again.text).toContain('Use at least 8 characters.');
  expect(again.text).toContain('value="nobody"');
  expect(again.text).toContain('value="&lt;b&gt;"');
  expect(again.text).not.toContain('value="short"');
  expect(again.text).toMatch(
    /<input id="firstName"[^>]* aria-invalid="true" aria-describedby="firstName-error" autofocus>/,
  );
});

// Shows security#quiet-accounts
test('a wrong password and an unknown address get the same reply', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running);
  const page = await browser.open(academy.authorizeUrl({ login_hint: LENA.email }));
  expect(page.text).toContain(`value="${LENA.email}"`);
  for (const email of [LENA.email, 'stranger@example.org']) {
    const again = await browser.submit(page, { email, password: 'not the password' });
    expect(again.text).toContain('The e-mail address or the password is wrong.');
    expect(again.text).toContain(`value="${email}"`);
  }
  const back = await browser.submit(page, { email: ' Lena@example.org ', password: LENA.password });
  expect((await academy.exchange(back.url)).status).toBe(200);
});

test('after too many wrong passwords the form asks to wait, for this person only', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  let last = page;
  for (let tries = 0; tries < 11; tries += 1)
    last = await browser.submit(page, { email: 'guessed@example.org', password: `guess ${tries}` });
  expect(last.text).toContain('Too many attempts. Please try again in 15 minutes, or choose a new password.');
  expect((await browser.submit(page, { email: LENA.email, password: LENA.password })).url).toContain(
    '/login/callback?',
  );
});

test('two sign-ins in parallel tabs both work', async () => {
  const browser = new Browser(running.issuer);
  const [first, second] = [new Academy(running), new Academy(running, 'kube')];
  const one = await browser.open(first.authorizeUrl());
  const two = await browser.open(second.authorizeUrl());
  const afterOne = await browser.submit(one, { email: LENA.email, password: LENA.password });
  const afterTwo = await browser.submit(two, { email: LENA.email, password: LENA.password });
  expect((await first.exchange(afterOne.url)).status).toBe(200);
  expect((await second.exchange(afterTwo.url)).status).toBe(200);
});

test('a second academy signs in without a question', async () => {
  const browser = new Browser(running.issuer);
  await signInAs(browser, new Academy(running, 'spring'));
  const tanzu = new Academy(running, 'tanzu');
  const back = await browser.open(tanzu.authorizeUrl());
  expect(back.url.startsWith(`${running.originOf('tanzu')}/login/callback?code=`)).toBe(true);
  expect((await tanzu.exchange(back.url)).status).toBe(200);
});

test('prompt=login asks again, prompt=none answers without a page', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running);
  const refused = await browser.open(academy.authorizeUrl({ prompt: 'none' }));
  expect(new URL(refused.url).searchParams.get('error')).toBe('login_required');
  await signInAs(browser, academy);
  expect(new URL((await browser.open(academy.authorizeUrl({ prompt: 'none' }))).url).searchParams.has('code')).toBe(
    true,
  );
  expect((await browser.open(academy.authorizeUrl({ prompt: 'login' }))).text).toContain('Log in to Spring Academy');
});

// Shows security#own-provider
test('a code works once; a second use also revokes its refresh token', async () => {
  const academy = new Academy(running);
  const { callback, tokens } = await signInAs(new Browser(running.issuer), academy);
  const replayed = await academy.exchange(callback);
  expect(replayed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await academy.refresh(tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('of two uses of a code in the same moment only one gets tokens', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running);
  const page = await browser.open(academy.authorizeUrl());
  const { url } = await browser.submit(page, { email: LENA.email, password: LENA.password });
  const answers = await Promise.all(Array.from({ length: 4 }, () => academy.exchange(url)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});

test('refreshing rotates the token; a narrower scope is allowed', async () => {
  const academy = new Academy(running);
  const { tokens } = await signInAs(new Browser(running.issuer), academy);
  const second = await academy.refresh(tokens.refresh_token, { scope: 'openid email' });
  expect(second.status).toBe(200);
  expect(second.body.refresh_token).not.toBe(tokens.refresh_token);
  expect(decodeJwt(String(second.body.id_token)).email).toBe(LENA.email);
  const third = await academy.refresh(second.body.refresh_token);
  expect(third.status).toBe(200);
  expect(await academy.refresh(third.body.refresh_token, { scope: 'openid email offline_access' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope' },
  });
});

// Shows security#own-provider
test('a used refresh token works for a short grace period only', async () => {
  const [academy, other] = [new Academy(running), new Academy(running, 'tanzu')];
  const browser = new Browser(running.issuer);
  const { tokens } = await signInAs(browser, academy);
  const elsewhere = await signInAs(browser, other);
  const newest = await academy.refresh(tokens.refresh_token);
  const lateTab = await academy.refresh(tokens.refresh_token);
  expect([newest.status, lateTab.status]).toEqual([200, 200]);
  clock += 30_000;
  expect(await academy.refresh(tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await academy.refresh(newest.body.refresh_token)).status).toBe(400);
  expect((await academy.refresh(lateTab.body.refresh_token)).status).toBe(400);
  // The reuse of one academy's refresh token ends that academy's grant only.
  expect((await other.refresh(elsewhere.tokens.refresh_token)).status).toBe(200);
});

test('logging out from an academy needs no question and ends every session', async () => {
  const browser = new Browser(running.issuer);
  const [spring, kube] = [new Academy(running), new Academy(running, 'kube')];
  const first = await signInAs(browser, spring);
  const second = await signInAs(browser, kube);
  const home = running.originOf('spring');
  const logout = `${running.issuer}oauth2/v1/logout?${new URLSearchParams({ client_id: spring.clientId, post_logout_redirect_uri: home })}`;
  const page = await browser.open(logout, { headers: { referer: `${home}/` } });
  expect(page.text).toContain('sign-out.js');
  const back = await browser.submit(page, { logout: 'yes' });
  expect(new URL(back.url).origin).toBe(home);
  expect((await spring.refresh(first.tokens.refresh_token)).status).toBe(400);
  expect((await kube.refresh(second.tokens.refresh_token)).status).toBe(400);
  const grantId = String(decodeJwt(String(second.tokens.access_token)).grant_id);
  expect(await running.identity.grantIsLive(grantId)).toBe(false);
  expect((await browser.open(spring.authorizeUrl())).text).toContain('Log in to Spring Academy');
});

test('the application can end a grant itself', async () => {
  const academy = new Academy(running);
  const { tokens } = await signInAs(new Browser(running.issuer), academy);
  const grantId = String(decodeJwt(String(tokens.access_token)).grant_id);
  expect(await running.identity.grantIsLive(grantId)).toBe(true);
  await running.identity.endGrant(grantId);
  expect(await running.identity.grantIsLive(grantId)).toBe(false);
  expect((await academy.refresh(tokens.refresh_token)).status).toBe(400);
});

test('another person can sign in over an existing session, which ends', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running);
  const lena = await signInAs(browser, academy);
  const page = await browser.open(academy.authorizeUrl({ prompt: 'create' }));
  const between = await registerAs(running, browser, page, {
    firstName: 'Olga',
    lastName: 'Olsen',
    email: 'olga@example.org',
    password: 'a quiet evening',
  });
  const back = await browser.submit(between, {});
  const { body } = await academy.exchange(back.url);
  expect(decodeJwt(String(body.access_token)).email).toBe('olga@example.org');
  expect((await academy.refresh(lena.tokens.refresh_token)).status).toBe(400);
});

test('a session whose account was deleted sees the sign-in page', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running);
  const gone = { email: 'gone@example.org', firstName: 'Gus', lastName: 'Gone', password: 'soon to be gone' };
  await running.identity.createAccount(gone);
  const { tokens } = await signInAs(browser, academy, gone);
  await database.pool.query('delete from account where email = $1', [gone.email]);
  expect((await academy.refresh(tokens.refresh_token)).status).toBe(400);
  const page = await browser.open(academy.authorizeUrl());
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Log in to Spring Academy') });
  const between = await browser.submit(page, { email: LENA.email, password: LENA.password });
  const back = await browser.submit(between, {});
  expect((await academy.exchange(back.url)).status).toBe(200);
});

test('a revoked refresh token is refused', async () => {
  const academy = new Academy(running);
  const { tokens } = await signInAs(new Browser(running.issuer), academy);
  const answer = await fetch(`${running.issuer}oauth2/v1/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: academy.clientId, token: String(tokens.refresh_token) }),
  });
  expect(answer.status).toBe(200);
  expect((await academy.refresh(tokens.refresh_token)).status).toBe(400);
});
