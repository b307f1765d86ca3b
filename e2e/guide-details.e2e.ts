import { SAMPLES } from './support/samples.ts';
import { expectAccessible, heading, open, signIn } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
const { guide } = SAMPLES.spring;

test('a learner completes a guide, and it stays completed', async ({ page }) => {
  await open(page, academy.url('spring', `/guides/${guide.slug}`));
  await signIn(page, await academy.newPerson());
  await expect(heading(page, guide.title)).toBeVisible();
  const progress = page.getByRole('region', { name: 'Your progress' });
  await progress.getByRole('button', { name: 'Mark complete' }).click();
  await expect(progress.getByRole('status')).toHaveText('You have completed this guide.');
  await expect(progress.getByRole('button', { name: 'Completed' })).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(progress.getByRole('button', { name: 'Completed' })).toBeVisible();
});

test('a completion that does not reach the academy is taken back and can be tried again', async ({ page, allow }) => {
  allow(/markComplete|Failed to load|503/);
  await open(page, academy.url('spring', `/guides/${guide.slug}`));
  await signIn(page, await academy.newPerson());
  const progress = page.getByRole('region', { name: 'Your progress' });
  await page.route('**/guides/markComplete', (route) => route.abort());
  await progress.getByRole('button', { name: 'Mark complete' }).click();
  await expect(progress.getByRole('status')).toHaveText('That did not reach the academy. Please try again.');
  await page.unroute('**/guides/markComplete');
  await progress.getByRole('button', { name: 'Mark complete' }).click();
  await expect(progress.getByRole('button', { name: 'Completed' })).toBeVisible();
});

test('a visitor who wants to complete a guide is led to log in', async ({ page }) => {
  await open(page, academy.url('spring', `/guides/${guide.slug}`));
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page).toHaveURL(academy.url('spring', '/auth'));
  await expect(page.getByText('Log in, and your progress is kept.')).toBeVisible();
});
