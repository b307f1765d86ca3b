import { confirmationTexts } from '@academy/identity/pages/confirmation-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { signInTexts } from '@academy/web/screens/sign-in/sign-in-texts';
import { signOutTexts } from '@academy/web/screens/sign-in/sign-out-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { BrowserContext, Page } from '@playwright/test';
import type { Person } from './support/academy.ts';
import {
  completeLesson,
  enterPassword,
  expectAccessible,
  expectSignedIn,
  expectSignedOut,
  heading,
  hydrated,
  open,
  profileMenu,
  signIn,
  stored,
} from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** Goes from the header to the provider's page, and types the e-mail address on the way. */
async function toProvider(page: Page, person: Person): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(person.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
}

/** Like a browser that refuses cookies and site data. */
const blockStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    const denied = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: denied });
    LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  });

/** Like a browser whose disk is full. */
const fillStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });

for (const [name, make] of [
  ['blocked', blockStorage],
  ['full', fillStorage],
] as const) {
  (name === 'blocked' ? test : longTest)(
    `${name} storage breaks no public screen, and log-in reports the reason`,
    async ({ page, context, allow }) => {
      allow(/Signing in failed/);
      await make(context);
      for (const path of ['/', '/courses', '/guides', '/paths', '/instructors', '/terms']) {
        await open(page, academy.url('spring', path));
        await expectSignedOut(page);
      }
      await page.getByRole('button', { name: shellTexts.colors }).click();
      await page.getByRole('menuitemradio', { name: shellTexts.dark }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await toProvider(page, academy.person('learner'));
      await expect(page.getByText('Your browser does not let this site store data')).toBeVisible();
      await expect(page).toHaveURL(academy.url('spring', '/auth'));
      await page.goto(academy.url('spring', '/login/callback?code=x&state=y'));
      await expect(heading(page, signInTexts.problemTitle)).toBeVisible();
      await page.goto(academy.url('spring', '/email'));
      await expect(page).toHaveURL(academy.url('spring', '/auth'));
    },
  );
}

longTest('storage that gets full during log-in keeps the session for the page', async ({ page, context }) => {
  const learner = academy.person('learner');
  await open(page, academy.url('spring', '/courses'));
  await toProvider(page, learner);
  await expect(page.getByLabel(confirmationTexts.password)).toBeVisible();
  await fillStorage(context);
  await enterPassword(page, learner);
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
});

longTest('two log-ins started in two tabs both end at their pages', async ({ page, context, allow }) => {
  allow(/Signing in is started once more/);
  const learner = academy.person('learner');
  const other = await context.newPage();
  await open(page, academy.url('spring', '/courses'));
  await open(other, academy.url('spring', '/instructors'));
  await toProvider(page, learner);
  await expect(page.getByLabel(confirmationTexts.password)).toBeVisible();
  await toProvider(other, learner);
  await expect(other.getByLabel(confirmationTexts.password)).toBeVisible();
  // The second tab has replaced the verifier of the first.
  await enterPassword(page, learner);
  await expectSignedIn(page, learner);
  await enterPassword(other, learner);
  await expectSignedIn(other, learner);
  for (const tab of [page, other]) {
    await tab.reload();
    await expectSignedIn(tab, learner);
  }
});

// Shows security#pkce
test('the code leaves the address before any file is requested', async ({ page, context, allow }) => {
  allow(/ERR_CONNECTION_RESET/);
  const learner = academy.person('learner');
  const leaks: string[] = [];
  context.on('request', (request) => {
    if (request.isNavigationRequest()) return;
    for (const [name, value] of Object.entries(request.headers()))
      if (/code=/.test(value)) leaks.push(`${name} of ${request.url()}`);
    if (/[?&]code=/.test(request.url())) leaks.push(request.url());
  });
  await open(page, academy.url('spring', '/courses'));
  await toProvider(page, learner);
  // The scripts do not load at first, as on a bad connection.
  let held = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) held = /\/login\/callback\?/.test(request.url());
  });
  await context.route('**/assets/*.js', (route) => (held ? route.abort('connectionreset') : route.continue()));
  const failed = page.waitForEvent('requestfailed');
  await page.getByLabel(confirmationTexts.password).fill(learner.password);
  await page.getByRole('button', { name: shellTexts.logInAgain, exact: true }).click();
  await failed;
  // Waits until all scripts have failed: a late one would start with the code.
  await page.waitForLoadState();
  await expect(page).toHaveURL(academy.url('spring', '/login/callback'));
  await page.reload();
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  expect(leaks).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(history.state) ?? '')).not.toContain('code');
});

