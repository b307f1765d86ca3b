import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TENANTS } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { expectAccessible, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

for (const tenant of TENANTS) {
  test(`every page that the footer of ${SAMPLES[tenant].name} Academy names is there to read`, async ({ page }) => {
    test.setTimeout(120_000);
    await open(page, academy.url(tenant));
    const links = page.getByRole('contentinfo').getByRole('link');
    const paths = await links.evaluateAll((all: HTMLAnchorElement[]) =>
      all.filter((link) => link.host === location.host && link.target === '_blank').map((link) => link.pathname),
    );
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) {
      await test.step(path, async () => {
        expect(await open(page, academy.url(tenant, path))).toBe(200);
        const title = await page.getByRole('heading', { level: 1 }).innerText();
        await expect(page).toHaveTitle(`${title} - ${SAMPLES[tenant].name} Academy`);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page, [320, 360, 700, 1024, 1440]);
      });
    }
  });
}

test('the headings of a long page lead to their places', async ({ page }) => {
  await open(page, academy.url('spring', '/faq'));
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Labs' }).click();
  await expect(page).toHaveURL(/\/faq#/);
  await expect(page.getByRole('heading', { level: 2, name: 'Labs' })).toBeInViewport();
  await page.getByRole('main').getByRole('link', { name: 'learning path' }).click();
  await expect(heading(page, 'LEARNING PATHS')).toBeVisible();
});

test('a page that leads on sends its readers there, by address and by link', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-page-'));
  try {
    for (const [slug, content] of [
      ['catalogue', '<meta http-equiv="refresh" content="0; url=/courses">'],
      ['signpost', 'The [catalogue](/catalogue) has moved.'],
    ] as const) {
      mkdirSync(join(folder, slug));
      const page = { id: `spring-${slug}`, slug, title: `The ${slug}`, status: 'live' };
      writeFileSync(join(folder, slug, 'page.json'), JSON.stringify(page));
      writeFileSync(join(folder, slug, 'content.md'), content);
    }
    const applied = await academy.cli(['apply', 'page', '--path', folder, '--tenant', 'spring']);
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);

    const reply = await academy.get('spring', '/catalogue');
    expect([reply.status, reply.headers.location]).toEqual([302, '/courses']);
    await open(page, academy.url('spring', '/signpost'));
    await page.getByRole('link', { name: 'catalogue', exact: true }).click();
    await expect(page).toHaveURL(academy.url('spring', '/courses'));
    await expect(heading(page, 'COURSES')).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a page that does not exist is not found', async ({ page, allow }) => {
  allow(/404/);
  expect(await open(page, academy.url('spring', '/no-such-page'))).toBe(404);
  await expect(heading(page, /doesn't exist/)).toBeVisible();
});
