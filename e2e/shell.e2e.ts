import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { shareTexts } from '@academy/web/features/share/share-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import { TENANTS, USUAL_TENANTS } from './support/academy.ts';
import { BRANDS, CONTACT, entriesOf } from './support/brands.ts';
import { SAMPLES } from './support/samples.ts';
import { screensOf } from './support/screens.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, heading, open, profileMenu } from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const banner = (page: Page) => page.getByRole('banner');
const mainNavigation = (page: Page) => page.getByRole('navigation', { name: shellTexts.mainNavigation });
const sidebar = (page: Page) => page.getByRole('navigation', { name: shellTexts.sidebar });
const menuButton = (page: Page) => banner(page).getByRole('button', { name: shellTexts.menu });
const tip = (page: Page, text: string) => page.locator('.tip-anchor > [aria-hidden=true]', { hasText: text });
const submenuButton = (page: Page) => mainNavigation(page).getByRole('button', { name: 'More in Courses' });
const beginner = (page: Page) => mainNavigation(page).getByRole('link', { name: catalogueTexts.beginner });
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Stops the clock; `page.clock.runFor` moves it. */
async function stopTheClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('every address of each academy has a title, language, icon and skip link', async () => {
  for (const tenant of TENANTS) {
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
  }
});

// Shows clauses#times-widths-and-keys
test('titles of the header wait 600 ms, for pointer and keyboard', async ({ page }) => {
  await page.clock.install();
  await open(page, academy.url('kube'));
  const colors = banner(page).getByRole('button', { name: shellTexts.colors });
  await stopTheClock(page);
  await colors.hover();
  await page.clock.runFor(580);
  await expect(tip(page, shellTexts.colors)).toHaveCount(0);
  await page.clock.runFor(40);
  await expect(tip(page, shellTexts.colors)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip(page, shellTexts.colors)).toHaveCount(0);
  await page.mouse.move(400, 500);

  await menuButton(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.clock.runFor(580);
  await expect(tip(page, shellTexts.openMenu)).toHaveCount(0);
  await page.clock.runFor(40);
  await expect(tip(page, shellTexts.openMenu)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(tip(page, shellTexts.openMenu)).toHaveCount(0);
});

// Shows clauses#times-widths-and-keys
test('titles of the collapsed sidebar show at once, beside their icon', async ({ page }) => {
  await page.clock.install();
  await open(page, academy.url('tanzu'));
  await stopTheClock(page);
  const entry = sidebar(page).getByRole('link', { name: routeTexts.instructors });
  await entry.hover();
  await expect(tip(page, routeTexts.instructors)).toBeVisible();
  const [icon, title] = [await entry.boundingBox(), await tip(page, routeTexts.instructors).boundingBox()];
  expect(Math.round((title?.x ?? 0) - (icon?.x ?? 0) - (icon?.width ?? 0))).toBe(10);
});

for (const tenant of USUAL_TENANTS) {
  test(`the submenu of ${tenant} opens after 400 ms, by click and key`, async ({ page }) => {
    await page.clock.install();
    await open(page, academy.url(tenant));
    const courses = mainNavigation(page).getByRole('link', { name: feedbackListTexts.courses, exact: true });
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
      feedbackListTexts.allCourses,
      catalogueTexts.beginner,
      catalogueTexts.intermediate,
      catalogueTexts.advanced,
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
    await expect(mainNavigation(page).getByRole('link', { name: feedbackListTexts.allCourses })).toBeFocused();
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

longTest('the submenu does not open after a click on its link', async ({ page }) => {
  await page.clock.install();
  await open(page, academy.url('spring'));
  await mainNavigation(page).getByRole('link', { name: feedbackListTexts.courses, exact: true }).click();
  // The clock runs, because a timer shows a screen whose code is still loading.
  await expect(heading(page, 'COURSES')).toBeFocused();
  await page.clock.fastForward(1000);
  await expect(beginner(page)).toHaveCount(0);
});

for (const [who, role] of [
  ['a learner', 'learner'],
  ['an administrator', 'admin'],
] as const)
  longTest(`profile menu and sidebar of ${who} are the same in every brand`, async ({ page }) => {
    const person = academy.person(role);
    const items = page.getByRole('menuitem');
    for (const tenant of USUAL_TENANTS) {
      await openAs(page, academy.url(tenant, '/instructors'), person);
      // The address is kept through the log-in.
      await expect(page).toHaveURL(academy.url(tenant, '/instructors'));
      await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        // The right margin contains nothing that could be clicked.
        for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(size.width - 4, 400)]) {
          await profileMenu(page, person).click();
          await expect(
            page.locator(':popover-open').getByText(`${person.firstName} ${person.lastName}`, { exact: true }),
          ).toBeVisible();
          await expect
            .poll(() => entriesOf(items))
            .toEqual([
              { text: 'My Account', href: '/account', newTab: true },
              ...(role === 'admin' ? [{ text: 'Administration', href: '/admin', newTab: false }] : []),
              { text: 'Certificates', href: '/certificates', newTab: false },
              { text: 'Manage Emails', href: '/email', newTab: false },
              { text: 'Give Feedback', href: null, newTab: false },
              { text: 'Logout', href: null, newTab: false },
            ]);
          await close();
          await expect(items.first()).toBeHidden();
        }
      }
      await profileMenu(page, person).click();
      if (role === 'admin') await expectAccessible(page);
      await expectNoSidewaysScroll(page, [320, 360]);
      await items.filter({ hasText: profileTexts.giveFeedback }).click();
      const dialog = page.getByRole('dialog', { name: profileTexts.giveFeedback });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      const group = (name: string) => sidebar(page).getByRole('list', { name, exact: true });
      for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(PHONE.width - 30, 400)]) {
        await menuButton(page).click();
        await expect
          .poll(() => entriesOf(group(shellTexts.everyoneGroup).getByRole('link')))
          .toEqual([...BRANDS[tenant].navigation, CONTACT]);
        expect(await entriesOf(group(shellTexts.learnerGroup).getByRole('link'))).toEqual([
          { text: 'My Courses', href: '/#my-courses', newTab: false },
          { text: 'Favorites', href: '/#favorites', newTab: false },
          { text: 'Manage Emails', href: '/email', newTab: false },
        ]);
        expect(await entriesOf(group(shellTexts.administration).getByRole('link'))).toEqual(
          role === 'admin'
            ? [
                { text: 'Administration', href: '/admin', newTab: false },
                { text: 'Alerts', href: '/admin/alerts', newTab: false },
                { text: 'Users', href: '/admin/users', newTab: false },
                { text: 'Access Tokens', href: '/admin/tokens', newTab: false },
              ]
            : [],
        );
        await close();
        await expect(sidebar(page)).toBeHidden();
      }
    }
  });

