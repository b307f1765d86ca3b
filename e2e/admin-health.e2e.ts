import { feedbackTexts } from '@academy/web/features/feedback/feedback-texts';
import { adminTexts } from '@academy/web/screens/admin/admin-texts';
import { healthTexts } from '@academy/web/screens/health/health-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import type { Page } from '@playwright/test';
import type { Academy } from './support/academy.ts';
import { openAs } from './support/sign-in.ts';
import { startSmtp } from './support/smtp.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, useSharedAcademy, withAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** The line of one thing that is watched. */
const line = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

async function openHealth(page: Page, at: Academy = academy): Promise<void> {
  await openAs(page, at.url('spring', '/admin'), at.person('admin'));
  await page.getByRole('link', { name: adminTexts.health, exact: true }).click();
  await expect(heading(page, healthTexts.health)).toBeVisible();
}

longTest('an administrator sees at a glance how the installation is', async ({ page }) => {
  await openHealth(page);
  for (const [title, text] of [
    [healthTexts.server, 'has run edition'],
    [healthTexts.database, 'PostgreSQL'],
    [healthTexts.clock, 'differ by'],
    [healthTexts.disk, 'are free'],
    [healthTexts.mail, healthTexts.mailShown],
    [healthTexts.content, 'Last published in'],
    [healthTexts.backup, 'No backup is known'],
  ] as const)
    await expect(line(page, title)).toContainText(text);
  await expect(line(page, healthTexts.database)).toContainText(healthTexts.well);
  await expect(line(page, healthTexts.backup)).toContainText(healthTexts.unknown);
  await line(page, healthTexts.content).getByText(healthTexts.details).click();
  await expect(line(page, healthTexts.content).getByText('Tanzu Academy', { exact: true })).toBeVisible();
  // Further down, the head of the page covers entries of the sidebar.
  await page.keyboard.press('Home');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(line(page, healthTexts.database)).toBeVisible();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, [320, 390, 1280]);

  const folder = `${academy.dataFolder}-backups`;
  expect(await academy.cli(['backup', '--to', folder, '--data', academy.dataFolder])).toMatchObject({ code: 0 });
  await page.getByRole('button', { name: healthTexts.refresh }).click();
  await expect(line(page, healthTexts.backup)).toContainText('The last backup was written');
});

longTest('a learner is refused', async ({ page, allow }) => {
  allow(/status of 403/);
  await openAs(page, academy.url('spring', '/'), academy.person('learner'));
  await page.goto(academy.url('spring', '/admin/health'));
  await expect(page.getByRole('dialog', { name: dialogTexts.accessDenied })).toBeVisible();
  await expect(page.getByText(healthTexts.intro)).toHaveCount(0);
});

longTest('a mail server that fails is shown in words, with what to do', async ({ page, allow }) => {
  allow(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await withAcademy(async (academy) => {
    const smtp = await startSmtp();
    await smtp.close();
    await academy.stop();
    academy.env = { ACADEMY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ACADEMY_MAIL_FROM: 'academy@example.org' };
    await academy.start();
    await open(page, academy.url('spring', '/courses'));
    await page.getByRole('contentinfo').getByRole('button', { name: feedbackTexts.giveFeedback }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: feedbackTexts.comments }).fill('Nobody hears it yet');
    await page.getByRole('dialog').getByRole('button', { name: feedbackTexts.send }).click();
    await expect(page.getByRole('dialog', { name: feedbackTexts.thankYou })).toBeVisible();
    await openHealth(page, academy);
    const mail = line(page, healthTexts.mail);
    await expect(async () => {
      await page.getByRole('button', { name: healthTexts.refresh }).click();
      await expect(mail).toContainText(healthTexts.wrong, { timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await expect(mail).toContainText('ECONNREFUSED');
    await expect(mail).toContainText('Check ACADEMY_SMTP_URL.');
    await expect(page.getByRole('status').filter({ hasText: '1 thing is wrong.' })).toBeVisible();
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) })
        .first(),
    ).toContainText(healthTexts.mail);
    await expectAccessible(page);
  });
});
