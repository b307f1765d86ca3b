import type { Account } from '@academy/contract/account';
import { updateAccount } from '@academy/contract/call-routes/account';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { NameForm } from './name-form.tsx';

const ACCOUNT = { firstName: 'Lena', lastName: 'Learner' } as Account;
const CALL = `${updateAccount.method} ${updateAccount.path}`;
const refused = (field: string) => ({
  [CALL]: {
    status: 400,
    body: {
      ...{ success: false, data: null, correlationId: 'c-1', message: null },
      errors: [{ code: 'invalid-input', field, errorMessage: `${field}: is not possible` }],
    },
  },
});
const firstName = page.getByRole('textbox', { name: 'First name' });
const save = page.getByRole('button', { name: 'Save name' });

test('an empty name is reported at its field, which gets the focus', async () => {
  const { sent } = await renderApp(<NameForm account={ACCOUNT} />);
  await firstName.fill('  ');
  await save.click();
  await expect.element(firstName).toHaveAccessibleDescription('Enter your first name.');
  await expect.element(firstName).toHaveFocus();
  expect((await sent()).filter(({ call }) => call === CALL)).toEqual([]);
});

test('a name that the server refuses is reported at its field', async () => {
  await renderApp(<NameForm account={ACCOUNT} />, refused('firstName'));
  await firstName.fill('Nora');
  await save.click();
  await expect.element(firstName).toHaveAccessibleDescription('is not possible');
});

test('an error about anything but the fields is shown below them', async () => {
  await renderApp(<NameForm account={ACCOUNT} />, refused('email'));
  await firstName.fill('Nora');
  await save.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Your name was not changed. email: is not possible');
});
