import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { landingTexts } from '@academy/web/screens/home/landing-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { ALL, TENANTS, USUAL_TENANTS } from './support/academy.ts';
import { BRANDS, CONTACT, entriesOf } from './support/brands.ts';
import { pagesOf, SAMPLES } from './support/samples.ts';
import {
  COLOR_SCHEMES,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
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

for (const tenant of TENANTS) {
  const isUsual = USUAL_TENANTS.includes(tenant);
  const sample = SAMPLES[tenant];
  const brand = BRANDS[tenant];
  const academyName = `${sample.name} Academy`;

  const sameEverywhere = isUsual ? test : test.skip;
  sameEverywhere(
    `${academyName} reads the same without JavaScript and after hydration`,
    async ({ page, newDevice, allow }) => {
      allow(NOT_FOUND_LINE, SCRIPT_LEFT_OUT);
      const bare = await newDevice({ javaScriptEnabled: false });
      for (const { path, title, status } of pagesOf(sample)) {
        await test.step(path, async () => {
          const response = await bare.goto(academy.url(tenant, path));
          expect(response?.status()).toBe(status);
          await expect(bare).toHaveTitle(`${title} - ${academyName}`);
          await expect(heading(bare, /\S/)).toBeVisible();

          expect(await open(page, academy.url(tenant, path))).toBe(status);
          await expect(page).toHaveTitle(`${title} - ${academyName}`);
          const text = await readableText(bare);
          expect(text.length).toBeGreaterThan(20);
          expect(await readableText(page)).toBe(text);
        });
      }
    },
  );

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
    `every page of ${academyName} has its own words, is accessible and fits`,
    async ({ page, allow }) => {
      allow(NOT_FOUND_LINE);
      const further = ['/alerts', `/search?q=${sample.instructor.slug}`, `/courses/${sample.course.slug}/conclusion`];
      for (const path of [...pagesOf(sample).map((one) => one.path), ...further]) {
        await test.step(path, async () => {
          await page.setViewportSize(DESKTOP);
          await open(page, academy.url(tenant, path));
          await expectOwnWords(page, path);
          // Other brands differ in words and colors only: `--all` checks all their pages.
          if (!isUsual && !BRANDED.has(path)) return;
          await expectAccessible(page, ALL || BRANDED.has(path) ? COLOR_SCHEMES : ['light']);
          if (!isUsual) return;
          await page.setViewportSize(PHONE);
          await expectOwnWords(page, path);
          await expectAccessibleToo(page);
          await expectNoSidewaysScroll(page, [320, 360, 1440]);
        });
      }
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
