import { listTexts } from '@academy/web/features/lists/list-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { progressTexts } from '@academy/web/overlay/progress-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { USUAL_TENANTS } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { enterPassword, expectAccessibleToo, expectNoSidewaysScroll, expectSignedIn, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const { course, guide, learningPath, lesson } = SAMPLES.spring;
const COURSE = `/courses/${course.slug}`;

const add = (page: Page, title: string) => page.getByRole('button', { name: `Add ${title} to favorites`, exact: true });
const remove = (page: Page, title: string) =>
  page.getByRole('button', { name: `Remove ${title} from favorites`, exact: true });

const saved = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());

test('a favorite is the same on every screen, tab and reload', async ({ page, context }) => {
  const learner = await academy.newPerson();
  await openAs(page, academy.url('spring', '/courses'), learner);
  const other = await context.newPage();
  await open(other, academy.url('spring', COURSE));
  await expect(add(other, course.title)).toBeVisible();

  const answered = saved(page);
  await add(page, course.title).click();
  await expect(remove(page, course.title)).toBeVisible();
  await answered;
  await expect(remove(other, course.title)).toBeVisible();
  await page.getByRole('link', { name: course.title, exact: true }).click();
  await expect(remove(page, course.title)).toBeVisible();
  await open(page, academy.url('spring'));
  await expect(page.getByRole('heading', { name: course.title }).first()).toBeVisible();
  await open(page, academy.url('spring', COURSE));
  await expect(remove(page, course.title)).toBeVisible();
  await expectAccessibleToo(page);
});

longTest('lessons, guides and learning paths become favorites, by keyboard too', async ({ page }) => {
  const learner = await academy.newPerson();
  const screens = [
    [`${COURSE}/lessons/${lesson.slug}`, lesson.title],
    [`/guides/${guide.slug}`, guide.title],
    ['/guides', guide.title],
    [`/paths/${learningPath.slug}`, learningPath.title],
    ['/paths', learningPath.title],
  ] as const;
  await openAs(page, academy.url('spring', '/courses'), learner);
  for (const [path, title] of screens) {
    await open(page, academy.url('spring', path));
    // Hearts are hydrated last, when everything else has loaded.
    await page.waitForLoadState('networkidle');
    const before = add(page, title).or(remove(page, title));
    await before.focus();
    const wasOn = path === '/guides' || path === '/paths';
    if (wasOn) await expect(remove(page, title)).toBeVisible();
    const answered = saved(page);
    await page.keyboard.press('Enter');
    await expect(wasOn ? add(page, title) : remove(page, title)).toBeFocused();
    await answered;
    await expectNoSidewaysScroll(page, [320, 1280]);
  }
});

longTest('a learner adds favorites of every kind on a phone', async ({ newDevice }) => {
  const page = await newDevice({ viewport: PHONE, hasTouch: true, isMobile: true });
  const learner = await academy.newPerson();
  for (const tenant of USUAL_TENANTS) {
    const sample = SAMPLES[tenant];
    const course = `/courses/${sample.course.slug}`;
    await openAs(page, academy.url(tenant, course), learner);
    for (const [path, title] of [
      [course, sample.course.title],
      [`${course}/lessons/${sample.lesson.slug}`, sample.lesson.title],
      [`/guides/${sample.guide.slug}`, sample.guide.title],
      [`/paths/${sample.learningPath.slug}`, sample.learningPath.title],
    ] as const) {
      if (path !== course) await open(page, academy.url(tenant, path));
      const answered = saved(page);
      await add(page, title).tap();
      await answered;
    }
    await open(page, academy.url(tenant));
    const favorites = page.getByRole('region', { name: shellTexts.favorites });
    for (const [tab, title] of [
      ['Courses 1', sample.course.title],
      ['Lessons 1', sample.lesson.title],
      ['Guides 1', sample.guide.title],
      ['Learning paths 1', sample.learningPath.title],
    ] as const) {
      await favorites.getByRole('tab', { name: tab }).tap();
      await expect(favorites.getByRole('link', { name: title })).toBeVisible();
    }
  }
});

