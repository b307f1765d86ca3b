import { adminHeadTexts } from '@academy/web/features/admin-head/admin-head-texts';
import { openAs } from './support/sign-in.ts';
import { startSmtp } from './support/smtp.ts';
import { expectAccessible, open } from './support/steps.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
const FROM = 'academy@example.org';

/** Gives feedback as the page of a visitor does. */
async function giveFeedback(comments: string): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${academy.port}/api/v1/feedback`, {
    method: 'POST',
    headers: { tenantid: 'spring', 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ feedbackableType: '', feedbackableId: null, courseId: null, schema: 'tenant-v1', comments, isBug: false },
      ...{ allowContact: false, context: { userAgent: 'a test', url: academy.url('spring'), route: '/' } },
    }),
  });
  expect(status).toBe(200);
}

test('feedback accepted before a crash is mailed once after the restart', async () => {
  const smtp = await startSmtp();
  try {
    // Without a mail server the accepted mail waits in the outbox.
    academy.env = {};
    await giveFeedback('Accepted before the end');
    await academy.kill();
    academy.env = { ACADEMY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ACADEMY_MAIL_FROM: FROM };
    await academy.start();
    await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(1);
    // A later mail proves that the outbox was read again.
    await giveFeedback('Accepted after the start');
    await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(2);
    expect(smtp.received[0]?.source).toContain('Accepted before the end');
    expect(smtp.received[1]?.source).toContain('Accepted after the start');
    expect(smtp.received[0]?.to).toEqual([academy.person('admin').email]);
  } finally {
    await smtp.close();
  }
});

longTest('administrators see that the mail server cannot be reached', async ({ page, allow }) => {
  allow(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  const smtp = await startSmtp();
  await smtp.close();
  await academy.stop();
  academy.env = { ACADEMY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ACADEMY_MAIL_FROM: FROM };
  await academy.start();
  await giveFeedback('Nobody hears it yet');
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
