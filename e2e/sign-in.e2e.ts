import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';
import { listTexts } from '@academy/web/features/lists/list-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { signInTexts } from '@academy/web/screens/sign-in/sign-in-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page, Request } from '@playwright/test';
import { ALL, type Person } from './support/academy.ts';
import {
  enterPassword,
  expectSignedIn,
  expectSignedOut,
  heading,
  hydrated,
  open,
  profileMenu,
  signIn,
  stored,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const storedInSession = (page: Page) => page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
const formOf = (request: Request) => new URLSearchParams(request.postData() ?? '');
const isTokenCall = (request: Request) => request.url().endsWith('/oauth2/v1/token') && request.method() === 'POST';

/** Goes from the header to the provider's page, and types the e-mail address on the way. */
async function toProvider(page: Page, person: Person): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(person.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
}

/** A document of the same origin without scripts: nothing else changes the storage meanwhile. */
const toStorage = (page: Page) => page.goto(academy.url('spring', '/favicon.svg'));

/** The status of a refresh with this token, requested as the page would. */
async function refreshWith(page: Page, refreshToken: string, tenant = 'spring'): Promise<number> {
  const form = { client_id: `academy-${tenant}`, grant_type: 'refresh_token', refresh_token: refreshToken };
  const reply = await page.request.post(`http://127.0.0.1:${academy.port}/idp/oauth2/v1/token`, {
    headers: { host: `localhost:${academy.port}`, origin: academy.origin('spring') },
    form,
  });
  return reply.status();
}

// Shows clauses#calls-to-the-identity-provider
test('a learner logs in with code and PKCE and returns', async ({ page, allow }) => {
  allow(/status of 400/);
  const learner = academy.person('learner');
  const wanted = academy.url('spring', '/courses?topic=rest#main');
  await open(page, wanted);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));

  await toProvider(page, learner);
  await expect(heading(page, 'Log in to Spring Academy')).toBeVisible();
  const asked = new URL(requests.find((request) => request.url().includes('/authorize?'))?.url() ?? '').searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: 'academy-spring',
    redirect_uri: academy.url('spring', '/login/callback'),
    response_type: 'code',
    code_challenge_method: 'S256',
    login_hint: learner.email,
  });
  for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name)?.length).toBeGreaterThan(20);
  const { origins } = await page.context().storageState();
  const kept = origins.find(({ origin }) => origin === academy.origin('spring'))?.localStorage ?? [];
  expect(kept.map(({ name }) => name).sort()).toEqual(['code_verifier', 'originUri']);
  expect(kept.find(({ name }) => name === 'originUri')?.value).toBe(wanted);
  const verifier = kept.find(({ name }) => name === 'code_verifier')?.value;

  // While the code is exchanged, a loading indicator fills the screen below the header, even before late styles load.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/oauth2/v1/token', async (route) => {
    await held;
    await route.continue();
  });
  await page.route(academy.url('spring', '/assets/*.css'), async (route) => {
    await held;
    await route.continue();
  });
  await enterPassword(page, learner);
  const indicator = page.getByRole('main').getByRole('status');
  await expect(indicator).toHaveText(listTexts.loading);
  await expect(page).toHaveTitle('Logging in - Spring Academy');
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    const [full, header] = [await indicator.boundingBox(), await page.getByRole('banner').boundingBox()];
    expect((full?.height ?? 0) + (header?.height ?? 0)).toBeCloseTo(size.height, -1);
  }
  release();
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(wanted);
  const exchange = requests.filter(isTokenCall);
  expect(exchange).toHaveLength(1);
  expect(Object.fromEntries(formOf(exchange[0] as Request))).toEqual({
    client_id: 'academy-spring',
    redirect_uri: academy.url('spring', '/login/callback'),
    grant_type: 'authorization_code',
    code_verifier: verifier,
    code: expect.any(String),
  });

  const { accessToken, refreshToken, expiresAt, ...others } = await stored(page);
  expect(accessToken?.split('.')).toHaveLength(3);
  expect(refreshToken?.length).toBeGreaterThan(20);
  const minutes = (Number(expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(5);
  expect(minutes).toBeLessThanOrEqual(10);
  // The verifier and the wanted address are deleted after use; only the provider's own entry remains.
  expect(Object.keys(others)).toEqual(['idp-token-storage']);
  expect(JSON.parse(others['idp-token-storage'] ?? '')).toEqual({
    idToken: { idToken: expect.any(String), expiresAt: Number(expiresAt) },
  });
  expect(await storedInSession(page)).toEqual({});

  // Back opens the provider's expired page, which links to the academy.
  await page.goBack();
  await expect(heading(page, signInPageTexts.expiredTitle)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Back to Spring Academy' }).click();
  await expectSignedIn(page, learner);
});

longTest('a learner sees no administration, and its screens are denied', async ({ page }) => {
  const learner = academy.person('learner');
  await open(page, academy.url('spring'));
  await signIn(page, learner);
  await profileMenu(page, learner).click();
  await expect(page.getByRole('menuitem', { name: shellTexts.emails })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: shellTexts.administration })).toHaveCount(0);
  await page.goto(academy.url('spring', '/admin/users'));
  const denied = page.getByRole('dialog', { name: dialogTexts.accessDenied });
  await expect(denied).toContainText('This feature has been disabled by your administrator.');
  await expect(page).toHaveURL(academy.url('spring'));
});

