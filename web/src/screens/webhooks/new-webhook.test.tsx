import { createWebhook, type Webhook } from '@academy/contract/webhooks';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { NewWebhook } from './new-webhook.tsx';

const CALL = `${createWebhook.method} ${createWebhook.path}`;
const webhook: Webhook = {
  ...{ webhookId: 'w', url: 'https://hooks.example.org/reports', description: 'Reports', events: ['lesson.completed'] },
  ...{ isActive: true, problem: null, createdAt: '2030-01-31T12:00:00Z' },
  counts: { waiting: 0, delivered: 0, failed: 0 },
};
const answers = {
  [CALL]: {
    body: { success: true, data: { webhook, secret: 'whsec_1' }, errors: [], correlationId: '', message: null },
  },
};
const address = page.getByRole('textbox', { name: 'Address' });
const create = page.getByRole('button', { name: 'Create webhook' });

test('a webhook without address and events is refused beside its fields', async () => {
  const { sent } = await renderApp(<NewWebhook hosts={['hooks.example.org']} />, answers);
  await create.click();
  await expect.element(address).toHaveFocus();
  await expect.element(page.getByText('Choose at least one event.')).toBeVisible();
  expect((await sent()).filter(({ call }) => call === CALL)).toEqual([]);
});

test('the secret of a new webhook is shown once, in place of the form', async () => {
  const { sent } = await renderApp(<NewWebhook hosts={['hooks.example.org']} />, answers);
  await address.fill(' https://hooks.example.org/reports ');
  await page.getByRole('textbox', { name: 'Description' }).fill('Reports');
  await page.getByRole('checkbox', { name: /^lesson\.completed/ }).click();
  await create.click();
  await expect.element(page.getByRole('heading', { name: 'Copy the secret now' })).toHaveFocus();
  await expect.element(page.getByRole('textbox')).toHaveValue('whsec_1');
  expect((await sent()).find(({ call }) => call === CALL)?.body).toEqual({
    ...{ url: 'https://hooks.example.org/reports', description: 'Reports', events: ['lesson.completed'] },
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(address).toHaveValue('');
  await expect.element(page.getByText('whsec_1')).not.toBeInTheDocument();
});

test('where no host is allowed for webhooks, a text says what to do', async () => {
  await renderApp(<NewWebhook hosts={[]} />);
  await expect.element(create).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading')).toHaveAccessibleName();
  await expect.element(page.getByText('ACADEMY_WEBHOOK_HOSTS')).toBeVisible();
});
