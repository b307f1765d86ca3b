import { viewAsTexts } from '@academy/web/features/view-as/view-as-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { directivesOf } from './support/document-headers.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessibleToo, heading, open, profileMenu, signIn, signOut } from './support/steps.ts';
import { TagManager } from './support/tag-manager.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const manager = new TagManager();
test.beforeAll(async () => {
  await manager.open();
  academy.env = {
    ACADEMY_ANALYTICS_CONTAINERS: 'spring=SPRING-1,kube=KUBE-1',
    ACADEMY_ANALYTICS_ENVIRONMENTS: 'local',
    ACADEMY_ANALYTICS_SCRIPT: `${manager.origin}/gtm.js`,
  };
});
const academy = useAcademy();
test.afterAll(() => manager.close());
test.beforeEach(() => {
  manager.fetched.length = 0;
  manager.heard.length = 0;
});

const frame = (page: Page) => page.locator('iframe[title="Analytics"]');
const header = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const choice = (page: Page) =>
  page.getByRole('contentinfo').getByRole('checkbox', { name: /count which public pages/ });
const paths = () => manager.pages().map(([address]) => new URL(address).pathname);
const framesOf = (policy: string | undefined) => directivesOf(policy ?? '').get('frame-src') ?? [];

// Shows clauses#page-views
test('the container gets addresses and titles of pages, and reaches nothing else', async ({ page }) => {
  const { course, lesson } = SAMPLES.spring;
  const at = (path: string) => academy.url('spring', path);
  await open(page, at('/courses?level=beginner#top'));
  await expect(frame(page)).toBeAttached();
  await expect.poll(() => manager.pages()).toEqual([[at('/courses'), 'Courses - Spring Academy']]);
  expect(manager.fetched).toEqual(['SPRING-1']);
  // A request of its own, so it may arrive after the page view.
  await expect
    .poll(() => manager.heard.find(({ event }) => event === 'probe'))
    .toMatchObject({
      ...{ event: 'probe', origin: 'null', referer: '' },
      ...{ storage: 'SecurityError', cookies: 'SecurityError', page: 'SecurityError' },
    });

  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  await header(page, peopleTexts.courses).click();
  await expect(heading(page, 'COURSES')).toBeFocused();
  // A filter does not count as another page.
  await page.getByRole('checkbox', { name: /^Beginner/ }).click();
  await expect(page).toHaveURL(/level=beginner/);
  await page.getByRole('main').getByRole('link', { name: course.title }).first().click();
  await expect(heading(page, course.title)).toBeFocused();
  await expect
    .poll(() => manager.pages().slice(1))
    .toEqual([
      [at('/instructors'), 'Instructors - Spring Academy'],
      [at('/courses'), 'Courses - Spring Academy'],
      [at(`/courses/${course.slug}`), `${course.title} - Spring Academy`],
    ]);
  await expectAccessibleToo(page);

  // One frame for all pages of a document; another document has its own.
  expect(manager.fetched).toHaveLength(1);
  await open(page, at(`/courses/${course.slug}/lessons/${lesson.slug}`));
  await expect.poll(() => paths().at(-1)).toBe(`/courses/${course.slug}/lessons/${lesson.slug}`);
  await open(page, academy.url('kube', '/guides'));
  await expect.poll(() => manager.fetched).toEqual(['SPRING-1', 'SPRING-1', 'KUBE-1']);
});

