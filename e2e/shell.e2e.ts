import type { Page } from '@playwright/test';
import { TENANTS } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { screensOf } from './support/screens.ts';
import { expectAccessible, expectNoSidewaysScroll, heading, open, profileMenu, signIn } from './support/steps.ts';
import { DESKTOP, expect, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

const banner = (page: Page) => page.getByRole('banner');
const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Sidebar' });
const menuButton = (page: Page) => banner(page).getByRole('button', { name: 'Menu' });
const tip = (page: Page, text: string) => page.locator('.tip-anchor > [aria-hidden=true]', { hasText: text });
const submenuButton = (page: Page) => mainNavigation(page).getByRole('button', { name: 'More in Courses' });
const beginner = (page: Page) => mainNavigation(page).getByRole('link', { name: 'Beginner' });
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Time stands still from now on; it moves by `page.clock.runFor`. */
async function stopTheClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

for (const tenant of TENANTS) {
  test(`every address of ${tenant} has its title, language, icon and way to the text`, async () => {
    const name = `${SAMPLES[tenant].name} Academy`;
    for (const [path, title, status = 200] of screensOf(tenant)) {
      const reply = await academy.get(tenant, path);
      expect([path, reply.status]).toEqual([path, status]);
      expect(reply.text, path).toContain(`<title>${title} - ${name}</title>`);
      expect(reply.text, path).toMatch(/^<!doctype html><html lang="en"/);
      expect(reply.text, path).toContain('<link rel="icon" href="/favicon.svg"');
      expect(reply.text, path).toContain('href="#main">Skip to content</a>');
    }
    for (const [path, to] of [
      ['/learning-path', '/paths'],
      ['/Courses?level=beginner', '/courses?level=beginner'],
      ['/COURSES/X', '/courses/x'],
    ] as const) {
      const { status, headers } = await academy.get(tenant, path);
      expect([path, status, headers.location]).toEqual([path, 302, to]);
    }
  });
}

test('titles of the header wait 600 ms, for the pointer and for the keyboard, and go by Escape', async ({ page }) => {
  await page.clock.install();
  await open(page, academy.url('kube'));
  const colors = banner(page).getByRole('button', { name: 'Colors' });
  await stopTheClock(page);
  await colors.hover();
  await page.clock.runFor(580);
  await expect(tip(page, 'Colors')).toHaveCount(0);
  await page.clock.runFor(40);
  await expect(tip(page, 'Colors')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip(page, 'Colors')).toHaveCount(0);
  await page.mouse.move(400, 500);

  await menuButton(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.clock.runFor(580);
  await expect(tip(page, 'Open menu')).toHaveCount(0);
  await page.clock.runFor(40);
  await expect(tip(page, 'Open menu')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(tip(page, 'Open menu')).toHaveCount(0);
});

test('titles of the collapsed sidebar show at once, 10 pixels beside their icon', async ({ page }) => {
  await page.clock.install();
  await open(page, academy.url('tanzu'));
  await stopTheClock(page);
  const entry = sidebar(page).getByRole('link', { name: 'Instructors' });
  await entry.hover();
  await expect(tip(page, 'Instructors')).toBeVisible();
  const [icon, title] = [await entry.boundingBox(), await tip(page, 'Instructors').boundingBox()];
  expect(Math.round((title?.x ?? 0) - (icon?.x ?? 0) - (icon?.width ?? 0))).toBe(10);
});

for (const tenant of TENANTS) {
  test(`the submenu of ${tenant} opens after 400 ms of rest, at once by click and key, and closes`, async ({
    page,
  }) => {
    await page.clock.install();
    await open(page, academy.url(tenant));
    const courses = mainNavigation(page).getByRole('link', { name: 'Courses', exact: true });
    await stopTheClock(page);
    await courses.hover();
    await page.clock.runFor(380);
    await expect(beginner(page)).toHaveCount(0);
    await page.clock.runFor(40);
    await expect(beginner(page)).toBeVisible();
    await page.mouse.move(500, 600);
    await expect(beginner(page)).toHaveCount(0);
    await page.clock.resume();

    await submenuButton(page).click();
    await expect(submenuButton(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(mainNavigation(page).getByRole('listitem')).toHaveText([
      'All courses',
      'Beginner',
      'Intermediate',
      'Advanced',
    ]);
    await page.keyboard.press('Escape');
    await expect(beginner(page)).toHaveCount(0);

    await page.mouse.move(500, 600);
    await submenuButton(page).focus();
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press(key);
      await expect(beginner(page)).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await expect(beginner(page)).toHaveCount(0);
      await expect(submenuButton(page)).toBeFocused();
    }
    await courses.focus();
    await page.keyboard.press('ArrowDown');
    await expect(mainNavigation(page).getByRole('link', { name: 'All courses' })).toBeFocused();
    await expectAccessible(page);
    await page.mouse.click(600, 650);
    await expect(beginner(page)).toHaveCount(0);

    await submenuButton(page).click();
    await beginner(page).click();
    await expect(page).toHaveURL(academy.url(tenant, '/courses?level=beginner'));
    await expect(beginner(page)).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /^Beginner/ })).toBeChecked();
  });
}

test('whoever follows a link of the navigation is not followed by its submenu', async ({ page }) => {
  await page.clock.install();
  await open(page, academy.url('spring'));
  await stopTheClock(page);
  await mainNavigation(page).getByRole('link', { name: 'Courses', exact: true }).click();
  await expect(heading(page, 'COURSES')).toBeFocused();
  await page.clock.runFor(1000);
  await expect(beginner(page)).toHaveCount(0);
});

test('the profile menu holds what belongs to its person and closes by Escape and by a click elsewhere', async ({
  page,
}) => {
  for (const [tenant, role, size] of [
    ['spring', 'admin', DESKTOP],
    ['kube', 'learner', PHONE],
  ] as const) {
    await page.setViewportSize(size);
    const person = academy.person(role);
    await page.context().clearCookies();
    await page.goto(academy.url(tenant, '/instructors'));
    await open(page, academy.url(tenant, '/instructors'));
    await signIn(page, person);
    // Back at the address that was kept.
    await expect(page).toHaveURL(academy.url(tenant, '/instructors'));
    await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
    const items = page.getByRole('menuitem');
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(size.width / 2, 700)]) {
      await profileMenu(page, person).click();
      await expect(page.getByText(`${person.firstName} ${person.lastName}`, { exact: true })).toBeVisible();
      await expect(items).toHaveText([
        'My Account',
        ...(role === 'admin' ? ['Administration'] : []),
        'Manage Emails',
        'Give Feedback',
        'Logout',
      ]);
      await close();
      await expect(items.first()).toBeHidden();
    }
    await profileMenu(page, person).click();
    await expect(page.getByRole('menuitem', { name: 'My Account (opens in a new tab)' })).toHaveAttribute(
      'target',
      '_blank',
    );
    await expect(page.getByRole('menuitem', { name: 'Manage Emails' })).toHaveAttribute('href', '/email');
    await expectNoSidewaysScroll(page, [320, 360]);
    await page.getByRole('menuitem', { name: 'Give Feedback' }).click();
    await expect(page.getByRole('dialog', { name: 'Give Feedback' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('My Courses and Favorites lead to their part of the dashboard from every page', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 400 });
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, academy.person('learner'));
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  // A slow server: who came for a section waits at its place, and has the focus on it when it is there.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/progress/overlay?kind=home*', async (route) => {
    await held;
    await route.fallback();
  });
  for (const [title, id] of [
    ['Favorites', 'favorites'],
    ['My Courses', 'my-courses'],
  ] as const) {
    await sidebar(page).getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(academy.url('spring', `/#${id}`));
    const part = page.locator(`#${id}`);
    await expect(part).toBeInViewport();
    release();
    await expect(part.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(part).toBeInViewport();
    await banner(page).getByRole('link', { name: 'Instructors' }).click();
    await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
    expect(await scrollY(page)).toBe(0);
  }
  // By a new document as well.
  await page.goto(academy.url('spring', '/#favorites'));
  await expect(page.locator('#favorites').getByRole('heading', { level: 2 })).toBeFocused();
  // And from the dashboard itself.
  await sidebar(page).getByRole('link', { name: 'My Courses' }).click();
  await expect(page.locator('#my-courses').getByRole('heading', { level: 2 })).toBeFocused();
});

