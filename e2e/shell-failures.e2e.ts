import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { navigationTexts } from '@academy/web/navigation/navigation-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page, Route } from '@playwright/test';
import { ROOT } from './support/process.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, heading, hydrated, open, passTime } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const BROKEN = /ScreenLoadError|CallError|Network Error/;
const LOST = [
  BROKEN,
  /Failed to (load|fetch)|dynamically imported|ERR_|status of 404/i,
  /^request failed: .*\/assets\//,
];
const AWAY = [BROKEN, /Failed to (load|fetch)|ERR_/i, /^request failed/];
const FALLBACK = /^Something went wrong: ".+"\. Please refresh or login to another window\.$/;

const header = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const messages = (page: Page) => page.getByRole('region', { name: uiTexts.messages });

/** Counts loaded documents from now on. */
function documents(page: Page): () => number {
  let loaded = 0;
  page.on('load', () => {
    loaded += 1;
  });
  return () => loaded;
}

/** A deployment: files that a page of the old version has not fetched yet are gone. */
async function deployNewEdition(page: Page): Promise<void> {
  let oldPage = true;
  await page.route('**/*', async (route: Route) => {
    const request = route.request();
    if (request.isNavigationRequest()) oldPage = false;
    if (oldPage && /\/assets\/[^/]+\.(js|css)$/.test(request.url())) await route.fulfill({ status: 404, body: '' });
    else await route.fallback();
  });
}

test('a page whose files all arrive is loaded once, without a notice', async ({ page }) => {
  const loaded = documents(page);
  await open(page, academy.url('spring', '/courses'));
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(loaded()).toBe(1);
  await expect(page.locator('#incomplete')).toBeHidden();
});

test('after a deployment, a click costs one reload and keeps the history', async ({ page, allow }) => {
  allow(...LOST);
  await open(page, academy.url('spring', '/courses'));
  await header(page, routeTexts.home).click();
  await expect(page).toHaveTitle('Home - Spring Academy');
  await deployNewEdition(page);
  const loaded = documents(page);
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  await expect(page).toHaveURL(academy.url('spring', '/instructors'));
  await expect.poll(loaded).toBe(1);
  // Before hydration, links load documents.
  await hydrated(page);
  await header(page, routeTexts.learningPath).click();
  await expect(heading(page, 'LEARNING PATHS')).toBeVisible();
  expect(loaded()).toBe(1);
  for (const title of [routeTexts.instructors, routeTexts.home, routeTexts.courses]) {
    await page.goBack();
    await expect(page).toHaveTitle(`${title} - Spring Academy`);
  }
});

longTest('after a second deployment, the page shows an error and Refresh button', async ({ page, allow }) => {
  allow(...LOST);
  await open(page, academy.url('kube'));
  await page.evaluate(() => sessionStorage.setItem('reloaded', '1'));
  await deployNewEdition(page);
  const loaded = documents(page);
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, FALLBACK)).toBeFocused();
  await expect(page).toHaveTitle('Instructors - Kube Academy');
  expect(loaded()).toBe(0);
  await page.getByRole('button', { name: shellTexts.refresh }).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
});

longTest('offline, a screen is not reloaded, and opens once online', async ({ page, context, allow }) => {
  allow(...AWAY, /INTERNET_DISCONNECTED/);
  await open(page, academy.url('spring'));
  const loaded = documents(page);
  await context.setOffline(true);
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, FALLBACK)).toBeVisible();
  await expect(page).toHaveURL(academy.url('spring', '/instructors'));
  await context.setOffline(false);
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  expect(loaded()).toBe(0);
});