longTest('a message stands at the top right and closes after five seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: academy.origin('tanzu') });
  await page.clock.install();
  await open(page, academy.url('tanzu', `/guides/${SAMPLES.tanzu.guide.slug}`));
  await stopTheClock(page);
  const messages = page.getByRole('region', { name: uiTexts.messages });
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: shareTexts.share, exact: true }).click();
    await page.getByRole('menuitem', { name: shareTexts.copy }).click();
    await expect(messages).toContainText(shareTexts.copied);
    const [box, header] = [await messages.boundingBox(), await banner(page).boundingBox()];
    const [fromTop, fromRight] = [
      (box?.y ?? 0) - (header?.height ?? 0),
      (header?.width ?? 0) - (box?.x ?? 0) - (box?.width ?? 0),
    ];
    for (const gap of [fromTop, fromRight]) expect(gap).toBeCloseTo(12, -1);
    await page.clock.runFor(4_900);
    await expect(messages).toContainText(shareTexts.copied);
    await page.clock.runFor(200);
    await expect(messages).toBeEmpty();
  }
});

longTest('My Courses and Favorites lead to their section of the dashboard', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 400 });
  await openAs(page, academy.url('spring', '/courses'), academy.person('learner'));
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  // With a slow server, the page waits at the section's place and focuses the section once it has loaded.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/progress/overlay?kind=home*', async (route) => {
    await held;
    await route.fallback();
  });
  for (const [title, id] of [
    [shellTexts.favorites, 'favorites'],
    [shellTexts.myCourses, 'my-courses'],
  ] as const) {
    await sidebar(page).getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(academy.url('spring', `/#${id}`));
    const part = page.locator(`#${id}`);
    await expect(part).toBeInViewport();
    release();
    await expect(part.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(part).toBeInViewport();
    await banner(page).getByRole('link', { name: routeTexts.instructors }).click();
    await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
    expect(await scrollY(page)).toBe(0);
  }
  // Also in a new document.
  await page.goto(academy.url('spring', '/#favorites'));
  await expect(page.locator('#favorites').getByRole('heading', { level: 2 })).toBeFocused();
  // Also from the dashboard itself.
  await sidebar(page).getByRole('link', { name: shellTexts.myCourses }).click();
  await expect(page.locator('#my-courses').getByRole('heading', { level: 2 })).toBeFocused();
});

