import { listVoucherRequests, type RequestedVoucher, setVoucherSent } from '@academy/contract/memberships-admin';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderList } from '../../../testing/render-list.tsx';
import { VoucherRequests } from './voucher-requests.tsx';

const request = (firstName: string, sentAt: string | null): RequestedVoucher => ({
  ...{ requestId: firstName, userId: firstName, firstName, lastName: 'Member', login: `${firstName}@example.org` },
  ...{ yearStartsAt: '2029-03-01T00:00:00Z', requestedAt: '2030-01-31T12:00:00Z', sentAt },
});
const REQUESTS = { content: [request('Mona', null), request('Mia', '2030-02-01T12:00:00Z')], totalElements: 2 };
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('administrators see which vouchers wait, and mark them as sent or not', async () => {
  const { sent } = await renderList(<VoucherRequests />, listVoucherRequests, REQUESTS);
  await expect.element(row('Mona')).toMatchTextContent('Waiting');
  await expect.element(row('Mia')).not.toMatchTextContent('Waiting');
  await page.getByRole('button', { name: 'Mark as sent: Mona Member' }).click();
  await page.getByRole('button', { name: 'Mark as not sent: Mia Member' }).click();
  const marked = async () => (await sent()).filter(({ call }) => call.startsWith(setVoucherSent.method));
  await expect.poll(marked).toMatchObject([
    { call: 'PUT /membership/voucher-requests/details/Mona', body: { sent: true } },
    { call: 'PUT /membership/voucher-requests/details/Mia', body: { sent: false } },
  ]);
});

test('administrators filter voucher requests by their state', async () => {
  const { asked } = await renderList(<VoucherRequests />, listVoucherRequests, REQUESTS);
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Waiting');
  await expect.poll(asked).toMatchObject({ state: 'waiting' });
  expect(location.search).toContain('state=waiting');
});
