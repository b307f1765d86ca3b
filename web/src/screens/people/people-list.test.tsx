import { type ListedPerson, searchPeople } from '@academy/contract/people-admin';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { currentToasts } from '../../lib/shown-toasts.ts';
import { removeToast } from '../../lib/toasts.ts';
import { DialogHost } from '../../shell/dialog-host.tsx';
import { ToastHost } from '../../shell/toast-host.tsx';
import { PeopleList } from './people-list.tsx';

const ID = 'b7e0b6a5-7a0d-4b8e-9d43-0d9d3c1f6d11';
const LENA: ListedPerson = {
  ...{ userId: ID, firstName: 'Lena', lastName: 'Learner', login: 'lena@example.org', email: 'lena@example.org' },
  ...{ isAdmin: false, isPro: false, userVerified: true, membership: null, firstLoginAt: null, invitation: null },
};
const MEMBER = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2039-05-06T23:59:59.999Z' };
const SEARCH = `${searchPeople.method} ${searchPeople.path}`;
const TOGGLE = `GET /admin/users/toggle-access/${ID}`;
const MEMBERSHIP = `PUT /admin/users/${ID}/membership`;

const success = (data: unknown) => ({ body: { success: true, data, errors: [], correlationId: '', message: null } });
const dialog = page.getByRole('dialog');
const messages = page.getByRole('region', { name: 'Messages' });
const row = page.getByRole('row').filter({ hasText: 'lena@example.org' });

/** The list with one person, as the administration shows it. @returns what a call has sent */
async function renderPeople(person: Partial<ListedPerson> = {}, answer: object = success(LENA)) {
  history.replaceState(null, '', location.pathname);
  for (const { id } of currentToasts()) removeToast(id);
  const listed = { ...LENA, ...person };
  const { sent } = await renderApp(
    <>
      <PeopleList />
      <ToastHost />
      <DialogHost route="/" />
    </>,
    {
      [SEARCH]: success({ result: { content: [listed], totalElements: 1 } }),
      [TOGGLE]: answer as ReturnType<typeof success>,
      [MEMBERSHIP]: success(listed),
    },
  );
  await expect.element(row).toBeVisible();
  return async (call: string) => (await sent()).filter((one) => one.call === call);
}

test('making somebody an admin asks first, and its message undoes it', async () => {
  const sent = await renderPeople();
  const toggle = page.getByRole('switch', { name: 'Lena Learner is an admin' });
  await toggle.click();
  await expect.element(dialog).toMatchTextContent('Make Lena Learner an admin?');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await sent(TOGGLE)).toEqual([]);

  await toggle.click();
  await dialog.getByRole('button', { name: 'Make admin' }).click();
  await expect.element(messages).toMatchTextContent('Lena Learner is an admin now.');
  await messages.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => sent(TOGGLE)).toMatchObject([{ query: 'toggle=true' }, { query: 'toggle=false' }]);
});

// Shows clauses#messages-in-dialogs
test('a role that must stay is named in a dialog, and the switch stays', async () => {
  const errors = [{ errorMessage: 'This is the only admin.', code: 'conflict' }];
  const body = { success: false, data: null, errors, correlationId: '', message: null };
  await renderPeople({ isAdmin: true }, { status: 409, body });
  const toggle = page.getByRole('switch', { name: 'Lena Learner is an admin' });
  await toggle.click();
  await expect.element(dialog).toMatchTextContent('This person loses access to the administration at once');
  await dialog.getByRole('button', { name: 'Remove role' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Warning' })).toMatchTextContent('This is the only admin.');
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'OK' }).click();
  await expect.element(toggle).toBeChecked();
});

test('a membership is granted for days in order, a year longer on request', async () => {
  const sent = await renderPeople();
  await expect.element(row).toMatchTextContent('No');
  await page.getByRole('button', { name: 'Membership of Lena Learner' }).click();
  await dialog.getByLabelText('First day').fill('2020-01-01');
  await dialog.getByLabelText('Last day').fill('2019-01-01');
  await dialog.getByRole('button', { name: 'Grant membership' }).click();
  await expect.element(dialog.getByLabelText('Last day')).toHaveAccessibleDescription(/must not be before the first/);
  await dialog.getByLabelText('Last day').fill('2039-05-06');
  await dialog.getByRole('button', { name: 'Extend by one year' }).click();
  await dialog.getByRole('button', { name: 'Grant membership' }).click();
  await expect.element(messages).toMatchTextContent('The Pro membership of Lena Learner lasts until 2040-05-06 (UTC).');
  const body = { ...MEMBER, endsAt: '2040-05-06T23:59:59.999Z' };
  expect(await sent(MEMBERSHIP)).toMatchObject([{ body }]);
});

test('a membership that was ended comes back by its message, to the moment', async () => {
  const membership = { ...MEMBER, startsAt: '2020-01-01T07:08:09.000Z' };
  const sent = await renderPeople({ isPro: true, membership });
  await expect.element(row).toMatchTextContent('Until May 6, 2039 (UTC)');
  await page.getByRole('button', { name: 'Membership of Lena Learner' }).click();
  await expect.element(dialog).toMatchTextContent('Now: Until May 6, 2039 (UTC).');
  await dialog.getByRole('button', { name: 'End membership' }).click();
  await expect.element(messages).toMatchTextContent('The Pro membership of Lena Learner has ended.');
  await messages.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => sent(MEMBERSHIP)).toMatchObject([{ body: null }, { body: membership }]);
});

test('people whose membership has ended are listed on request', async () => {
  const membership = { ...MEMBER, endsAt: '2021-05-06T23:59:59.999Z' };
  const sent = await renderPeople({ membership });
  await expect.element(row).toMatchTextContent('Ended May 6, 2021 (UTC)');
  await page.getByRole('checkbox', { name: 'Include people whose Pro membership has ended' }).click();
  const last = async () => (await sent(SEARCH)).at(-1)?.body;
  await expect.poll(last).toMatchObject({ includeExpireData: true });
  expect(location.search).toContain('ended=true');
});
