import { expectAccessible, expectNoSidewaysScroll, expectSignedIn, heading, open, signIn } from './support/steps.ts';
import { expect, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
const COURSE = 'Containers from First Principles';

test('an administrator takes a course from readers, publishes it again and deletes it, and the audit tells', async ({
  page,
}) => {
  const admin = academy.person('admin');
  const readers = () => academy.get('kube', '/courses/containers-from-first-principles').then(({ status }) => status);
  await open(page, academy.url('kube'));
  await signIn(page, admin);
  await expectSignedIn(page, admin);
  await open(page, academy.url('kube', '/admin'));
  await page.getByRole('main').getByRole('link', { name: 'All content of the academy' }).click();
  await expect(heading(page, 'Content')).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Course' });
  // The rows of before stand while newer ones are loading, and can be read meanwhile.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route('**/content/list?*', (route) => held.then(() => route.continue()));
  await page.getByRole('searchbox', { name: 'Search content' }).fill('containers first');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy');
  await expectAccessible(page);
  letGo();
  const row = page.getByRole('row').filter({ hasText: COURSE });
  await expect(row).toContainText('Live');
  await expect(row).toContainText('The academy itself');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 700, 1440]);

  await row.getByRole('button', { name: /^Unpublish/ }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('It is a step of “From Process to Rollout”.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Unpublish' }).click();
  await expect(row).toContainText('Draft (files: live)');
  expect(await readers()).toBe(404);
  await row.getByRole('button', { name: /^Publish again/ }).click();
  await expect(row).toContainText('Live');
  expect(await readers()).toBe(200);

  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete ${COURSE}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No item matches' })).toBeVisible();
  expect(await readers()).toBe(404);

  await open(page, academy.url('kube', '/admin/audit?about=content'));
  for (const action of ['Content: unpublish', 'Content: set status', 'Content: delete'])
    await expect(page.getByText(action).first()).toBeVisible();
});
