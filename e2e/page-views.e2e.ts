import { routeTexts } from '@academy/web/navigation/route-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { statsTexts } from '@academy/web/screens/stats/stats-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { chartTexts } from '@academy/web/ui/charts/chart-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expectAccessibleToo, heading, open } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

const header = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The most viewed pages of spring on the dashboard: name and views. */
async function viewedPages(page: Page): Promise<string[]> {
  await open(page, academy.url('kube', `/admin?tenant=${academy.tenantId('spring')}`));
  await expect(page.getByRole('status').filter({ hasText: /^As of / })).toBeVisible();
  const numbers = figure(page, statsTexts.viewedPages).getByText(chartTexts.numbers);
  if ((await numbers.count()) === 0) return [];
  await numbers.click();
  const rows = figure(page, statsTexts.viewedPages).getByRole('row');
  return (await rows.allInnerTexts()).slice(1).map((row) => row.trim().replace(/\s+/g, ' '));
}

// Shows clauses#page-views
test('the dashboard shows page views, without visitors who opted out', async ({ page, newDevice }) => {
  // The visitor who asks for privacy comes first: counted views of theirs would be there before all others.
  const shy = await newDevice({ extraHTTPHeaders: { 'sec-gpc': '1' } });
  await shy.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  let counted = 0;
  shy.on('request', (request) => {
    if (request.url().endsWith('/page-views/add')) counted += 1;
  });
  await open(shy, academy.url('spring', '/guides'));
  await header(shy, routeTexts.learningPath).click();
  await expect(heading(shy, 'LEARNING PATHS')).toBeFocused();
  await header(shy, routeTexts.guides).click();
  await expect(heading(shy, 'GUIDES')).toBeFocused();

  const reader = await newDevice();
  await open(reader, academy.url('spring', '/courses'));
  await header(reader, routeTexts.instructors).click();
  await expect(heading(reader, 'INSTRUCTORS')).toBeFocused();
  await header(reader, feedbackListTexts.courses).click();
  await expect(heading(reader, 'COURSES')).toBeFocused();
  // A filter does not count as another page.
  await reader.getByRole('checkbox', { name: /^Beginner/ }).click();
  await expect(reader).toHaveURL(/level=beginner/);
  await reader.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
  await expect(reader).toHaveURL(academy.url('spring', '/auth'));

  await openAs(page, academy.url('kube'), academy.person('admin'));
  await expect.poll(() => viewedPages(page), { timeout: 30_000 }).toEqual(['Courses 2', 'Instructors 1']);
  expect(counted, 'a browser that asks for privacy sends nothing').toBe(0);
  await figure(page, statsTexts.pageViews).getByText(chartTexts.numbers).click();
  await expect(figure(page, statsTexts.pageViews).getByRole('row').last().getByRole('cell')).toHaveText('3');
  await expectAccessibleToo(page);
});
