import { recordTexts } from '@academy/contract/rules/learning-record-texts';
import { ownRecordTexts } from '@academy/web/features/learning-record/learning-record-texts';
import { reportTexts } from '@academy/web/screens/progress-reports/report-texts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeAtServer,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  lessonIdsOf,
  open,
} from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');
const { course } = SAMPLES.spring;

test('what a learner completes stands in the report and in their own record', async ({ page, newDevice }) => {
  const learner = await academy.newPerson('Rita', 'Reported');
  const theirs = await newDevice();
  await openAs(theirs, academy.url('spring', `/courses/${course.slug}`), learner);
  await completeAtServer(theirs, await lessonIdsOf(academy, 'spring', course.slug));
  await open(theirs, academy.url('spring', '/certificates'));
  await expect(theirs.getByRole('table', { name: recordTexts.courses })).toContainText(/Completed on/);
  const started = theirs.waitForEvent('download');
  await theirs.getByRole('button', { name: ownRecordTexts.download({ format: 'pdf' }) }).click();
  expect((await started).suggestedFilename()).toMatch(/^learning-record-\d{4}-\d\d-\d\d\.pdf$/);

  await openAs(page, academy.url('spring', '/admin/reports?state=completed&q=Rita'), academy.person('admin'));
  await expect(heading(page, reportTexts.title)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Rita Reported' });
  await expect(row).toContainText(/(\d+) of \1/);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: reportTexts.download({ format: 'csv' }) }).click();
  expect((await file).suggestedFilename()).toMatch(/^progress-by-person-\d{4}-\d\d-\d\d\.csv$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1280]);
});

longTest('an administrator saves a report and has it mailed', async ({ page }) => {
  await openAs(page, academy.url('spring', '/admin/reports?by=course'), academy.person('admin'));
  await page.getByText(reportTexts.saveThis).click();
  const form = page.getByRole('form', { name: reportTexts.saveThis });
  await form.getByLabel(reportTexts.savedName).fill('All courses');
  await form.getByLabel(reportTexts.rhythm).selectOption('week');
  await expectAccessibleToo(page);
  await form.getByRole('button', { name: reportTexts.save }).click();
  const saved = page.getByRole('region', { name: reportTexts.saved });
  await expect(saved.getByRole('link', { name: 'All courses' })).toHaveAttribute('href', /by=course/);
  await saved.getByRole('button', { name: reportTexts.removeOne({ name: 'All courses' }) }).click();
  await expect(saved.getByText(reportTexts.savedNone)).toBeVisible();
});
