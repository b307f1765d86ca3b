import { onThisPageTexts } from '@academy/web/features/on-this-page/on-this-page-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { courseListTexts } from '@academy/web/screens/courses/course-list-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page, Route } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expectNoSidewaysScroll, heading, hydrated, open } from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const COURSE = { path: '/courses/write-your-first-course', title: 'Write Your First Course' };
const LESSON = '/courses/write-your-first-course/lessons/markdown-that-reads-well';

/** Marks the document; a full load would lose the mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const sidebar = (page: Page) => page.getByRole('navigation', { name: shellTexts.sidebar });
const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: shellTexts.menu });

test('links inside the academy change the screen without loading a document', async ({ page }) => {
  await open(page, academy.url('spring'));
  await mark(page);
  await page.getByRole('link', { name: dashboardTexts.browseCourses }).click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await expect(page).toHaveTitle('Courses - Spring Academy');
  await page.getByRole('link', { name: COURSE.title }).click();
  await expect(heading(page, COURSE.title)).toBeVisible();
  await page.getByRole('link', { name: courseTexts.start }).click();
  await expect(heading(page, 'What You Will Make')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: routeTexts.instructors }).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Spring Academy' }).click();
  await expect(page).toHaveTitle('Home - Spring Academy');
  expect(await isSameDocument(page)).toBe(true);
});

test('Back and Forward restore the scroll position; new screens start at top', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 600 });
  await open(page, academy.url('spring', LESSON));
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => scrollY(page)).toBe(900);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: courseTexts.courses, exact: true })
    .evaluate((link: HTMLElement) => link.click());
  await expect(heading(page, 'COURSES')).toBeVisible();
  await expect(heading(page, 'COURSES')).toBeFocused();
  expect(await scrollY(page)).toBe(0);
  await page.goBack();
  await expect(heading(page, 'Markdown That Reads Well')).toBeVisible();
  await expect.poll(() => scrollY(page)).toBe(900);
  await page.reload();
  await expect.poll(() => scrollY(page)).toBe(900);
  await page.goForward();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await expect.poll(() => scrollY(page)).toBe(0);
});

longTest('the address holds the filters, through reload, Back and on another device', async ({ page, newDevice }) => {
  await open(page, academy.url('spring', '/courses'));
  const cards = page.getByRole('list', { name: courseTexts.courses, exact: true }).getByRole('article');
  await expect(cards).toHaveCount(2);
  await page.getByRole('checkbox', { name: /^Beginner/ }).click();
  await expect(page).toHaveURL(academy.url('spring', '/courses?level=beginner'));
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'course' })).toHaveText('1 of 2 courses');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Beginner/ })).toBeChecked();
  await expect(cards).toHaveCount(1);
  await page.getByRole('link', { name: COURSE.title }).click();
  await expect(heading(page, COURSE.title)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: /^Beginner/ })).toBeChecked();
  await expect(cards).toHaveCount(1);

  // Options of one category add results, categories restrict each other.
  await page.getByRole('checkbox', { name: /^Intermediate/ }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('searchbox', { name: courseListTexts.search }).fill('REST');
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/[?&]q=REST/);
  const other = await newDevice({ javaScriptEnabled: true });
  await open(other, page.url());
  await expect(other.getByRole('list', { name: courseTexts.courses, exact: true }).getByRole('article')).toHaveCount(1);
  await expect(other.getByRole('searchbox', { name: courseListTexts.search })).toHaveValue('REST');

  await page.getByRole('searchbox', { name: courseListTexts.search }).fill('nothing has this name');
  await expect(page.getByRole('heading', { name: courseListTexts.nothingFits })).toBeVisible();
  await page.getByRole('button', { name: courseListTexts.showAll }).click();
  await expect(cards).toHaveCount(2);
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
});

test('colors follow the device until a visitor chooses, from the first paint', async ({ page, context }) => {
  // Reads the color when the body appears, before anything is painted.
  await context.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.body === null) return;
      observer.disconnect();
      Object.assign(window, { firstLook: getComputedStyle(document.documentElement).backgroundColor });
    }).observe(document, { childList: true, subtree: true });
  });
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const firstLook = () => page.evaluate(() => (window as unknown as { firstLook: string }).firstLook);
  const device = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme });
  const choose = async (title: string) => {
    await page.getByRole('button', { name: shellTexts.colors }).click();
    await page.getByRole('menuitemradio', { name: title }).click();
  };
  await device('light');
  await open(page, academy.url('kube'));
  const light = await background();
  expect(await firstLook()).toBe(light);
  await device('dark');
  await expect.poll(background, 'the page follows without being loaded again').not.toBe(light);
  const dark = await background();

  for (const [choice, other, color] of [
    [shellTexts.light, 'dark', light],
    [shellTexts.dark, 'light', dark],
  ] as const) {
    await device(other);
    await choose(choice);
    await expect.poll(background).toBe(color);
    await page.getByRole('banner').getByRole('link', { name: courseTexts.courses }).click();
    await expect(heading(page, 'COURSES')).toBeVisible();
    expect(await background()).toBe(color);
    await page.reload();
    await hydrated(page);
    expect([await firstLook(), await background()]).toEqual([color, color]);
    await page.getByRole('button', { name: shellTexts.colors }).click();
    await expect(page.getByRole('menuitemradio', { name: choice })).toBeChecked();
    await page.keyboard.press('Escape');
  }

  await choose(shellTexts.system);
  await expect.poll(background).toBe(light);
  await device('dark');
  await page.reload();
  expect([await firstLook(), await background()]).toEqual([dark, dark]);
});

test('the sidebar opens with the button and collapses with every new screen', async ({ page }) => {
  await open(page, academy.url('spring'));
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  const entry = sidebar(page).getByRole('link', { name: courseTexts.courses });
  await expect(entry).toBeVisible();
  const title = sidebar(page).getByText(courseTexts.courses, { exact: true });
  await expect(title).toBeHidden();
  await entry.hover();
  await expect(title).toBeVisible();
  await page.mouse.move(700, 400);
  await expect(title).toBeHidden();

  await menuButton(page).click();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(title).toBeVisible();
  await expect(sidebar(page).getByRole('link')).toHaveText([
    routeTexts.home,
    routeTexts.guides,
    courseTexts.courses,
    routeTexts.learningPath,
    routeTexts.instructors,
    shellTexts.contact,
  ]);
  await expect(sidebar(page).getByRole('link', { name: routeTexts.home })).toHaveAttribute('aria-current', 'page');
  await entry.click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('link', { name: COURSE.title }).click();
  await expect(heading(page, COURSE.title)).toBeVisible();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(sidebar(page).getByRole('link', { name: routeTexts.home })).not.toHaveAttribute('aria-current', 'page');
});

longTest('an administrator finds the administration in the sidebar', async ({ page }) => {
  await openAs(page, academy.url('spring'), academy.person('admin'));
  await expect(page).toHaveURL(academy.url('spring'));
  await expect(page.getByRole('heading', { name: dashboardTexts.myCourses })).toBeVisible();
  await menuButton(page).click();
  const yours = sidebar(page).getByRole('list', { name: shellTexts.learnerGroup });
  await expect(yours.getByRole('link')).toHaveText([shellTexts.myCourses, shellTexts.favorites, shellTexts.emails]);
  await expect(sidebar(page).getByRole('list', { name: shellTexts.administration }).getByRole('link')).toHaveText([
    shellTexts.administration,
    shellTexts.alerts,
    shellTexts.users,
    shellTexts.accessTokens,
  ]);
});

longTest('the header is as high as what stands below it expects, in both languages', async ({ page }) => {
  for (const language of ['', '/de']) {
    await open(page, academy.url('spring', `${language}/courses`));
    for (const width of [701, 930, 960, 1000, 1040, 1060, 1061, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const { height, rem } = await page.evaluate(() => ({
        height: document.querySelector('#root > header')?.getBoundingClientRect().height ?? 0,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--header')),
      }));
      expect(Math.abs(height - rem * 16), `${width} px, ${page.url()}`).toBeLessThanOrEqual(2);
    }
  }
});

// Shows clauses#times-widths-and-keys
test('at 700 pixels the navigation is behind the menu button', async ({ page }) => {
  await open(page, academy.url('spring'));
  const main = page.getByRole('navigation', { name: shellTexts.mainNavigation });
  await page.setViewportSize({ width: 701, height: 800 });
  await expect(main).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: courseTexts.courses })).toBeVisible();
  await expectNoSidewaysScroll(page, [701, 760, 1024, 1060, 1061]);
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(main).toBeHidden();
  await expect(sidebar(page)).toBeHidden();
  await menuButton(page).click();
  await expect(sidebar(page).getByRole('link', { name: routeTexts.instructors })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await menuButton(page).click();
  await sidebar(page).getByRole('link', { name: routeTexts.instructors }).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
  await page.setViewportSize(PHONE);
  await menuButton(page).click();
  await expectNoSidewaysScroll(page, [320, 360]);
});

test('the keyboard reaches the text without walking through the header', async ({ page }) => {
  await open(page, academy.url('spring', '/courses'));
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: shellTexts.skipToContent });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

longTest('the loading overlay appears after 400 ms and covers the whole window', async ({ page, allow }) => {
  allow(/status of 500/, /^server error 500/);
  await page.clock.install();
  await open(page, academy.url('kube', '/auth'));
  const overlay = page.getByRole('status').filter({ hasText: /^Loading$/ });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/user/getUserDetails', async (route) => {
    await held;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.getByRole('textbox', { name: peopleTexts.email }).fill('somebody@example.org');
  await page.clock.pauseAt(Date.now() + 60_000);
  const asked = page.waitForRequest('**/user/getUserDetails');
  await page.getByRole('button', { name: courseTexts.continue }).click();
  await asked;
  await page.clock.runFor(350);
  await expect(overlay).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(overlay).toBeVisible();
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width, height });
    const uncovered = await overlay.evaluate((element) => {
      // Beside the body is space for a scrollbar, which nothing can cover.
      const [right, bottom] = [document.body.clientWidth - 1, innerHeight - 1];
      const places = [0, 0.5, 1].flatMap((x) => [0, 0.5, 1].map((y) => [x * right, y * bottom] as const));
      return places.filter(([x, y]) => !element.parentElement?.contains(document.elementFromPoint(x, y)));
    });
    expect(uncovered, 'places of the window that can still be pressed').toEqual([]);
  }
  release();
  await expect(overlay).toHaveCount(0);
  // The read is retried after a pause. When it fails, registration opens.
  await page.clock.resume();
  await expect(page.getByText('Registration has opened in a new tab.')).toBeVisible();
});

