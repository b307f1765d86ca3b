import { TEXTS } from '@academy/contract/texts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import Dialogs from './dialogs.tsx';

const closed = { alert: null, denied: { show: false, clossable: true }, modal: null, route: '' };
const show = (props: Partial<Parameters<typeof Dialogs>[0]>) => renderApp(<Dialogs {...closed} {...props} />);
const ok = page.getByRole('button', { name: 'OK' });

// Shows clauses#global-dialogs
test('the alert modal is titled Warning for danger and shows HTML', async () => {
  await show({ alert: { type: 'danger', message: '<p>It <b>failed</b></p>' } });
  const warning = page.getByRole('dialog', { name: 'Warning' });
  await expect.element(warning).toBeVisible();
  expect(warning.element().querySelector('p b')?.textContent).toBe('failed');
  await expect.element(ok).toHaveFocus();
});

test('the alert modal is titled Success for all else', async () => {
  await show({ alert: { type: 'success', message: 'Done' } });
  await expect.element(page.getByRole('dialog', { name: 'Success' })).toMatchTextContent('Done');
});

// Shows clauses#global-dialogs
test('the Access Denied modal can be closed by OK or its close button', async () => {
  await show({ denied: { show: true, clossable: true } });
  const denied = page.getByRole('dialog', { name: 'Access Denied' });
  await expect.element(denied).toMatchTextContent(TEXTS.accessDenied);
  await expect.element(ok).toHaveFocus();
  await expect.element(denied.getByRole('button', { name: 'Close' })).toBeVisible();
});

test('an Access Denied modal that cannot close has no button and ignores Escape', async () => {
  await show({ denied: { show: true, clossable: false } });
  const denied = page.getByRole('dialog', { name: 'Access Denied' });
  await expect.element(denied).toMatchTextContent(TEXTS.accessDenied);
  await expect.element(denied.getByRole('button')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(denied).toBeVisible();
});