longTest('a callback without a code does not sign out a learner', async ({ page, allow }) => {
  allow(/Signing in failed/);
  const learner = academy.person('learner');
  await open(page, academy.url('spring'));
  await signIn(page, learner);
  for (const query of ['', '?error=access_denied', '?code=foreign&state=foreign']) {
    await page.goto(academy.url('spring', `/login/callback${query}`));
    await expect(page).toHaveURL(academy.url('spring'));
    await expectSignedIn(page, learner);
  }
});

longTest('a learner must confirm an account other than the one typed', async ({ page, context }) => {
  const learner = academy.person('learner');
  // Like another provider that has a session and ignores the address.
  await context.route('**/oauth2/v1/token', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { id_token: string };
    const [head = '', payload = '', signature = ''] = reply.id_token.split('.');
    const { grant_id: _ours, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = JSON.stringify({ ...claims, email: 'somebody.else@example.org' });
    const idToken = [head, Buffer.from(other).toString('base64url'), signature].join('.');
    await route.fulfill({ response, json: { ...reply, id_token: idToken } });
  });
  await open(page, academy.url('spring', '/courses'));
  await toProvider(page, learner);
  await enterPassword(page, learner);
  await expect(heading(page, signInTexts.otherAccount)).toBeVisible();
  await expect(page.getByText('You are logged in as somebody.else@example.org')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue as somebody.else@example.org' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await page.getByRole('button', { name: signInTexts.useOther }).click();
  await context.unroute('**/oauth2/v1/token');
  await page.getByRole('textbox', { name: confirmationTexts.email }).fill(learner.email);
  await enterPassword(page, learner);
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
});

longTest('a foreign answer does not spoil a log-in that is under way', async ({ page, context, allow }) => {
  allow(/Signing in failed/);
  const learner = academy.person('learner');
  await open(page, academy.url('spring', '/courses'));
  await toProvider(page, learner);
  await expect(page.getByLabel(confirmationTexts.password)).toBeVisible();
  const other = await context.newPage();
  await other.goto(academy.url('spring', '/login/callback?code=foreign&state=foreign'));
  await expect(heading(other, signInTexts.problemTitle)).toBeVisible();
  await enterPassword(page, learner);
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
});

test('logging out asks before unsent progress is lost', async ({ page, context, allow }) => {
  allow(/net::ERR_FAILED/);
  const learner = await academy.newPerson();
  const course = '/courses/write-your-first-course';
  await open(page, academy.url('spring', `${course}/lessons/what-you-will-make`));
  await signIn(page, learner);
  await hydrated(page);
  await completeLesson(page);
  await open(page, academy.url('spring', `${course}/lessons/folders-and-order`));
  await expectSignedIn(page, learner);
  await context.route('**/api/v1/**', (route) =>
    /progress|mark-complete/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: lessonTexts.markComplete }).click();
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();

  const logOut = async () => {
    await profileMenu(page, learner).click();
    await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  };
  const question = page.getByRole('dialog', { name: signOutTexts.notSaved });
  await logOut();
  await expect(question).toContainText('not sent yet');
  await expect(question.getByRole('button', { name: signOutTexts.stay })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(academy.url('spring'));
  await expectSignedIn(page, learner);
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('unsent-progress')))).toBe(
    true,
  );
  await logOut();
  await question.getByRole('button', { name: 'Log out and discard' }).click();
  await page.waitForURL(academy.url('spring'));
  await expectSignedOut(page);
  expect(await stored(page)).toEqual({});
});

longTest('Back after logging out shows the page as visitors see it', async ({ page }) => {
  const learner = academy.person('learner');
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, learner);
  await page.getByRole('banner').getByRole('link', { name: routeTexts.instructors }).click();
  await expect(heading(page, /instructors/i)).toBeVisible();
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  await page.waitForURL(academy.url('spring'));
  await expectSignedOut(page);
  await page.goBack();
  await expect(page).toHaveURL(academy.url('spring', '/instructors'));
  await expectSignedOut(page);
});

longTest('a tab on the account page goes home when another logs out', async ({ page, context }) => {
  const learner = academy.person('learner');
  await open(page, academy.url('spring'));
  await signIn(page, learner);
  const other = await context.newPage();
  await open(other, academy.url('spring', '/account'));
  await expectSignedIn(other, learner);
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  await page.waitForURL(academy.url('spring'));
  await expect(other).toHaveURL(academy.url('spring'));
  await expectSignedOut(other);
  await expect(heading(other, 'Learn Spring by building things that run')).toBeVisible();
  expect(await stored(other)).toEqual({});
});