longTest('the greeting keeps the focus while the dashboard loads', async ({ page }) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'web/dist/client/.vite/manifest.json'), 'utf8'));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${manifest['src/screens/home/dashboard.tsx'].file}`, async (route) => {
    await held;
    await route.fallback();
  });
  await openAs(page, academy.url('spring', '/courses'), academy.person('learner'));
  await header(page, routeTexts.home).click();
  await expect(page).toHaveTitle('Home - Spring Academy');
  const greeting = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(greeting).toBeFocused();
  await page.mouse.wheel(0, 40);
  await page.keyboard.press('ArrowDown');
  release();
  await expect(page.getByRole('heading', { name: shellTexts.favorites, exact: true })).toBeVisible();
  await expect(greeting).toBeFocused();
});

test('a page with typed text offers a reload instead of reloading', async ({ page, allow }) => {
  allow(...LOST);
  await open(page, academy.url('spring', '/courses'));
  await header(page, routeTexts.home).click();
  await expect(page).toHaveTitle('Home - Spring Academy');
  await page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
  const field = page.getByRole('textbox', { name: peopleTexts.email });
  await field.fill('somebody@example.org');
  await deployNewEdition(page);
  const loaded = documents(page);
  await header(page, routeTexts.instructors).click();
  await expect(messages(page)).toContainText(navigationTexts.notLoaded);
  await expect(field).toHaveValue('somebody@example.org');
  await expect(page).toHaveURL(academy.url('spring', '/auth'));
  expect(loaded()).toBe(0);
  await messages(page).getByRole('link', { name: navigationTexts.reload }).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  await expect(page).toHaveURL(academy.url('spring', '/instructors'));
});

test('a lazy component that cannot be loaded opens when it can', async ({ page, context, allow }) => {
  allow(...AWAY, /INTERNET_DISCONNECTED/);
  await open(page, academy.url('tanzu', '/courses'));
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('button', { name: profileTexts.giveFeedback }).click();
  await expect(messages(page)).toContainText('Network Error');
  await expect(heading(page, 'COURSES')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: profileTexts.giveFeedback })).toBeVisible();
});

longTest('a page works without its lazy components, which load later', async ({ page, allow }) => {
  allow(...LOST);
  const eager = new Set<string>();
  for (const path of ['/courses', '/instructors']) {
    const { text } = await academy.get('spring', path);
    for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) eager.add(file);
  }
  let isLost = true;
  await page.route('**/assets/*.js', (route) => {
    const { pathname } = new URL(route.request().url());
    return isLost && !eager.has(pathname) ? route.abort() : route.fallback();
  });
  await open(page, academy.url('spring', '/courses'));
  const loaded = documents(page);
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  await page.getByRole('contentinfo').getByRole('button', { name: profileTexts.giveFeedback }).click();
  await expect(messages(page)).toContainText('Network Error');
  expect(loaded(), 'links are followed within the page').toBe(0);

  isLost = false;
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog', { name: profileTexts.giveFeedback })).toBeVisible();
});

longTest('while the server is away, a click shows a retryable error', async ({ page, allow }) => {
  allow(...AWAY);
  await page.clock.install();
  await open(page, academy.url('kube'));
  await header(page, routeTexts.courses).click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await header(page, routeTexts.home).click();
  await expect(page).toHaveTitle('Home - Kube Academy');
  let away = true;
  await page.route('**/api/v1/**', (route) => (away ? route.abort() : route.fallback()));
  for (const [name, path] of [
    [routeTexts.learningPath, '/paths'],
    [routeTexts.instructors, '/instructors'],
    [routeTexts.learningPath, '/paths'],
  ] as const) {
    await header(page, name).click();
    await expect(page).toHaveURL(academy.url('kube', path));
    await passTime(page, heading(page, FALLBACK));
    await expect(heading(page, FALLBACK)).toBeFocused();
  }
  await expect(messages(page).getByText('Network Error')).toHaveCount(1);
  // Cached data is still shown.
  await header(page, routeTexts.courses).click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await page.goBack();
  await expect(heading(page, FALLBACK)).toBeVisible();
  await expectAccessible(page);
  const askedAgain = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: shellTexts.tryAgain }).click();
  await askedAgain;
  await passTime(page, heading(page, FALLBACK));
  await expect(heading(page, FALLBACK)).toBeFocused();
  away = false;
  await page.getByRole('button', { name: shellTexts.tryAgain }).click();
  await expect(heading(page, 'LEARNING PATHS')).toBeFocused();
  away = true;
  await header(page, routeTexts.instructors).click();
  await passTime(page, heading(page, FALLBACK));
  away = false;
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
});

longTest('a list whose connection breaks is requested again, with a message', async ({ page, allow }) => {
  allow(...AWAY);
  await open(page, academy.url('spring'));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let lost = 0;
  await page.route('**/api/v1/paths/list**', async (route) => {
    lost += 1;
    if (lost === 1) return route.abort('connectionreset');
    await held;
    await route.fallback();
  });
  await header(page, routeTexts.learningPath).click();
  const message = page.getByText(shellTexts.retrying);
  await expect(message).toBeVisible();
  await expect(heading(page, 'Learn Spring by building things that run')).toBeVisible();
  release();
  await expect(heading(page, 'LEARNING PATHS')).toBeFocused();
  await expect(message).toHaveCount(0);
});

longTest('hovering a link that cannot be loaded shows no message', async ({ page, allow }) => {
  allow(...AWAY, /status of 404/);
  await open(page, academy.url('spring', '/courses'));
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/courses/none', textContent: 'Nowhere' });
    document.querySelector('main')?.append(link);
  });
  const asked = page.waitForResponse((response) => response.status() === 404);
  await page.getByRole('link', { name: 'Nowhere' }).hover();
  await asked;
  await page.route('**/api/v1/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await header(page, routeTexts.instructors).hover();
  await failed;
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  await expect(messages(page)).toBeEmpty();
  await expect(heading(page, 'COURSES')).toBeVisible();
});

longTest('the loading line at the top shows only after a delay', async ({ page }) => {
  await open(page, academy.url('spring'));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/paths/list**', async (route) => {
    await held;
    await route.fallback();
  });
  await header(page, routeTexts.learningPath).click();
  const line = () =>
    page.evaluate(() => {
      const [animation] = document.getAnimations().filter(({ effect }) => {
        const target = (effect as KeyframeEffect).target;
        return target?.parentElement?.id === 'root' && target.getBoundingClientRect().height === 2;
      });
      return animation === undefined ? null : Number(animation.effect?.getTiming().delay);
    });
  await expect.poll(line).toBe(150);
  // The previous screen is still shown.
  await expect(heading(page, 'Learn Spring by building things that run')).toBeVisible();
  release();
  await expect(heading(page, 'LEARNING PATHS')).toBeFocused();
  expect(await line()).toBeNull();
});

longTest('a search whose file does not load opens once it does', async ({ page, allow }) => {
  allow(...LOST);
  await open(page, academy.url('spring', '/courses'));
  await page.waitForLoadState('networkidle');
  const aborted: string[] = [];
  await page.route('**/assets/*', (route) => {
    aborted.push(route.request().url());
    return route.abort();
  });
  await page.keyboard.press('/');
  await expect.poll(() => aborted, 'the key opens the search, whose file is requested').not.toHaveLength(0);
  await page.getByRole('banner').getByRole('button', { name: shellTexts.colors }).click();
  await expect(page.getByRole('menuitemradio', { name: shellTexts.dark })).toBeVisible();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await page.unroute('**/assets/*');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog', { name: shellTexts.search })).toBeVisible();
});