// Shows security#no-other-hosts
test('the container hears nothing of sign-in, account, search, administration or persons', async ({ page }) => {
  const admin = academy.person('admin');
  const policies = new Map<string, string | undefined>();
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (response.request().isNavigationRequest() && origin === academy.origin('spring'))
      policies.set(pathname, response.headers()['content-security-policy']);
  });
  await open(page, academy.url('spring', '/guides'));
  await expect.poll(paths).toEqual(['/guides']);
  await signIn(page, admin);
  await expect(page).toHaveURL(academy.url('spring', '/guides'));
  // The page after the log-in is a new document, so it is counted again.
  await expect.poll(paths).toEqual(['/guides', '/guides']);

  await profileMenu(page, admin).click();
  await page.getByRole('menuitem', { name: shellTexts.emails }).click();
  await expect(heading(page, shellTexts.emails)).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  for (const path of ['/admin', '/admin/users', '/account', '/email', '/search?q=secret', '/auth', '/contact']) {
    await open(page, academy.url('spring', path));
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible();
    await expect(frame(page), path).toHaveCount(0);
  }
  await open(page, academy.url('spring', '/instructors'));
  await expect.poll(paths).toEqual(['/guides', '/guides', '/instructors']);
  for (const [path, policy] of policies)
    expect(framesOf(policy).includes("'self'"), path).toBe(['/guides', '/instructors'].includes(path));
  expect([...policies.keys()]).toEqual(expect.arrayContaining(['/login/callback', '/admin', '/account', '/email']));
  const received = JSON.stringify(manager.heard);
  for (const secret of [admin.email, admin.firstName, 'secret', 'code=']) expect(received).not.toContain(secret);
});

// Shows clauses#page-views
test('people who opt out by browser or switch are not counted', async ({ page, newDevice }) => {
  for (const name of ['globalPrivacyControl', 'doNotTrack'] as const) {
    const shy = await newDevice();
    const value = name === 'doNotTrack' ? '1' : true;
    await shy.addInitScript(([key, said]) => Object.defineProperty(navigator, key, { value: said }), [
      name,
      value,
    ] as const);
    await open(shy, academy.url('spring', '/courses'));
    await expect(shy.getByText('Your browser asks not to be counted')).toBeVisible();
    await expect(frame(shy)).toHaveCount(0);
  }

  await open(page, academy.url('spring', '/guides'));
  await expect.poll(paths).toEqual(['/guides']);
  await expect(choice(page)).toBeChecked();
  await choice(page).uncheck();
  await expect(frame(page)).toHaveCount(0);
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  const learner = academy.person('learner');
  await signIn(page, learner);
  await expect(choice(page)).not.toBeChecked();

  await open(page, academy.url('spring', '/account'));
  const privacy = page.getByRole('region', { name: accountTexts.privacy });
  const own = privacy.getByRole('switch', { name: accountTexts.countPages });
  await expect(own).not.toBeChecked();
  await expectAccessibleToo(page);
  await signOut(page, learner);
  await expect(choice(page)).not.toBeChecked();
  await expect(frame(page)).toHaveCount(0);

  await choice(page).check();
  await expect.poll(paths).toEqual(['/guides', '/']);
  await expectAccessibleToo(page);
});

// Shows security#no-other-hosts
test('an academy without a container loads nothing and offers no opt-out', async ({ page }) => {
  await open(page, academy.url('tanzu', '/courses'));
  await expect(choice(page)).toHaveCount(0);
  await expect(frame(page)).toHaveCount(0);
  const { headers } = await academy.get('tanzu', '/courses');
  expect(framesOf(String(headers['content-security-policy'])).includes("'self'")).toBe(false);
  expect((await academy.get('tanzu', '/analytics-frame')).status).toBe(404);
  expect(manager.fetched).toEqual([]);
});

longTest('pages that an administrator opens during impersonation are not counted', async ({ page, newDevice }) => {
  const [admin, learner] = [academy.person('admin'), await academy.newPerson()];
  const theirs = await newDevice();
  // The learner is known to the academies from now on; tanzu has no container.
  await openAs(theirs, academy.url('tanzu', '/contact'), learner);

  await openAs(page, academy.url('spring', `/admin/users?q=${encodeURIComponent(learner.email)}`), admin);
  await page.getByRole('link', { name: `Open ${learner.firstName} ${learner.lastName}` }).click();
  await page.getByRole('button', { name: peopleTexts.viewAs }).click();
  await page.getByRole('dialog').getByRole('button', { name: peopleTexts.viewAs }).click();
  await expect(page.getByRole('complementary', { name: viewAsTexts.viewAs })).toBeVisible();
  await open(page, academy.url('spring', '/courses'));
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  await expect(frame(page)).toHaveCount(0);

  // Only the other person's view is counted.
  await open(theirs, academy.url('spring', '/paths'));
  await expect.poll(paths).toEqual(['/paths']);
});