longTest('the sidebar is collapsed after Back and after links', async ({ page }) => {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await open(page, academy.url('kube'));
    await menuButton(page).click();
    await sidebar(page).getByRole('link', { name: feedbackListTexts.courses }).click();
    await expect(heading(page, 'COURSES')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveTitle('Home - Kube Academy');
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    await menuButton(page).click();
    await sidebar(page).getByRole('link', { name: routeTexts.home }).click();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  }
});

test('the title of each new screen gets the focus', async ({ page, allow }) => {
  allow(/status of 404/);
  await openAs(page, academy.url('spring', '/courses'), academy.person('admin'));
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
  await sidebar(page).getByRole('link', { name: shellTexts.administration }).click();
  await expect(heading(page, shellTexts.administration)).toBeFocused();
});

longTest('links that open a new tab say so', async ({ page }) => {
  await open(page, academy.url('spring'));
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms (opens in a new tab)' });
  const [tab] = await Promise.all([page.waitForEvent('popup'), terms.click()]);
  await expect(tab).toHaveTitle('Terms of Use - Spring Academy');
});

longTest('footer links stay within their columns, and the chevron is level', async ({ page }) => {
  await open(page, academy.url('spring'));
  for (const width of [320, 360, 700, 820, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const out = await page.getByRole('contentinfo').evaluate((footer) =>
      [...footer.querySelectorAll('nav')].flatMap((column) => {
        const { right } = column.getBoundingClientRect();
        const words = [...column.querySelectorAll('a, a *')];
        const isOut = (one: Element) => one.getBoundingClientRect().right > right + 0.5;
        // The arrow is a pseudo-element, which only the width of the column shows.
        if (column.scrollWidth > column.clientWidth) return [column.textContent];
        return words.filter(isOut).map((one) => one.textContent);
      }),
    );
    expect(out, `${width} px`).toEqual([]);
  }
  const middleOf = async (box: Promise<{ y: number; height: number } | null>) => {
    const { y = 0, height = 0 } = (await box) ?? {};
    return y + height / 2;
  };
  const link = mainNavigation(page).getByRole('link', { name: feedbackListTexts.courses });
  const chevron = middleOf(submenuButton(page).locator('path').boundingBox());
  // The middle of the line box is not exactly the middle of small letters.
  expect(Math.abs((await chevron) - (await middleOf(link.boundingBox())))).toBeLessThan(1.5);
});

longTest('the theme color of the browser follows the chosen colors', async ({ page }) => {
  await open(page, academy.url('tanzu'));
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  const [light, ...more] = await shown();
  expect([light?.startsWith('#'), more]).toEqual([true, []]);
  await banner(page).getByRole('button', { name: shellTexts.colors }).click();
  await page.getByRole('menuitemradio', { name: shellTexts.dark }).click();
  await expect.poll(shown).toEqual([expect.stringContaining('oklch(0.185')]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await page.reload();
  await expect.poll(shown).toEqual([expect.stringContaining('oklch(0.185')]);
});
