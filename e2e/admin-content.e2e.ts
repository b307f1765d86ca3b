import { TABLE_PAGE_SIZE } from '@academy/contract/constants';
import { auditActionTexts } from '@academy/web/screens/audit/audit-action-texts';
import { publishingTexts } from '@academy/web/screens/publishing/publishing-texts';
import { statsTexts } from '@academy/web/screens/stats/stats-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import { publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  open,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('kube', 'tanzu');
const COURSE = 'Containers from First Principles';

test('an administrator unpublishes, republishes and deletes a course, which is audited', async ({ page }) => {
  const admin = academy.person('admin');
  const readers = () => academy.get('kube', '/courses/containers-from-first-principles').then(({ status }) => status);
  await openAs(page, academy.url('kube'), admin);
  await expectSignedIn(page, admin);
  await open(page, academy.url('kube', '/admin'));
  await page.getByRole('main').getByRole('link', { name: statsTexts.allContent }).click();
  await expect(heading(page, publishingTexts.content)).toBeVisible();
  await page.getByRole('combobox', { name: publishingTexts.kind }).selectOption({ label: 'Course' });
  // Rows of the previous search stay readable while new ones are loading.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route('**/content/list?*', (route) => held.then(() => route.continue()));
  await page.getByRole('searchbox', { name: publishingTexts.search }).fill('containers first');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy');
  await expectAccessibleToo(page);
  letGo();
  const row = page.getByRole('row').filter({ hasText: COURSE });
  await expect(row).toContainText(publishingTexts.live);
  await expect(row).toContainText(publishingTexts.byAcademy);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 700, 1440]);

  await row.getByRole('button', { name: /^Unpublish/ }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('It is a step of “From Process to Rollout”');
  await expectAccessibleToo(page);
  await question.getByRole('button', { name: publishingTexts.unpublish }).click();
  await expect(row).toContainText('Draft (files: live)');
  expect(await readers()).toBe(404);
  await row.getByRole('button', { name: /^Publish again/ }).click();
  await expect(row).toContainText(publishingTexts.live);
  expect(await readers()).toBe(200);

  await page.setViewportSize(PHONE);
  await expectAccessibleToo(page);
  await page.getByRole('button', { name: `Delete ${COURSE}` }).click();
  await question.getByRole('button', { name: publishingTexts.delete }).click();
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
  expect(await readers()).toBe(404);

  await open(page, academy.url('kube', '/admin/audit?about=content'));
  for (const action of [
    auditActionTexts['content.unpublish'],
    auditActionTexts['content.set-status'],
    auditActionTexts['content.delete'],
  ])
    await expect(page.getByText(action).first()).toBeVisible();
});

longTest('deleting the only item of the last page shows the page before', async ({ page }) => {
  const pages = Array.from({ length: TABLE_PAGE_SIZE + 1 }, (_, at): [string, string | object][] => [
    [
      `pages/leaf-${at}/page.json`,
      { id: `tanzu-leaf-${at}`, slug: `leaf-${at}`, title: `Leaf ${at}`, status: 'live', settings: {} },
    ],
    [`pages/leaf-${at}/content.md`, 'One of many pages.'],
  ]);
  await publish(academy, 'tanzu', Object.fromEntries(pages.flat()));
  await openAs(page, academy.url('tanzu', '/admin/content?q=leaf&page=2'), academy.person('admin'));
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Delete Leaf/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: publishingTexts.delete }).click();
  await expect(rows).toHaveCount(TABLE_PAGE_SIZE);
  await expect(page).toHaveURL(academy.url('tanzu', '/admin/content?q=leaf'));
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toHaveCount(0);
});
