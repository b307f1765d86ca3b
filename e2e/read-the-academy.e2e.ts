import type { Page } from '@playwright/test';
import { TENANTS } from './support/academy.ts';
import { pagesOf, SAMPLES } from './support/samples.ts';
import { expectAccessible, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

/** The browser writes a line about every document that is not found. */
const NOT_FOUND_LINE = /status of 404/;
/** Without JavaScript the browser fetches no scripts, and says that a policy keeps it from doing so. */
const SCRIPT_LEFT_OUT = /^request failed: .*\.js csp$/;

const readableText = (page: Page): Promise<string> =>
  page.locator('main').evaluate((main: HTMLElement) => main.innerText.replace(/\s+/g, ' ').trim());

for (const tenant of TENANTS) {
  const sample = SAMPLES[tenant];
  const academyName = `${sample.name} Academy`;

  test(`${academyName} reads the same without JavaScript and after it has woken up`, async ({
    page,
    newDevice,
    allow,
  }) => {
    test.setTimeout(180_000);
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
  });

  test(`every page of ${academyName} is free of barriers in light and dark and fits every screen`, async ({
    page,
    allow,
  }) => {
    test.setTimeout(180_000);
    allow(NOT_FOUND_LINE);
    for (const { path } of pagesOf(sample)) {
      await test.step(path, async () => {
        await open(page, academy.url(tenant, path));
        await expectAccessible(page);
        await expectNoSidewaysScroll(page, [320, 360, 1440]);
      });
    }
  });

  test(`the frame of ${academyName} is that of its brand`, async ({ page }) => {
    await open(page, academy.url(tenant));
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: academyName })).toHaveAttribute('href', '/');
    const main = header.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link')).toHaveText([...sample.navigation]);
    await expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');

    const footer = page.getByRole('contentinfo');
    for (const [group, titles] of Object.entries(sample.footer)) {
      await expect(footer.getByRole('navigation', { name: group }).getByRole('listitem')).toHaveText([...titles]);
    }
    const links = footer.getByRole('link');
    const opensTab = await links.evaluateAll((all: HTMLAnchorElement[]) =>
      all.filter((link) => link.target === '_blank').map((link) => ({ text: link.textContent, rel: link.rel })),
    );
    expect(opensTab).toEqual(sample.newTab.map((text) => ({ text, rel: 'noopener noreferrer' })));
    await expect(footer).toContainText(`© 2005-2024 ${academyName}`);

    await footer.getByRole('button', { name: 'Give Feedback' }).click();
    await expect(page.getByRole('dialog', { name: 'Give Feedback' })).toBeVisible();
    await page.keyboard.press('Escape');

    await expect(page.getByRole('main').getByRole('link', { name: 'Browse Courses' })).toHaveAttribute(
      'href',
      '/courses',
    );
    await expect(page.getByRole('main').getByRole('link', { name: sample.secondaryAction })).toBeVisible();
  });
}

test('the sections carry their headings and the banner of the brand', async ({ page }) => {
  await open(page, academy.url('spring', '/courses'));
  await expect(heading(page, 'COURSES')).toBeVisible();
  await expect(page.getByText('One idea per lesson, working code in every course')).toBeVisible();
  await expect(page.getByRole('complementary', { name: "Don't see the course you're looking for?" })).toBeVisible();
  await open(page, academy.url('kube', '/instructors'));
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  await expect(page.getByText('They carried the pager first')).toBeVisible();
});

test('an address without anything behind it says so and leads home', async ({ page, allow }) => {
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

test('a screen of a later version says so plainly', async ({ page }) => {
  for (const [path, title] of [['/contact', 'Contact']] as const) {
    await open(page, academy.url('spring', path));
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('This part of the academy opens in a later version.')).toBeVisible();
  }
  await open(page, academy.url('spring', '/learning-path'));
  await expect(page).toHaveURL(academy.url('spring', '/paths'));
});