longTest('a screen for members leads visitors to log in and then opens', async ({ page }) => {
  const learner = academy.person('learner');
  await page.goto(academy.url('spring', '/email'));
  await expect(page).toHaveURL(academy.url('spring', '/auth'));
  await hydrated(page);
  await page.getByRole('textbox', { name: authTexts.email }).fill(learner.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
  await enterPassword(page, learner);
  await expect(page).toHaveURL(academy.url('spring', '/email'));
  await expect(heading(page, shellTexts.emails)).toBeVisible();
});

// Shows security#log-out-empties
test('logging out empties the browser and ends the session everywhere', async ({ page, allow }) => {
  const learner = academy.person('learner');
  await open(page, academy.url('kube'));
  await signIn(page, learner);
  const kube = await stored(page);
  // Another brand asks for no password.
  await open(page, academy.url('spring', '/courses'));
  await expectSignedOut(page);
  await toProvider(page, learner);
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  await page.getByRole('button', { name: shellTexts.colors }).click();
  await page.getByRole('menuitemradio', { name: shellTexts.dark }).click();
  const before = await stored(page);
  await page.evaluate(() => sessionStorage.setItem('left-over', '1'));

  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  const left = page.waitForRequest((request) => request.url().includes('/oauth2/v1/logout?'));
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  expect((await ended).url()).toBe(academy.url('spring', '/api/v1/session'));
  expect((await ended).headers().authorization).toBe(`Bearer ${before.accessToken}`);
  const goodbye = new URL((await left).url()).searchParams;
  expect(goodbye.get('client_id')).toBe('academy-spring');
  expect(goodbye.get('post_logout_redirect_uri')).toBe(academy.origin('spring'));
  await page.waitForURL(academy.url('spring'));
  await expectSignedOut(page);
  expect(await stored(page)).toEqual({ theme: 'dark' });
  expect(await storedInSession(page)).toEqual({});

  expect(await refreshWith(page, before.refreshToken ?? '')).toBe(400);
  expect(await refreshWith(page, kube.refreshToken ?? '', 'kube')).toBe(400);
  // The page has left before the server has answered its DELETE.
  const withToken = { tenantid: 'spring', authorization: `Bearer ${before.accessToken}` };
  const used = () => academy.get('spring', '/api/v1/user/verifyUserAccess', withToken);
  await expect.poll(async () => (await used()).status).toBe(401);

  // The other brand notices with its next call.
  allow(/status of 40[01]/);
  await page.goto(academy.url('kube'));
  await expect.poll(async () => Object.keys(await stored(page))).not.toContain('accessToken');
  await expectSignedOut(page);
  await hydrated(page);
  await toProvider(page, learner);
  await expect(page.getByLabel(signInPageTexts.password)).toBeVisible();
});

longTest('logging out works even when the call of the academy fails', async ({ page, context, allow }) => {
  allow(/net::ERR_FAILED/);
  const learner = academy.person('learner');
  await open(page, academy.url('spring'));
  await signIn(page, learner);
  await context.route('**/api/v1/session', (route) => route.abort());
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  await page.waitForURL(academy.url('spring'));
  await expectSignedOut(page);
  expect(await stored(page)).toEqual({});
});

test('a wrong password is reported; other tabs follow the right one, and logging out', async ({ page, context }) => {
  const learner = academy.person('learner');
  const other = await context.newPage();
  await open(other, academy.url('spring', '/courses'));
  await open(page, academy.url('spring'));
  await toProvider(page, learner);
  await enterPassword(page, { ...learner, password: 'not the right one' });
  await expect(page.getByRole('alert')).toContainText(signInPageTexts.wrong);
  await enterPassword(page, learner);
  await expectSignedIn(page, learner);
  await expectSignedIn(other, learner);
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  await expectSignedOut(other);
});

// Shows clauses#failures-without-a-message
test('a callback with an error or without a code explains itself', async ({ page, allow }) => {
  allow(/Signing in failed/);
  const cases = [
    ['?error=access_denied', signInTexts.cancelled],
    ['', signInTexts['no-code']],
    ['?code=made-up&state=made-up', 'The log-in could not be confirmed.'],
  ] as const;
  for (const [query, text] of cases) {
    await page.goto(academy.url('spring', `/login/callback${query}`));
    await expect(heading(page, signInTexts.problemTitle)).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page).toHaveURL(academy.url('spring', '/login/callback'));
    await expect(page.getByRole('main').getByRole('link', { name: signInTexts.tryAgain })).toHaveAttribute(
      'href',
      '/auth',
    );
    await expect(page.getByRole('main').getByRole('link', { name: signInTexts.home })).toHaveAttribute('href', '/');
  }
  await page.getByRole('main').getByRole('link', { name: signInTexts.tryAgain }).click();
  await expect(heading(page, authTexts.welcome)).toBeVisible();
});

