import type { Page } from '@playwright/test';
import { SAMPLES } from './support/samples.ts';
import {
  enterPassword,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSignedIn,
  open,
  signIn,
} from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
const { course, guide, learningPath, lesson } = SAMPLES.spring;
const COURSE = `/courses/${course.slug}`;

const add = (page: Page, title: string) => page.getByRole('button', { name: `Add ${title} to favorites`, exact: true });
const remove = (page: Page, title: string) =>
  page.getByRole('button', { name: `Remove ${title} from favorites`, exact: true });

const saved = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());

test('a heart is the same on every screen, in another tab, and after a reload', async ({ page, context }) => {
  const learner = await academy.newPerson();
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, learner);
  const other = await context.newPage();
  await open(other, academy.url('spring', COURSE));
  await expect(add(other, course.title)).toBeVisible();

  const answered = saved(page);
  await add(page, course.title).click();
  await expect(remove(page, course.title)).toHaveAttribute('aria-pressed', 'true');
  await answered;
  await expect(remove(other, course.title)).toBeVisible();
  await page.getByRole('link', { name: course.title, exact: true }).click();
  await expect(remove(page, course.title)).toBeVisible();
  await open(page, academy.url('spring'));
  await expect(page.getByRole('heading', { name: course.title }).first()).toBeVisible();
  await open(page, academy.url('spring', COURSE));
  await expect(remove(page, course.title)).toBeVisible();
  await expectAccessible(page);
});

test('lessons, guides and learning paths have hearts, by keyboard too', async ({ page }) => {
  const learner = await academy.newPerson();
  const screens = [
    [`${COURSE}/lessons/${lesson.slug}`, lesson.title],
    [`/guides/${guide.slug}`, guide.title],
    ['/guides', guide.title],
    [`/paths/${learningPath.slug}`, learningPath.title],
    ['/paths', learningPath.title],
  ] as const;
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, learner);
  for (const [path, title] of screens) {
    await open(page, academy.url('spring', path));
    // Hearts answer last of all, when everything that reads needs is here.
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

test('what the server does not take is undone and said; the last of many presses wins', async ({
  page,
  context,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  const learner = await academy.newPerson();
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, learner);
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
  const heart = add(page, course.title).or(remove(page, course.title));
  for (let press = 0; press < 5; press += 1) await heart.click();
  await expect(add(page, course.title)).toBeVisible();
  await expect.poll(() => sent.at(-1)).toBe('remove');
  await open(page, academy.url('spring', COURSE));
  await expect(add(page, course.title)).toBeVisible();
});

test('a visitor logs in and has the heart that was pressed', async ({ page }) => {
  const learner = await academy.newPerson();
  await open(page, academy.url('spring', COURSE));
  await add(page, course.title).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(learner.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterPassword(page, learner);
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', COURSE));
  await expect(page.getByText('Added to your favorites.')).toBeVisible();
  await expect(remove(page, course.title)).toBeVisible();
});