test('the sidebar stays collapsed when Back leads to where it was open, and collapses when a link leads nowhere', async ({
  page,
}) => {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await open(page, academy.url('kube'));
    await menuButton(page).click();
    await sidebar(page).getByRole('link', { name: 'Courses' }).click();
    await expect(heading(page, 'COURSES')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveTitle('Home - Kube Academy');
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    await menuButton(page).click();
    await sidebar(page).getByRole('link', { name: 'Home' }).click();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  }
});

test('every menu of the header is used by the keyboard alone', async ({ page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await open(page, academy.url('kube', '/instructors'));
  const colors = banner(page).getByRole('button', { name: 'Colors' });
  for (const stop of [
    page.getByRole('link', { name: 'Skip to content' }),
    menuButton(page),
    banner(page).getByRole('link', { name: 'Kube Academy' }),
    mainNavigation(page).getByRole('link', { name: 'Home' }),
    mainNavigation(page).getByRole('link', { name: 'Courses', exact: true }),
    submenuButton(page),
    mainNavigation(page).getByRole('link', { name: 'Learning Path' }),
    mainNavigation(page).getByRole('link', { name: 'Instructors' }),
    banner(page).getByRole('link', { name: 'Search' }),
    colors,
  ]) {
    await press('Tab');
    await expect(stop).toBeFocused();
  }
  await press('Enter');
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await expect(choice('As my device')).toBeFocused();
  await press('End');
  await expect(choice('Dark')).toBeFocused();
  await press('l');
  await expect(choice('Light')).toBeFocused();
  await press('ArrowDown', 'Enter');
  await expect(choice('Dark')).toBeHidden();
  await expect(colors).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');

  await submenuButton(page).focus();
  await press('ArrowDown');
  await expect(mainNavigation(page).getByRole('link', { name: 'All courses' })).toBeFocused();
  await press('ArrowDown', 'Enter');
  await expect(page).toHaveURL(academy.url('kube', '/courses?level=beginner'));
  await expect(heading(page, 'COURSES')).toBeFocused();

  const person = academy.person('admin');
  await signIn(page, person);
  // Who arrives is led to the title; that must not happen in the middle of a menu.
  await page.waitForLoadState('networkidle');
  const profile = profileMenu(page, person);
  await profile.focus();
  await press('ArrowDown');
  await expect(item(/^My Account/)).toBeFocused();
  await press('ArrowUp');
  await expect(item('Logout')).toBeFocused();
  await press('Home', 'm');
  await expect(item('Manage Emails')).toBeFocused();
  await press('Escape');
  await expect(item('Logout')).toBeHidden();
  await expect(profile).toBeFocused();
  await press('Enter', 'g', 'Enter');
  const form = page.getByRole('dialog', { name: 'Give Feedback' });
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
  const entry = sidebar(page).getByRole('link', { name: 'Instructors' });
  for (let tabs = 0; tabs < 15 && !(await entry.evaluate((link) => link === document.activeElement)); tabs += 1)
    await press('Tab');
  await press('Enter');
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  await expect(sidebar(page)).toBeHidden();
});

test('the focus goes to the title of each new screen: by link, by Back, where nothing is, and behind a guard', async ({
  page,
  allow,
}) => {
  allow(/status of 404/);
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, academy.person('admin'));
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/courses/none', textContent: 'Nowhere' });
    document.querySelector('main')?.append(link);
  });
  await page.getByRole('link', { name: 'Nowhere' }).click();
  const missing = heading(page, "Sorry, the page you are looking for doesn't exist");
  await expect(missing).toBeFocused();
  await expect(page).toHaveTitle('Page not found - Spring Academy');
  await expect(page.getByRole('link', { name: 'Back to home page' })).toHaveAttribute('href', '/');
  await page.goBack();
  await expect(heading(page, 'COURSES')).toBeFocused();
  await sidebar(page).getByRole('link', { name: 'Administration' }).click();
  await expect(heading(page, 'Administration')).toBeFocused();
});

test('links that open a new tab say so', async ({ page }) => {
  await open(page, academy.url('spring'));
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms (opens in a new tab)' });
  const [tab] = await Promise.all([page.waitForEvent('popup'), terms.click()]);
  await expect(tab).toHaveTitle('Terms of Use - Spring Academy');
});

test('the colour of the browser follows the choice of colours', async ({ page }) => {
  await open(page, academy.url('tanzu'));
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  const [light, ...more] = await shown();
  expect([light?.startsWith('#'), more]).toEqual([true, []]);
  await banner(page).getByRole('button', { name: 'Colors' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(shown).toEqual([expect.stringContaining('oklch(0.185')]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await page.reload();
  await expect.poll(shown).toEqual([expect.stringContaining('oklch(0.185')]);
});