for (const [arrives, answer] of [
  ['does not arrive', (route: Route) => route.abort()],
  ['arrives empty', (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'export {};' })],
] as const) {
  const run = arrives === 'does not arrive' ? test : longTest;
  run(`a screen whose file ${arrives} reloads once and then shows an error`, async ({ page, allow }) => {
    // The screen's own file is named by its page and not by another page of the same kind.
    const scriptsOf = async (path: string) =>
      [...(await academy.get('spring', path)).text.matchAll(/<script type="module" src="([^"]+)"/g)].map(
        ([, file]) => file,
      );
    const others = await scriptsOf('/courses');
    const [own = ''] = (await scriptsOf('/instructors')).filter((file) => !others.includes(file));
    expect(own).toMatch(/\.js$/);
    allow(/Failed to load|dynamically imported|error/i, new RegExp(own));
    await open(page, academy.url('spring'));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(`**${own}`, answer);
    await page.getByRole('banner').getByRole('link', { name: routeTexts.instructors }).click();
    await expect(
      heading(page, /^Something went wrong: ".+"\. Please refresh or login to another window\.$/),
    ).toBeVisible();
    expect(loads).toBe(1);
  });
}

longTest('a link to the same list without filters focuses its title', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 500 });
  await open(page, academy.url('spring', '/courses?level=beginner'));
  const list = page.getByRole('contentinfo').getByRole('link', { name: courseTexts.courses, exact: true });
  await list.scrollIntoViewIfNeeded();
  await list.click();
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  await expect(heading(page, 'COURSES')).toBeFocused();
  await expect.poll(() => scrollY(page)).toBe(0);
});

longTest('Back from a heading of the same page restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await open(page, academy.url('spring', LESSON));
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect.poll(() => scrollY(page)).toBe(300);
  await page.getByRole('navigation', { name: onThisPageTexts.title }).getByRole('link').last().click();
  await expect.poll(() => scrollY(page)).toBeGreaterThan(600);
  await page.goBack();
  await expect.poll(() => scrollY(page)).toBe(300);
});
