import { mailboxTexts } from '@academy/server/mail/mailbox-texts';
import { rightsMailTexts } from '@academy/server/mail/templates/rights-mail-texts';
import { TENANTS } from './support/academy.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading } from './support/steps.ts';
import { expect, longTest, useAcademy } from './support/test.ts';

const academy = useAcademy();

longTest('mail of the local academy is read as text and HTML', async ({ page, allow }) => {
  // axe sends a message to every frame, and the frame with the mail is sandboxed.
  allow(/Failed to execute 'postMessage' on 'DOMWindow'/);
  await page.goto(academy.url('kube', '/mailbox'));
  await expect(heading(page, mailboxTexts.title)).toBeVisible();
  await expect(page.getByText('No e-mails yet.')).toBeVisible();
  await expectAccessibleToo(page);

  const who = ['--email', 'second@example.org', '--first-name', 'Second', '--last-name', 'Admin'];
  const added = await academy.cli(['user', 'add', ...who, '--admin', '--data', academy.dataFolder]);
  expect(added.code, added.stderr).toBe(0);
  await page.reload();
  await expect(page.getByRole('link', { name: /New admin at Spring Academy/ })).not.toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 700, 1440]);

  await page.getByRole('link', { name: /to second@example\.org/ }).click();
  await expect(heading(page, 'New admin at Spring Academy')).toBeVisible();
  await expect(page.getByLabel(mailboxTexts.mailAsText)).toContainText('Second Admin (second@example.org)');
  const mail = page.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: rightsMailTexts.adminMadeHeading })).toBeVisible();
  await expect(mail.getByText('Changed by: command line.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 700, 1440]);
});

longTest('the mailbox has the design of each academy', async ({ page }) => {
  for (const tenant of TENANTS) {
    await page.goto(academy.url(tenant, '/mailbox'));
    await expect(page.getByRole('banner')).toContainText(new RegExp(`${tenant} academy`, 'i'));
    await expectAccessible(page);
  }
});
