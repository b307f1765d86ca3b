import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookReplyTexts } from '@academy/server/webhooks/webhook-reply-texts';
import { webhookTexts } from '@academy/web/screens/webhooks/webhook-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import {
  completeLesson,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  open,
  passTime,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useAcademy } from './support/test.ts';

/** The receiver of the webhooks, on this machine. */
let status = 204;
const bodies: string[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    bodies.push(body);
    response.writeHead(status).end();
  });
});
let host = '';

// Before the academy starts, because its settings allow this host.
test.beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  academy.env = { ACADEMY_WEBHOOK_HOSTS: host };
});
const academy = useAcademy();
test.afterAll(() => receiver.close());

const table = (page: Page) => page.getByRole('table', { name: webhookTexts.deliveries });
const rows = (page: Page, event: string) => table(page).getByRole('row').filter({ hasText: event });

async function openWebhooks(page: Page): Promise<void> {
  await page.clock.install();
  await openAs(page, academy.url('spring'), academy.person('admin'));
  await expectSignedIn(page, academy.person('admin'));
  await open(page, academy.url('spring', '/admin/webhooks'));
  await expect(heading(page, webhookTexts.webhooks).first()).toBeVisible();
  await expect(page.getByRole('form', { name: webhookTexts.newWebhook })).toBeVisible();
}

/** Makes a webhook for completed lessons with the form. */
async function aWebhook(page: Page, path: string): Promise<void> {
  const form = page.getByRole('form', { name: webhookTexts.newWebhook });
  await form.getByRole('textbox', { name: webhookTexts.address }).fill(`http://${host}${path}`);
  await form.getByRole('checkbox', { name: 'lesson.completed' }).check();
  await form.getByRole('button', { name: webhookTexts.create }).click();
  await page
    .getByRole('region', { name: webhookTexts.copySecret })
    .getByRole('button', { name: webhookTexts.done })
    .click();
  await expect(page.getByRole('button', { name: `Delete http://${host}${path}` })).toBeVisible();
}

longTest('an administrator adds a webhook, which receives a completed lesson', async ({ page, newDevice }) => {
  await openWebhooks(page);
  const form = page.getByRole('form', { name: webhookTexts.newWebhook });
  await form.getByRole('button', { name: webhookTexts.create }).click();
  await expect(form.getByRole('textbox', { name: webhookTexts.address })).toBeFocused();
  await expect(form).toContainText(webhookTexts.chooseEvent);
  await expectAccessible(page);
  await form.getByRole('textbox', { name: webhookTexts.address }).fill(`http://${host}/reports`);
  await form.getByRole('textbox', { name: webhookTexts.description }).fill('Reports');
  await form.getByRole('checkbox', { name: 'lesson.completed' }).check();
  await form.getByRole('button', { name: webhookTexts.create }).click();
  const made = page.getByRole('region', { name: webhookTexts.copySecret });
  await expect(made.getByRole('heading')).toBeFocused();
  await expect(made.getByRole('textbox', { name: webhookTexts.secretOf })).toHaveValue(/^whsec_/);
  await made.getByRole('button', { name: webhookTexts.done }).click();
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();

  const device = await newDevice();
  await openAs(
    device,
    academy.url('spring', '/courses/write-your-first-course/lessons/what-you-will-make'),
    await academy.newPerson(),
  );
  await completeLesson(device);
  // Webhooks of other tests may receive the event, too.
  const delivery = rows(page, 'lesson.completed').filter({ hasText: '/reports' });
  await passTime(page, delivery.filter({ hasText: webhookTexts.delivered }));
  expect(bodies.map((body) => JSON.parse(body).type)).toContain('lesson.completed');
  await delivery.getByRole('button', { name: /^Details of lesson.completed/ }).click();
  await expect(page.getByText('"completedAt"')).toBeVisible();
  await expectAccessibleToo(page);
});

longTest('an address that is not allowed is refused beside its field', async ({ page, allow }) => {
  allow(/status of 400/);
  await openWebhooks(page);
  const form = page.getByRole('form', { name: webhookTexts.newWebhook });
  const address = form.getByRole('textbox', { name: webhookTexts.address });
  await address.fill('https://elsewhere.example.org/');
  await form.getByRole('checkbox', { name: 'feedback.received' }).check();
  await form.getByRole('button', { name: webhookTexts.create }).click();
  await expect(address).toHaveAccessibleDescription(/must lead to an allowed host/);
  await expect(address).toHaveValue('https://elsewhere.example.org/');
  await expect(form.getByRole('checkbox', { name: 'feedback.received' })).toBeChecked();
});

longTest('a failed delivery is sent again; a webhook is paused and deleted', async ({ page }) => {
  await openWebhooks(page);
  await aWebhook(page, '/once-more');
  status = 500;
  await page.getByRole('button', { name: `Send a ping to http://${host}/once-more` }).click();
  const ping = rows(page, 'ping').filter({ hasText: '/once-more' }).first();
  await passTime(page, ping.filter({ hasText: webhookReplyTexts.answered({ status: 500 }) }));
  status = 204;
  await ping.getByRole('button', { name: /^Send again: ping/ }).click();
  await passTime(page, ping.filter({ hasText: webhookTexts.delivered }));

  await page.getByRole('button', { name: `Pause http://${host}/once-more` }).click();
  await expect(page.getByRole('button', { name: `Send a ping to http://${host}/once-more` })).toBeDisabled();
  await page.getByRole('button', { name: `Resume http://${host}/once-more` }).click();
  await expect(page.getByRole('button', { name: `Send a ping to http://${host}/once-more` })).toBeEnabled();
  await page.getByRole('button', { name: `Delete http://${host}/once-more` }).click();
  const dialog = page.getByRole('dialog', { name: webhookTexts.deleteTitle });
  await expect(dialog.getByRole('button', { name: webhookTexts.cancel })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: webhookTexts.deleteWebhook }).click();
  await expect(page.getByRole('button', { name: `Delete http://${host}/once-more` })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: webhookTexts.webhooks, level: 2 })).toBeFocused();
});

longTest('the screen of webhooks fits every width and works on a phone', async ({ page }) => {
  await openWebhooks(page);
  await aWebhook(page, `/${'a-long-path-'.repeat(10)}`);
  await expectNoSidewaysScroll(page, [320, 360, 700, 701, 1024, 1440]);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});
