import { listTexts } from '@academy/web/features/lists/list-texts';
import { guideTexts } from '@academy/web/screens/guides/guide-texts';
import { USUAL_TENANTS } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const { guide } = SAMPLES.spring;

test('a learner completes a guide, and it stays completed', async ({ page }) => {
  const learner = await academy.newPerson();
  const progress = page.getByRole('region', { name: guideTexts.progress });
  for (const [tenant, viewport] of [
    ['kube', PHONE],
    ['tanzu', PHONE],
    ['spring', DESKTOP],
  ] as const) {
    if (!USUAL_TENANTS.includes(tenant)) continue;
    const { slug, title } = SAMPLES[tenant].guide;
    await page.setViewportSize(viewport);
    await openAs(page, academy.url(tenant, `/guides/${slug}`), learner);
    await expect(heading(page, title)).toBeVisible();
    await progress.getByRole('button', { name: guideTexts.markComplete }).click();
    await expect(progress.getByRole('status')).toHaveText(guideTexts.isCompleted);
    await expect(progress.getByRole('button', { name: guideTexts.completed })).toBeFocused();
    await expectNoSidewaysScroll(page, [320]);
    await page.reload();
    await expect(progress.getByRole('button', { name: guideTexts.completed })).toBeVisible();
  }
  await expectAccessibleToo(page);
});

longTest('an offline completion survives a reload and is sent later', async ({ page, context, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await openAs(page, academy.url('spring', `/guides/${guide.slug}`), await academy.newPerson());
  const progress = page.getByRole('region', { name: guideTexts.progress });
  await expect(progress.getByRole('status')).toHaveText(guideTexts.readToEnd);
  // The code that stores progress has loaded.
  await page.waitForLoadState('networkidle');
  await context.route('**/guides/markComplete', (route) => route.abort());
  await context.setOffline(true);
  await progress.getByRole('button', { name: guideTexts.markComplete }).click();
  await expect(progress.getByRole('status')).toHaveText(guideTexts.isCompleted);
  await context.setOffline(false);
  await page.reload();
  await expect(progress.getByRole('button', { name: guideTexts.completed })).toBeVisible();
  const sent = page.waitForResponse((response) => response.url().endsWith('/guides/markComplete') && response.ok());
  await context.unroute('**/guides/markComplete');
  await sent;
  await open(page, academy.url('spring', '/guides?progress=completed'));
  await expect(page.getByRole('region', { name: listTexts.results }).getByRole('status')).toHaveText(
    /^1 of \d guides$/,
  );
});

longTest('a visitor who completes a guide is led to log in', async ({ page }) => {
  await open(page, academy.url('spring', `/guides/${guide.slug}`));
  await page.getByRole('button', { name: guideTexts.markComplete }).click();
  await expect(page).toHaveURL(academy.url('spring', '/auth'));
  await expect(page.getByText(guideTexts.logIn)).toBeVisible();
});
