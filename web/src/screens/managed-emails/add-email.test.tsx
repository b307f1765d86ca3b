import { addEmail, type ManagedEmail } from '@academy/contract/managed-emails';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { closeAlert, useAlertMessage } from '../../lib/dialogs.ts';
import { toasts } from '../../lib/toasts.ts';
import Dialogs from '../../shell/dialogs.tsx';
import { AddEmail } from './add-email.tsx';

const CALL = `${addEmail.method} ${addEmail.path}`;
const ADDED: ManagedEmail = { email: 'work@example.org', type: 'personal', isVerified: false, isEdit: false };
const reply = (success: boolean, data: unknown, errors: unknown[] = []) => ({
  ...{ success, data, errors, correlationId: 'c-1', message: null },
});
const field = page.getByRole('textbox', { name: 'E-mail address' });
const add = page.getByRole('button', { name: 'Add address' });

/** The form below the alert modal that tells of its failures. */
function WithAlert({ onAdded }: { onAdded: (email: ManagedEmail) => Promise<void> }) {
  return (
    <>
      <AddEmail types={['personal']} onAdded={onAdded} />
      <Dialogs alert={useAlertMessage()} denied={{ show: false, clossable: true }} modal={null} route="" />
    </>
  );
}

test('an address is added without surrounding spaces, confirmed, and its field emptied', async () => {
  const onAdded = vi.fn(async () => {});
  await renderApp(<WithAlert onAdded={onAdded} />, { [CALL]: { body: reply(true, ADDED) } });
  await field.fill('  work@example.org ');
  await add.click();
  await expect.element(field).toHaveValue('');
  expect(onAdded).toHaveBeenCalledExactlyOnceWith(ADDED);
  expect(toasts.get().at(-1)).toMatchObject({ type: 'success', message: addEmail.message });
});

test('what is no address is refused beside the field, before anything is sent', async () => {
  const { sent } = await renderApp(<WithAlert onAdded={async () => {}} />);
  await add.click();
  await expect.element(field).toHaveAccessibleDescription(/required/);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('not an address{Enter}');
  await expect.element(field).toHaveAccessibleDescription('This is not an e-mail address');
  expect((await sent()).filter(({ call }) => call === CALL)).toEqual([]);
});

test("a failure shows the server's error in the Warning dialog and keeps the address", async () => {
  const errors = [
    { code: 'taken', message: 'The address <b>is taken</b>' },
    { code: 'more', message: 'Another' },
  ];
  await renderApp(<WithAlert onAdded={async () => {}} />, {
    [CALL]: { status: 400, body: reply(false, null, errors) },
  });
  await field.fill('work@example.org');
  await add.click();
  const warning = page.getByRole('dialog', { name: 'Warning' });
  await expect.element(warning.getByText('The address <b>is taken</b>')).toBeVisible();
  closeAlert();
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('work@example.org');
});
