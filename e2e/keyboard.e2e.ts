import { listTexts } from '@academy/web/features/lists/list-texts';
import { shareTexts } from '@academy/web/features/share/share-texts';
import { viewAsTexts } from '@academy/web/features/view-as/view-as-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { walkTo } from './support/keys.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, heading, open, profileMenu } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const banner = (page: Page) => page.getByRole('banner');
const mainNavigation = (page: Page) => page.getByRole('navigation', { name: shellTexts.mainNavigation });
const sidebar = (page: Page) => page.getByRole('navigation', { name: shellTexts.sidebar });
const menuButton = (page: Page) => banner(page).getByRole('button', { name: shellTexts.menu });
const submenuButton = (page: Page) => mainNavigation(page).getByRole('button', { name: 'More in Courses' });

test('every menu of the header is used by the keyboard alone', async ({ page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await open(page, academy.url('kube', '/instructors'));
  const colors = banner(page).getByRole('button', { name: shellTexts.colors });
  for (const stop of [
    page.getByRole('link', { name: shellTexts.skipToContent }),
    menuButton(page),
    banner(page).getByRole('link', { name: 'Kube Academy' }),
    mainNavigation(page).getByRole('link', { name: routeTexts.home }),
    mainNavigation(page).getByRole('link', { name: feedbackListTexts.courses, exact: true }),
    submenuButton(page),
    mainNavigation(page).getByRole('link', { name: routeTexts.learningPath }),
    mainNavigation(page).getByRole('link', { name: routeTexts.instructors }),
    banner(page).getByRole('link', { name: shellTexts.search }),
    colors,
  ]) {
    await press('Tab');
    await expect(stop).toBeFocused();
  }
  await press('Enter');
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await expect(choice(shellTexts.system)).toBeFocused();
  await expectAccessibleToo(page);
  await press(viewAsTexts.end);
  await expect(choice(shellTexts.dark)).toBeFocused();
  await press('l');
  await expect(choice(shellTexts.light)).toBeFocused();
  await press('ArrowDown', 'Enter');
  await expect(choice(shellTexts.dark)).toBeHidden();
  await expect(colors).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');

  await submenuButton(page).focus();
  await press('ArrowDown');
  await expect(mainNavigation(page).getByRole('link', { name: feedbackListTexts.allCourses })).toBeFocused();
  await press('ArrowDown', 'Enter');
  await expect(page).toHaveURL(academy.url('kube', '/courses?level=beginner'));
  await expect(heading(page, 'COURSES')).toBeFocused();

  const person = academy.person('admin');
  await openAs(page, page.url(), person);
  // A loaded screen moves the focus to its title, which must not happen while a menu is open.
  await page.waitForLoadState('networkidle');
  const profile = profileMenu(page, person);
  await profile.focus();
  await press('ArrowDown');
  await expect(item(/^My Account/)).toBeFocused();
  await press('ArrowUp');
  await expect(item(profileTexts.logOut)).toBeFocused();
  await press(routeTexts.home, 'm');
  await expect(item(shellTexts.emails)).toBeFocused();
  await press('Escape');
  await expect(item(profileTexts.logOut)).toBeHidden();
  await expect(profile).toBeFocused();
  await press('Enter');
  await expect(item(/^My Account/)).toBeFocused();
  await press('g', 'Enter');
  const form = page.getByRole('dialog', { name: profileTexts.giveFeedback });
  await expect(form.locator(':focus')).toHaveCount(1);
  await press('Escape');
  await expect(form).toBeHidden();
  await expect(profile).toBeFocused();

  await page.setViewportSize(PHONE);
  await menuButton(page).focus();
  await press('Enter');
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
  await press('Enter');
  const entry = sidebar(page).getByRole('link', { name: routeTexts.instructors });
  for (let tabs = 0; tabs < 15 && !(await entry.evaluate((link) => link === document.activeElement)); tabs += 1)
    await press('Tab');
  await press('Enter');
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  await expect(sidebar(page)).toBeHidden();
});

longTest('sharing a page, and filtering on a phone, take the keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: academy.origin('spring') });
  const { course } = SAMPLES.spring;
  await open(page, academy.url('spring', `/courses/${course.slug}`));
  const share = page.getByRole('button', { name: shareTexts.share, exact: true });
  const way = (name: RegExp) => page.getByRole('menuitem', { name });
  await heading(page, course.title).focus();
  await walkTo(page, share, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(way(/^Facebook/)).toBeFocused();
  await expectAccessible(page);
  for (const [key, name] of [
    ['ArrowDown', /^X/],
    ['l', /^LinkedIn/],
    ['ArrowDown', /^Copy link/],
    ['ArrowDown', /^Facebook/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(way(name)).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(way(/^Facebook/)).toBeHidden();
  await expect(share).toBeFocused();
  for (const key of ['ArrowDown', viewAsTexts.end, 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText(shareTexts.copied)).toBeVisible();
  await expect(share).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    academy.url('spring', `/courses/${course.slug}`),
  );

  await page.setViewportSize(PHONE);
  await open(page, academy.url('spring', '/courses'));
  const filters = page.getByRole('button', { name: /^Filters/ });
  const level = page.getByRole('checkbox', { name: /^Beginner/ });
  await heading(page, 'COURSES').focus();
  // In visual order.
  for (const next of [page.getByRole('searchbox'), page.getByRole('combobox', { name: listTexts.sortBy }), filters]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
  await walkTo(page, level);
  await page.keyboard.press('Space');
  await expect(level).toBeChecked();
  await expect(page).toHaveURL(academy.url('spring', '/courses?level=beginner'));
  await expect(filters).toHaveText('Filters (1)');
  await walkTo(page, filters, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  await expect(level).toBeHidden();
  await expect(filters).toBeFocused();
});
