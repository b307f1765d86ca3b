import { adminHeadTexts } from '@academy/web/features/admin-head/admin-head-texts';
import { giveFeedback } from './support/feedback.ts';
import { openAs } from './support/sign-in.ts';
import { startSmtp } from './support/smtp.ts';
import { expectAccessible, open } from './support/steps.ts';
import { expect, longTest, useAcademy } from './support/test.ts';

const academy = useAcademy();
const FROM = 'academy@example.org';

longTest('administrators see that the mail server cannot be reached', async ({ page, allow }) => {
  allow(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  const smtp = await startSmtp();
  await smtp.close();
  await academy.stop();
  academy.env = { ACADEMY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ACADEMY_MAIL_FROM: FROM };
  await academy.start();
  await giveFeedback(academy, 'Nobody hears it yet');
  await openAs(page, academy.url('spring', '/admin/feedback'), academy.person('admin'));
  const notice = page.getByRole('complementary', { name: adminHeadTexts.mail });
  await expect(async () => {
    await open(page, academy.url('spring', '/admin/feedback'));
    await expect(notice).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await expect(notice).toContainText('E-mails are not being sent.');
  await expect(notice).toContainText('ECONNREFUSED');
  await expectAccessible(page);
});
