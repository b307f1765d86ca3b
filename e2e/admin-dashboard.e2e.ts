import { adminHeadTexts } from '@academy/web/features/admin-head/admin-head-texts';
import { adminTexts } from '@academy/web/screens/admin/admin-texts';
import { statsTexts } from '@academy/web/screens/stats/stats-texts';
import { chartTexts } from '@academy/web/ui/charts/chart-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import {
  completeAtServer,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  lessonIdsOf,
  open,
} from './support/steps.ts';
import { expect, longTest, PHONE, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('kube');

const COURSE = 'Containers From First Principles';
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const made = (page: Page) => page.getByRole('status').filter({ hasText: /^As of / });

async function openDashboard(page: Page, query = ''): Promise<void> {
  await openAs(page, academy.url('kube'), academy.person('admin'));
  await expectSignedIn(page, academy.person('admin'));
  await open(page, academy.url('kube', `/admin${query}`));
  await expect(heading(page, adminTexts.administration)).toBeVisible();
  await expect(made(page)).toBeVisible();
}

/** The row of a chart's table that contains a text. */
async function rowOf(page: Page, name: string, first: string): Promise<string[]> {
  const table = figure(page, name).getByRole('table');
  await expect(table).toBeVisible();
  return table.getByRole('row').filter({ hasText: first }).getByRole('cell').allTextContents();
}

longTest('an administrator sees charts and tables of what learners did', async ({ page, newDevice }) => {
  const device = await newDevice();
  const learner = await academy.newPerson();
  await openAs(device, academy.url('kube'), learner);
  const [first = '', second = ''] = await lessonIdsOf(academy, 'kube', 'containers-from-first-principles');
  await completeAtServer(device, [first, second]);

  await openDashboard(page);
  await expect(figure(page, statsTexts.learnersPerWeek)).toBeVisible();
  for (const name of [
    statsTexts.learnersPerWeek,
    statsTexts.completionsPerWeek,
    statsTexts.coursesByCompletion,
    statsTexts.dropOff,
  ])
    await figure(page, name).getByText(chartTexts.numbers).click();
  const weeks = figure(page, statsTexts.learnersPerWeek).getByRole('row');
  await expect(weeks).toHaveCount(13);
  await expect(weeks.last().getByRole('cell')).toHaveText('1');
  await expect(figure(page, statsTexts.completionsPerWeek).getByRole('row').last().getByRole('cell')).toHaveText('2');
  expect(await rowOf(page, statsTexts.coursesByCompletion, COURSE)).toEqual(['1', '0', '0 %']);
  expect(await rowOf(page, statsTexts.dropOff, 'There Is No Such Thing as a Container')).toEqual(['1', '1']);
  await expect(figure(page, statsTexts.published)).toContainText(`Course: ${COURSE}`);
  // Alerts are not listed as published content.
  await expect(figure(page, statsTexts.published)).not.toContainText('alert');
  await expect(figure(page, statsTexts.alerts)).toContainText(statsTexts.noAlerts);
  await expectAccessible(page);
});

longTest('the address holds academy and dates; each academy has its statistics', async ({ page }) => {
  await openDashboard(page, '?from=2030-01-02&to=2030-01-08');
  await expect(page.getByLabel(statsTexts.from)).toHaveValue('2030-01-02');
  await expect(figure(page, statsTexts.learnersPerWeek)).toContainText('No learners in this period.');
  await expect(figure(page, statsTexts.coursesByCompletion)).toContainText('No activity in courses');
  // Each chart without numbers links to a way to get some.
  const empty = page.getByRole('region').filter({ hasText: 'in this period.' });
  for (const one of await empty.all()) await expect(one.getByRole('link').last()).toBeVisible();
  await page.getByRole('button', { name: statsTexts.lastWeeks }).click();
  await expect(page).toHaveURL(academy.url('kube', '/admin'));
  await expect(figure(page, statsTexts.published)).toContainText(COURSE);
  await page.getByRole('combobox', { name: adminHeadTexts.academy }).selectOption({ label: 'Tanzu Academy' });
  await expect(page).toHaveURL(academy.url('kube', '/admin?tenant=tanzu'));
  await expect(figure(page, statsTexts.published)).not.toContainText(COURSE);
});

longTest('the dashboard fits every width and leads to every area', async ({ page }) => {
  await openDashboard(page);
  await expectNoSidewaysScroll(page, [320, 360, 700, 701, 1024, 1440]);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: adminTexts.audit }).click();
  await expect(heading(page, adminTexts.audit)).toBeVisible();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: adminTexts.emails }).click();
  await expect(page).toHaveURL(academy.url('kube', '/email'));
});