// Shows clauses#failures-without-a-message
test('a favorite that the server refuses is undone, and its number too', async ({ page, allow }) => {
  allow(/status of 503/, /server error 503/);
  await openAs(page, academy.url('spring', '/guides'), await academy.newPerson());
  await expect(page).toHaveURL(academy.url('spring', '/guides'));
  // Messages close by themselves, and their code loads late: their texts are recorded.
  const said = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const { textContent } of addedNodes) if (textContent?.includes('Your favorite')) texts.push(textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  const number = (count: number) => page.getByRole('checkbox', { name: new RegExp(`^Favorites\\s*${count}$`) });
  for (const [list, title, reported] of [
    [dashboardTexts.guideTab, guide.title, 0],
    [feedbackListTexts.courses, course.title, 1],
    [routeTexts.learningPath, learningPath.title, 2],
  ] as const) {
    await page
      .getByRole('navigation', { name: shellTexts.mainNavigation })
      .getByRole('link', { name: list, exact: true })
      .click();
    let refuse: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      refuse = done;
    });
    await page.route('**/api/v1/favorite', async (route) => {
      await held;
      await route.fulfill({ status: 503, body: '' });
    });
    await expect(number(0)).toBeVisible();
    await add(page, title).click();
    await expect(remove(page, title)).toBeVisible();
    await expect(number(1)).toBeVisible();
    refuse();
    await expect(add(page, title)).toBeVisible();
    await expect(number(0)).toBeVisible();
    await expect.poll(() => said.evaluate((texts) => texts.length)).toBe(reported);
    await expect(page.getByText(listTexts.loading, { exact: true })).toHaveCount(0);
    await page.unroute('**/api/v1/favorite');
  }
});

longTest('a failed favorite is undone and reported; the last press wins', async ({ page, context, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  const learner = await academy.newPerson();
  await openAs(page, academy.url('spring', '/courses'), learner);
  await expect(add(page, course.title)).toBeVisible();
  const first = saved(page);
  await add(page, course.title).click();
  await first;
  await context.setOffline(true);
  await remove(page, course.title).click();
  await expect(page.getByText('Your favorite could not be removed.')).toBeVisible();
  await expect(remove(page, course.title)).toBeVisible();
  await context.setOffline(false);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/favorite')) sent.push(request.postDataJSON().operationType);
  });
  const favorite = add(page, course.title).or(remove(page, course.title));
  for (let press = 0; press < 5; press += 1) await favorite.click();
  await expect(add(page, course.title)).toBeVisible();
  await expect.poll(() => sent.at(-1)).toBe('remove');
  await open(page, academy.url('spring', COURSE));
  await expect(add(page, course.title)).toBeVisible();
});

test('a visitor who presses a heart has the favorite after logging in', async ({ page }) => {
  const learner = await academy.newPerson();
  await open(page, academy.url('spring', COURSE));
  await add(page, course.title).click();
  await page.getByRole('textbox', { name: peopleTexts.email }).fill(learner.email);
  await page.getByRole('button', { name: dashboardTexts.resume }).click();
  await enterPassword(page, learner);
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', COURSE));
  await expect(page.getByText(progressTexts.favoriteAdded)).toBeVisible();
  await expect(remove(page, course.title)).toBeVisible();
});

longTest('a heart can be pressed as soon as the page is hydrated', async ({ page }) => {
  await openAs(page, academy.url('spring', COURSE), await academy.newPerson());
  let release = () => {};
  const gate = new Promise<void>((go) => {
    release = go;
  });
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.fallback();
  });
  await page.goto(academy.url('spring', COURSE), { waitUntil: 'commit' });
  await expect(add(page, course.title)).toBeDisabled();
  release();
  const saved = page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());
  await add(page, course.title).click();
  await saved;
  await expect(remove(page, course.title)).toBeVisible();
});
