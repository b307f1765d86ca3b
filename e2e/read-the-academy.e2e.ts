import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { landingTexts } from '@academy/web/screens/home/landing-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { ALL, TENANTS, USUAL_TENANTS } from './support/academy.ts';
import { BRANDS, CONTACT, entriesOf } from './support/brands.ts';
import { expectSafeDocument } from './support/document-headers.ts';
import { addressesOf } from './support/every-screen.ts';
import { ANY_IDS } from './support/route-table.ts';
import { pagesOf, SAMPLES, type VisitorPage } from './support/samples.ts';
import {
  askedOrigins,
  COLOR_SCHEMES,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  hydrated,
  open,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** The browser logs every document that is not found. */
const NOT_FOUND_LINE = /status of 404/;
/** Without JavaScript the browser fetches no scripts, and logs a violation of its policy. */
const SCRIPT_LEFT_OUT = /^request failed: .*\.js csp$/;

/** Pages on which a brand shows the most of its colors. */
const BRANDED = new Set(['/', '/courses', '/auth']);

const readableText = (page: Page): Promise<string> =>
  page.locator('main').evaluate((main: HTMLElement) => main.innerText.replace(/\s+/g, ' ').trim());

// Shows security#no-violations
for (const tenant of TENANTS) {
  const isUsual = USUAL_TENANTS.includes(tenant);
  const sample = SAMPLES[tenant];
  const brand = BRANDS[tenant];
  const academyName = `${sample.name} Academy`;

  /** What a browser without scripts shows of the page that is open. */
  async function expectSameWithoutScripts(page: Page, bare: Page, { path, title, status }: VisitorPage): Promise<void> {
    const response = await bare.goto(academy.url(tenant, path));
    expect(response?.status()).toBe(status);
    for (const one of [bare, page]) await expect(one).toHaveTitle(`${title} - ${academyName}`);
    await expect(heading(bare, /\S/)).toBeVisible();
    const text = await readableText(bare);
    expect(text.length).toBeGreaterThan(20);
    expect(await readableText(page)).toBe(text);
  }

  /** The texts of the brand on a page, in any size of the screen. */
  async function expectOwnWords(page: Page, path: string): Promise<void> {
    const main = page.getByRole('main');
    const banner = brand.banners[path.replace(sample.learningPath.slug, ':slug')];
    if (banner !== undefined) {
      await expect(main.getByRole('heading', { name: banner.heading, exact: true })).toBeVisible();
      for (const words of [banner.title, banner.text])
        await expect(main.getByText(words, { exact: true })).toBeVisible();
    }
    if (path === '/courses')
      await expect(main.getByRole('complementary', { name: "Don't see the course you're looking for?" })).toBeVisible();
    if (path === '/not/to/be/found') {
      await expect(heading(page, "Sorry, the page you are looking for doesn't exist")).toBeVisible();
      const back = main.getByRole('link', { name: 'Back to home page', exact: true });
      await expect(back).toBeVisible();
      await expect(back).toHaveAttribute('href', '/');
    }
  }

  (isUsual ? test : longTest)(
    `every page of ${academyName} reads the same without JavaScript, is safe, accessible and fits`,
    async ({ page, newDevice, allow }) => {
      // Some addresses answer 404, and a callback without a code is logged.
      allow(NOT_FOUND_LINE, SCRIPT_LEFT_OUT, /Signing in failed/);
      const bare = await newDevice({ javaScriptEnabled: false });
      // It has an origin of its own beside the academies.
      const provider = `http://localhost:${academy.port}`;
      const screens = addressesOf(tenant, ANY_IDS, 'everybody').filter((address) => address !== '/appLogout');
      const asked = askedOrigins(page);
      const read = new Map(pagesOf(sample).map((one) => [one.path, one]));
      const further = ['/alerts', `/search?q=${sample.instructor.slug}`, `/courses/${sample.course.slug}/conclusion`];
      const all = new Set([...read.keys(), ...further, ...screens]);
      expect(all.size).toBeGreaterThan(18);
      for (const path of all)
        await test.step(path, async () => {
          await page.setViewportSize(DESKTOP);
          const response = await page.goto(academy.url(tenant, path));
          expectSafeDocument((await response?.allHeaders()) ?? {}, path, { connect: [provider] });
          await hydrated(page);
          await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
          const one = read.get(path);
          if (isUsual && one !== undefined) await expectSameWithoutScripts(page, bare, one);
          await expectOwnWords(page, path);
          // Screens beside the pages are checked by the journeys that use them.
          if (one === undefined && !further.includes(path)) return;
          // Other brands differ in words and colors only: `--all` checks all their pages.
          if (!isUsual && !BRANDED.has(path)) return;
          await expectAccessible(page, ALL || BRANDED.has(path) ? COLOR_SCHEMES : ['light']);
          if (!isUsual) return;
          await page.setViewportSize(PHONE);
          await expectOwnWords(page, path);
          await expectAccessibleToo(page);
          await expectNoSidewaysScroll(page, [320, 360, 1440]);
        });
      expect([...asked]).toEqual([academy.origin(tenant)]);
    },
  );

  for (const [device, viewport] of Object.entries(
    isUsual ? { desktop: DESKTOP, phone: PHONE } : { desktop: DESKTOP },
  )) {
    const run = isUsual && viewport === DESKTOP ? test : longTest;
    run(`header, sidebar and footer of ${academyName} are its brand’s on a ${device}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await open(page, academy.url(tenant));
      const header = page.getByRole('banner');
      const name = header.getByRole('link', { name: academyName, exact: true });
      await expect(name).toHaveAttribute('href', '/');
      const logo = name.locator('img');
      await expect(logo).toHaveAttribute('src', `/assets/brand/${tenant}/logo.svg`);
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await expect(page.getByRole('main').getByRole('link', { name: dashboardTexts.browseCourses })).toHaveCSS(
        'background-color',
        brand.accent,
      );

      const main = header.getByRole('navigation', { name: shellTexts.mainNavigation });
      if (viewport === DESKTOP) {
        await expect.poll(() => entriesOf(main.getByRole('link'))).toEqual(brand.navigation);
        await expect(main.getByRole('link', { name: landingTexts.pageTitle })).toHaveAttribute('aria-current', 'page');
      } else await expect(main).toBeHidden();
      const menu = header.getByRole('button', { name: shellTexts.menu });
      const sidebar = page.getByRole('navigation', { name: shellTexts.sidebar });
      await menu.click();
      await expect.poll(() => entriesOf(sidebar.getByRole('link'))).toEqual([...brand.navigation, CONTACT]);
      await expectAccessible(page);
      await menu.click();
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
      if (viewport === DESKTOP) await expect(sidebar.getByRole('list')).toHaveText('');
      else await expect(sidebar).toBeHidden();

      const footer = page.getByRole('contentinfo');
      for (const [group, entries] of Object.entries(brand.footer)) {
        const items = footer.getByRole('navigation', { name: group, exact: true }).getByRole('listitem');
        await expect.poll(() => entriesOf(items), group).toEqual(entries);
      }
      for (const words of [academyName, brand.tagline, `© 2005-2024 ${academyName}`])
        await expect(footer.getByText(words, { exact: true })).toBeVisible();
      await footer.getByRole('button', { name: profileTexts.giveFeedback }).click();
      const dialog = page.getByRole('dialog', { name: profileTexts.giveFeedback });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  }
}

test('an unknown address shows the not-found page, which leads home', async ({ page, allow }) => {
  allow(NOT_FOUND_LINE);
  const missing = [
    '/not/to/be/found',
    '/courses/no-such-course',
    '/courses/write-your-first-course/lessons/no-such-lesson',
    '/courses/write-your-first-course/no-conclusion',
    '/instructors/nobody',
  ];
  for (const path of missing) {
    await test.step(path, async () => {
      expect(await open(page, academy.url('spring', path))).toBe(404);
      await expect(heading(page, "Sorry, the page you are looking for doesn't exist")).toBeVisible();
      await expect(page).toHaveTitle('Page not found - Spring Academy');
    });
  }
  await page.getByRole('link', { name: 'Back to home page' }).click();
  await expect(page).toHaveURL(academy.url('spring'));
  await expect(heading(page, 'Learn Spring by building things that run')).toBeVisible();
});

test('a link to a lesson that has moved leads to its course', async ({ page, allow }) => {
  allow(NOT_FOUND_LINE);
  const gone = '/courses/write-your-first-course/lessons/no-such-lesson';
  for (const language of ['', '/de']) {
    await open(page, academy.url('spring', `${language}/courses`));
    await page.evaluate((to) => history.pushState(null, '', to), language + gone);
    const course = page.getByRole('main').getByRole('link', { name: 'Write Your First Course' });
    await expect(course).toHaveAttribute('href', `${language}/courses/write-your-first-course`);
    await expect(page.getByRole('main').getByRole('link', { name: 'no such lesson' })).toBeVisible();
  }
});

test('any other host shows Spring Academy', async ({ page }) => {
  await open(page, `http://localhost:${academy.port}/`);
  await expect(page).toHaveTitle('Home - Spring Academy');
  await open(page, `http://kube-dev.localhost:${academy.port}/`);
  await expect(page).toHaveTitle('Home - Kube Academy');
});

longTest('the landing route of learning paths leads to the list', async ({ page }) => {
  await open(page, academy.url('spring', '/learning-path'));
  await expect(page).toHaveURL(academy.url('spring', '/paths'));
});
