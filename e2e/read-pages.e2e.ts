import { onThisPageTexts } from '@academy/web/features/on-this-page/on-this-page-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { contentPageTexts } from '@academy/web/screens/content-pages/content-page-texts';
import { TENANTS, USUAL_TENANTS } from './support/academy.ts';
import { publish } from './support/made-content.ts';
import { SAMPLES } from './support/samples.ts';
import { expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

for (const tenant of USUAL_TENANTS) {
  test(`every page linked in the footer of ${SAMPLES[tenant].name} Academy opens`, async ({ page }) => {
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
        await expectAccessibleToo(page);
        await expectNoSidewaysScroll(page, [320, 360, 700, 1024, 1440]);
      });
    }
  });
}

longTest('the headings of a long page lead to their places', async ({ page }) => {
  await open(page, academy.url('spring', '/faq'));
  await page
    .getByRole('navigation', { name: onThisPageTexts.title })
    .getByRole('link', { name: routeTexts.labs })
    .click();
  await expect(page).toHaveURL(/\/faq#/);
  await expect(page.getByRole('heading', { level: 2, name: routeTexts.labs })).toBeInViewport();
  await page.getByRole('main').getByRole('link', { name: 'learning path' }).click();
  await expect(heading(page, 'LEARNING PATHS')).toBeVisible();
});

test('a page can redirect its readers, or be unlisted', async ({ page }) => {
  const made = (slug: string, content: string, status = 'live') => ({
    [`${slug}/page.json`]: { id: `spring-${slug}`, slug, title: `The ${slug}`, status },
    [`${slug}/content.md`]: content,
  });
  await publish(academy, 'spring', {
    ...made('catalogue', '<meta http-equiv="refresh" content="0; url=/courses">'),
    ...made('signpost', 'The [catalogue](/catalogue) has moved.'),
    ...made('between-us', 'Whoever has the address may read this.', 'unlisted'),
  });
  const reply = await academy.get('spring', '/catalogue');
  expect([reply.status, reply.headers.location]).toEqual([302, '/courses']);
  await open(page, academy.url('spring', '/signpost'));
  await page.getByRole('link', { name: 'catalogue', exact: true }).click();
  await expect(page).toHaveURL(academy.url('spring', '/courses'));
  await expect(heading(page, 'COURSES')).toBeVisible();

  await open(page, academy.url('spring', '/between-us'));
  await expect(page.getByText('Whoever has the address may read this.')).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  expect((await academy.get('spring', '/sitemap.xml')).text).not.toContain('between-us');
});

longTest('a page without text says so, and names the reason', async ({ page }) => {
  for (const [tenant, notice] of [
    ['spring', contentPageTexts.empty],
    ['kube', 'not been published'],
    ['tanzu', 'not been published'],
  ] as const) {
    await publish(academy, tenant, {
      'nothing/page.json': { id: `${tenant}-nothing`, slug: 'nothing', title: 'Nothing', status: 'live' },
      'nothing/content.md': '',
    });
    await open(page, academy.url(tenant, '/nothing'));
    await expect(page.getByRole('article')).toContainText(notice);
  }
});

longTest('a page that does not exist is not found', async ({ page, allow }) => {
  allow(/404/);
  expect(await open(page, academy.url('spring', '/no-such-page'))).toBe(404);
  await expect(heading(page, /doesn't exist/)).toBeVisible();
});
