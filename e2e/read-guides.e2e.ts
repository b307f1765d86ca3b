import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { accessLockTexts } from '@academy/web/features/access-lock/access-lock-texts';
import { guideListTexts } from '@academy/web/screens/guides/guide-list-texts';
import { guideTexts } from '@academy/web/screens/guides/guide-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import { TENANTS, USUAL_TENANTS } from './support/academy.ts';
import { publish } from './support/made-content.ts';
import { ROOT } from './support/process.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);
const VIDEO = { video: 'rollout.mp4' };
const WIDTHS = [320, 360, 700, 1024, 1440];

for (const tenant of USUAL_TENANTS) {
  const { guide, name } = SAMPLES[tenant];
  test(`a visitor of ${name} Academy finds a guide and reads it`, async ({ page }) => {
    await open(page, academy.url(tenant, '/guides'));
    await expect(page.getByRole('status')).toContainText(/\d guides/);
    await page.getByRole('searchbox', { name: guideListTexts.search }).fill(guide.title);
    await expect(page.getByRole('status')).toHaveText(/^1 of \d guides$/);
    await expect(page).toHaveURL(/\?q=/);
    await page.getByRole('link', { name: guide.title }).click();
    await expect(heading(page, guide.title)).toBeFocused();
    await expect(page).toHaveTitle(`${guide.title} - ${name} Academy`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      academy.url(tenant, `/guides/${guide.slug}`),
    );

    const contents = page.getByRole('navigation', { name: lessonTexts.onThisPage });
    const last = contents.getByRole('link', { name: 'Try it' });
    await last.click();
    await expect(page.getByRole('heading', { level: 2, name: 'Try it' })).toBeInViewport();
    // At the end of a page the footer pushes the sidebar under the header, where its links count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessibleToo(page);
    await expectNoSidewaysScroll(page, WIDTHS);

    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('searchbox', { name: guideListTexts.search })).toHaveValue(guide.title);
  });
}

longTest('filters of guides stand in the address, and Back keeps them', async ({ page }) => {
  await open(page, academy.url('kube', '/guides'));
  await page.getByRole('checkbox', { name: /^Video/ }).check();
  await expect(page).toHaveURL(academy.url('kube', '/guides?type=video'));
  await expect(page.getByRole('list', { name: guideTexts.guides }).getByRole('listitem').first()).toContainText(
    'Half a Minute',
  );
  await expect(page.getByRole('checkbox', { name: /^Video/ })).toBeFocused();
  await page.getByRole('link', { name: 'A Rollout in Half a Minute' }).click();
  await expect(heading(page, 'A Rollout in Half a Minute')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: /^Video/ })).toBeChecked();
  await expect(page.getByRole('status')).toHaveText(/^1 of \d guides$/);

  // Unknown values of filters are ignored.
  await open(page, academy.url('kube', '/guides?type=video&level=nothing'));
  await expect(page.getByRole('status')).toHaveText(/^1 of \d guides$/);

  await open(page, academy.url('kube', '/guides?type=video&q=nothing+has+this+name'));
  await expect(page.getByRole('heading', { name: guideListTexts.nothingFits })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: guideListTexts.showAll }).click();
  await expect(page).toHaveURL(academy.url('kube', '/guides'));
  await expect(page.getByRole('status')).toHaveText('5 guides');
});

longTest('a guide’s video plays from this academy, with captions and transcript', async ({ page }) => {
  const slug = 'a-rollout-in-half-a-minute';
  const sample = join(ROOT, 'samples/kube/guides', slug);
  const video = page.locator('video');
  for (const tenant of ['spring', 'tanzu', 'kube'] as const) {
    // Only one brand has a video among its samples; the others publish the same one.
    if (tenant !== 'kube')
      await publish(academy, tenant, {
        'guide.json': { id: `${tenant}-film`, slug, title: 'A Film', status: 'live', type: 'video', settings: VIDEO },
        ...Object.fromEntries(
          ['rollout.mp4', 'captions.en.vtt', 'transcript.md', 'description.md'].map((file) => [
            file,
            readFileSync(join(sample, file)),
          ]),
        ),
      });
    await open(page, academy.url(tenant, `/guides/${slug}`));
    await expect(video.locator('track')).toHaveAttribute('kind', 'captions');
    await expect(video).toHaveAttribute('src', /^\/assets\//);
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expect(video).toBeVisible();
      await expectNoSidewaysScroll(page, [320, viewport.width]);
    }
  }
  await page.getByText(guideTexts.transcript).click();
  await expect(page.locator('details[open] .prose')).toBeVisible();
  await expectAccessible(page);
});

test('a locked guide shows its summary and opens after logging in', async ({ page }) => {
  await open(page, academy.url('spring', '/guides'));
  const card = page.getByRole('listitem').filter({ hasText: 'A Test That Starts in a Second' });
  await expect(card.getByText(catalogueTexts.logIn)).toBeVisible();
  await open(page, academy.url('spring', '/guides/a-test-that-starts-in-a-second'));
  await expect(page.getByRole('region', { name: accessLockTexts.locked })).toBeVisible();
  await expect(page.getByText('Where the time of a slow test goes')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First choice: no Spring at all' })).toHaveCount(0);
  await expectAccessibleToo(page);

  await openAs(page, page.url(), academy.person('learner'));
  await expect(heading(page, 'A Test That Starts in a Second')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First choice: no Spring at all' })).toBeVisible();
  await expect(page.getByRole('region', { name: accessLockTexts.locked })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: guideTexts.guides }).click();
  await expect(card).toBeVisible();
  await expect(card.getByText(catalogueTexts.logIn)).toHaveCount(0);
});

test('on a phone headings and filters of guides fold away', async ({ newDevice }) => {
  const page = await newDevice({ viewport: PHONE });
  await open(page, academy.url('tanzu', '/guides'));
  await page.getByRole('button', { name: tableTexts.filters }).click();
  await page.getByRole('checkbox', { name: /^Article/ }).check();
  await expect(page).toHaveURL(/type=article/);
  await expectAccessibleToo(page);
  await open(page, academy.url('tanzu', `/guides/${SAMPLES.tanzu.guide.slug}`));
  await page.getByText(lessonTexts.onThisPage).first().click();
  await page.getByRole('link', { name: 'Try it' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Try it' })).toBeInViewport();
  await expectAccessibleToo(page);
});

longTest('a guide that does not exist is not found', async ({ page, allow }) => {
  allow(/404/);
  for (const path of ['/guides/no-such-guide', '/guides/no-such-guide/lab', '/guides?page=7'])
    expect(await open(page, academy.url('spring', path))).toBe(404);
});