test('an expired session is renewed after a lost refresh, and ends when refused', async ({ page, context, allow }) => {
  allow(/net::ERR_FAILED/, /status of 400/);
  const learner = academy.person('learner');
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, learner);
  let lost = 0;
  await context.route('**/oauth2/v1/token', async (route) => {
    lost += 1;
    if (lost === 1) await route.abort();
    else await route.continue();
  });
  const before = await stored(page);
  await toStorage(page);
  await page.evaluate(() => localStorage.setItem('expiresAt', String(Date.now() - 1000)));
  await open(page, academy.url('spring', '/courses'));
  await page.waitForFunction((token) => localStorage.getItem('accessToken') !== token, before.accessToken);
  await expectSignedIn(page, learner);
  expect(lost).toBe(2);

  await toStorage(page);
  await page.evaluate(() => {
    localStorage.setItem('refreshToken', 'made-up');
    localStorage.setItem('expiresAt', String(Date.now() - 1000));
    localStorage.setItem('originUri', location.href);
  });
  await open(page, academy.url('spring', '/courses'));
  await expect.poll(() => stored(page)).toEqual({});
  await expectSignedOut(page);
});

// Shows security#own-origin
test('an address of another site is not followed after log-in', async ({ page }) => {
  const learner = academy.person('learner');
  // Each form of an address is a case of `origin-address.test.ts`.
  const foreigns = ['//example.com/steal', 'https://example.com/steal', 'javascript:alert(1)'];
  for (const foreign of ALL ? foreigns : foreigns.slice(0, 1)) {
    await open(page, academy.url('spring', '/auth'));
    await page.evaluate((address) => localStorage.setItem('originUri', address), foreign);
    await page.getByRole('textbox', { name: authTexts.email }).fill(learner.email);
    await page.getByRole('button', { name: authTexts.continue }).click();
    await page.waitForURL(/\/interaction\/|\/$/);
    const password = page.getByLabel(signInPageTexts.password);
    await expect(password.or(page.getByRole('button', { name: 'Profile of' }))).toBeVisible();
    if (await password.isVisible()) await enterPassword(page, learner);
    await expectSignedIn(page, learner);
    await expect(page).toHaveURL(academy.url('spring'));
    await toStorage(page);
    await page.evaluate(() => localStorage.clear());
  }
});
